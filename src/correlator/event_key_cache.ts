import { LRUCache } from "lru-cache";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import { EventKeys } from "./event_keys.ts";

const MAX_VARIANTS = 16;
const NONE: EventKeys[] = [];

/**
 * Remembers the {@linkcode EventKeys} of the objects that events were lately about.
 *
 * It only saves work: what it forgets is made again, equal. An object is found by its uid alone, a string whose hash is
 * known by then; which of its events it is, is settled by comparing.
 */
export class EventKeyCache {
  readonly #cacheSize: number;
  #objects: LRUCache<string, EventKeys[]> | undefined;

  constructor(cacheSize: number) {
    this.#cacheSize = cacheSize;
  }

  /** The keys of `event`, for its message; good until the next call. */
  of(event: CoreV1Event): EventKeys {
    const keys = this.#find(event);
    keys.turnTo(event.message ?? "");
    return keys;
  }

  #find(event: CoreV1Event): EventKeys {
    const objects = this.#objects ??= new LRUCache({ max: this.#cacheSize });
    const { uid, name } = event.involvedObject;
    const id = uid || name || "";
    let variants = objects.get(id);
    if (variants === undefined) {
      // What is never seen again, or too late, is not worth keeping.
      objects.set(id, NONE);
      return new EventKeys(event);
    }
    if (variants === NONE) objects.set(id, variants = []);
    for (const keys of variants) if (keys.match(event)) return keys;
    // More kinds of events than this about one object are rare, and objects without a name share their place.
    if (variants.length === MAX_VARIANTS) variants.length = 0;
    const keys = new EventKeys(event);
    variants.push(keys);
    return keys;
  }
}
