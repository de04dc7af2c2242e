import type { CoreV1Event } from "../api/core_v1_event.ts";
import { EventKeys } from "./event_keys.ts";

const MAX_VARIANTS = 16;

/**
 * Remembers the {@linkcode EventKeys} of the objects that events were lately about.
 *
 * It only saves work: what it forgets is made again, equal. So it starts afresh when it is full, which costs less than to
 * know what was not used for longest. An object is found by its uid alone, a string whose hash the engine knows by then;
 * which of its events it is, is settled by comparing.
 */
export class EventKeyCache {
  readonly #maxObjects: number;
  readonly #objects = new Map<string, EventKeys[]>();

  constructor(maxObjects: number) {
    this.#maxObjects = maxObjects;
  }

  /** The keys of `event`, with its message; good until the next call. */
  of(event: CoreV1Event): EventKeys {
    const keys = this.#find(event);
    keys.turnTo(event.message ?? "");
    return keys;
  }

  #find(event: CoreV1Event): EventKeys {
    const { uid, name } = event.involvedObject;
    const id = uid || name || "";
    let variants = this.#objects.get(id);
    if (variants === undefined) {
      if (this.#objects.size === this.#maxObjects) this.#objects.clear();
      this.#objects.set(id, variants = []);
    }
    for (const keys of variants) if (keys.match(event)) return keys;
    // So many kinds of events about one object are rare, unless objects without a name share this place.
    if (variants.length === MAX_VARIANTS) variants.length = 0;
    const keys = new EventKeys(event);
    variants.push(keys);
    return keys;
  }
}
