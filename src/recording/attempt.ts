import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Entry, Named } from "./entry.ts";
import type { Slot } from "./sender.ts";
import type { Write } from "./write.ts";

export interface AttemptOptions<E extends Named> {
  readonly sink: EventSink<E>;
  /** Whether only the version of a stored event is needed; see {@linkcode EventSink}. */
  readonly versionOnly: boolean;
  /** Called for each request. */
  readonly onRequest: () => void;
  /** Called in place of a request that its sender may not make any more: takes the write back. */
  readonly onUsedUp: (slot: Slot<E>) => void;
}

/**
 * An attempt at the write in flight of an entry, in one request or several.
 *
 * It is over once the write has ended or was taken back. From then on its promises never settle, so that a late response
 * changes nothing: another attempt may be in flight.
 */
export class Attempt<E extends Named> {
  readonly entry: Entry<E>;
  readonly write: Write<E>;
  readonly #slot: Slot<E>;
  readonly #options: AttemptOptions<E>;

  /** Begins the queued write of an entry that has a slot. */
  constructor(slot: Slot<E>, options: AttemptOptions<E>) {
    this.#slot = slot;
    this.entry = slot.entry;
    this.write = slot.entry.begin();
    this.#options = options;
  }

  /** Whether an earlier request of the write was cancelled early. */
  get wasCancelledEarly(): boolean {
    return this.entry.tries.wasCancelledEarly;
  }

  /** Whether the write has ended or was taken back. */
  get isOver(): boolean {
    return this.entry.sending !== this.write;
  }

  /** Creates an event. */
  create(event: E): Promise<E> {
    const { sink, versionOnly } = this.#options;
    return this.#run((signal) => sink.create(event, { signal, versionOnly }));
  }

  /** Patches an event. */
  patch(event: E, operations: readonly JsonPatchOperation[]): Promise<E> {
    const { sink, versionOnly } = this.#options;
    return this.#run((signal) => sink.patch(event, operations, { signal, versionOnly }));
  }

  /** Reads the stored event of this name by an empty patch, which needs no permission to get events. */
  read(event: E): Promise<E> {
    return this.#run((signal) => this.#options.sink.patch(event, [], { signal }));
  }

  /** Waits between two requests. */
  pause(ms: number): Promise<void> {
    return this.#slot.sender.requests.pause(this, ms);
  }

  #run(send: (signal: AbortSignal) => Promise<E>): Promise<E> {
    if (this.isOver) return new Promise(() => {});
    const { requests } = this.#slot.sender;
    if (requests.isUsedUp) {
      this.#options.onUsedUp(this.#slot);
      return new Promise(() => {});
    }
    this.#options.onRequest();
    return requests.run(this, send);
  }
}
