/** What every design gives: a message that N listeners are to see. */
export interface Message {
  readonly type: "ADDED";
  readonly object: { readonly n: number };
}

/** A way to bring messages to listeners, ready to run. */
export interface Subject {
  /** Says something to all listeners. */
  emit(message: Message): void;
  /** Brings about what a single `emit` leaves for later, where somebody must: the floor drains its rings here. */
  settle?(): void;
  /** Lets everything go. */
  close(): void;
}

/** Builds a design with `listeners` listeners, each of which calls `consume` with every message. */
export type Design = (listeners: number, consume: (message: Message) => void) => Subject | Promise<Subject>;
