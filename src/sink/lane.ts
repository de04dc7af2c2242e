import type { Write } from "./write.ts";

/**
 * The writes of one event: one under way, and one that waits behind it and takes in all that come meanwhile. So a create
 * is never overtaken by its patch, and an event that nobody can write costs no more than two slots however often it repeats.
 */
export class Lane<E> {
  /** Namespace and name of the event. */
  readonly key: string;
  /** The write to make next. */
  waiting: Write<E> | undefined;
  /** The write under way. */
  sending: Write<E> | undefined;

  constructor(key: string) {
    this.key = key;
  }
}
