import type { CoreV1Event, Correlation, CountRecord } from "../../../mod.ts";
import { makeEvent } from "./make_event.ts";

/** A record of a custom correlator whose count is ahead until it is written. */
export class TestRecord implements CountRecord {
  readonly name: string;
  isAhead = true;
  /** Number of calls of each method. */
  calls = { write: 0, forget: 0 };
  readonly #event: CoreV1Event;

  constructor(name: string, event: CoreV1Event = makeEvent(name)) {
    this.name = name;
    this.#event = event;
  }

  /** A correlation of a skipped event whose count this record holds back. */
  skip(event: CoreV1Event): Correlation {
    return { type: "skip", key: this.name, event, because: "series", record: this };
  }

  write(): Correlation {
    this.calls.write++;
    this.isAhead = false;
    return { type: "patch", key: this.name, event: this.#event, patch: [], record: this };
  }

  forget(): void {
    this.calls.forget++;
    this.isAhead = false;
  }
}
