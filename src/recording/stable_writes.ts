import type { ApiVersion, EventOf } from "../api/event.ts";
import { EventNames } from "../api/names.ts";
import { type AnyEvent, objectNameOf } from "../api/event_view.ts";
import { stableName, type StableNames } from "../api/stable_name.ts";
import type { Clock } from "../api/time.ts";
import { createLruCache } from "../correlator/record_cache.ts";
import { StatusError } from "../api/status_error.ts";
import type { Attempt } from "./attempt.ts";
import type { Entry } from "./entry.ts";
import { isCountedAlike, SharedEvent, withoutWriters } from "./shared_event.ts";
import type { Write } from "./write.ts";
import { withoutMessage } from "../correlator/event_key.ts";

/** Number of events whose state on the server is remembered; any other takes two more requests. */
const MAX_EVENTS = 4096;
/** Number of consecutive conflicts with other writers before a write fails and waits for its next try. */
const MAX_ROUNDS = 8;
/** Longest pause after the second conflict in a row, enough for a few writes of other processes; doubles each time. */
const FIRST_PAUSE_MS = 80;
/** Longest pause after any conflict: the write keeps its slot meanwhile. */
const MAX_PAUSE_MS = 500;

interface StableWritesOptions<E> {
  readonly names: StableNames<E>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called when an event gets a unique name, as a different event has its own. */
  readonly onRenamed: (event: E, name: string) => void;
}

/**
 * Makes the writes of events with stable names, which other processes write too: each adds the repeats that it saw to
 * the count on the server.
 *
 * - Creates an event at the first write since the start. If it exists already, reads it, and adopts it if it is the same
 *   event. If not, writes this one under a unique name.
 * - Adds to the count under a lock on the version read. If that is stale, reads the event again, after a random pause
 *   that spreads contending processes; after {@linkcode MAX_ROUNDS} conflicts the try fails.
 * - If an answer was lost, reads from the event itself whether the write was applied ({@linkcode SharedEvent}).
 * - Creates an expired or deleted event again, with the repeats that are not known to be written.
 */
export class StableWrites<V extends ApiVersion> {
  readonly #options: StableWritesOptions<EventOf<V>>;
  readonly #events = createLruCache<SharedEvent>(MAX_EVENTS);

  constructor(options: StableWritesOptions<EventOf<V>>) {
    this.#options = options;
  }

  /** Makes the write in flight of an entry, in one request unless another process wrote the event too. */
  async send(attempt: Attempt<EventOf<V>>): Promise<EventOf<V> | undefined> {
    const { entry, write } = attempt;
    const either = attempt as unknown as Attempt<AnyEvent>;
    const shared = this.#addRepeats(entry, write);
    let stored = entry.isStale ? await this.#read(either, shared) : undefined;
    for (let round = 1;; round++) {
      try {
        return (await this.#write(either, shared) ?? stored) as EventOf<V> | undefined;
      } catch (error) {
        if (!(error instanceof StatusError && isOvertaken(error, entry))) throw error;
        entry.learn({ creates: entry.creates, isStale: !error.isNotFound });
        // An `Error` is retried; a StatusError could be final.
        if (round === MAX_ROUNDS) {
          throw new Error(`Other writers updated the event first: ${error.message}`, { cause: error });
        }
        if (round > 1) await attempt.pause(this.#pauseMs(round));
        const { version } = shared;
        if (error.isNotFound) shared.gone();
        else stored = await this.#read(either, shared);
        // A patch that does not apply to its own version never will.
        if (error.isInvalid && shared.version === version) throw error;
      }
    }
  }

  /** Called when a write failed for good: the event's next write adds its repeats. */
  keep(entry: Entry<EventOf<V>>, write: Write<EventOf<V>>): void {
    this.#addRepeats(entry, write);
  }

  /** Moves the repeats that an entry adds to its shared event. */
  #addRepeats(entry: Entry<EventOf<V>>, { event }: Write<EventOf<V>>): SharedEvent {
    // Callers may name events: after an eviction, the same name continues its count.
    const key = `${entry.namespace}/${entry.name}/${entry.key}`;
    const shared = entry.shared ?? this.#events.get(key) ?? new SharedEvent(event.metadata);
    this.#events.set(key, shared);
    shared.add(entry.share(shared));
    return shared;
  }

  /** Makes the request that brings the count on the server up to date; makes none, and returns none, if it is. */
  async #write(attempt: Attempt<AnyEvent>, shared: SharedEvent): Promise<AnyEvent | undefined> {
    if (shared.unwritten === 0) return undefined;
    const { entry, write: { event: latest, began } } = attempt;
    entry.learn({ creates: !shared.isStored });
    if (entry.creates) {
      const event = shared.toCreate(latest, began);
      return await shared.request(event, attempt, () => attempt.create(event));
    }
    const { event, operations } = shared.toPatch(latest);
    return await shared.request(event, attempt, () => attempt.patch(event, operations));
  }

  /** Reads the event that is stored under the name; adopts and returns it if it is the same event. */
  async #read(attempt: Attempt<AnyEvent>, shared: SharedEvent): Promise<AnyEvent | undefined> {
    const { entry, write: { event: own, began } } = attempt;
    const event = own as EventOf<V>;
    entry.learn({ creates: false, isStale: true });
    let stored: AnyEvent;
    try {
      stored = await attempt.read(shared.renamed(event));
    } catch (error) {
      if (!(error instanceof StatusError && error.isNotFound)) throw error;
      shared.gone();
      entry.learn({ creates: true });
      return undefined;
    }
    entry.learn({ creates: false });
    // The sink does not return it: assumes that this event was created earlier, and the answer was lost.
    if (!Object(stored).metadata) stored = shared.toCreate(event, began);
    if (shared.knows(stored) || this.#isSame(event, stored)) {
      shared.adopt(stored);
      return stored;
    }
    const { clock, onRenamed } = this.#options;
    const name = EventNames.of(clock).create(objectNameOf(event), clock.now());
    onRenamed(event, name);
    shared.rename(name);
    return undefined;
  }

  /** Whether a stored event has the identity of the one to write, and its count in the field of this API. */
  #isSame(event: EventOf<V>, stored: AnyEvent): boolean {
    if (!isCountedAlike(stored, event)) return false;
    const { names } = this.#options;
    const { name } = event.metadata;
    const objectName = objectNameOf(event);
    const identity = names.identityOf(event);
    const combined = withoutMessage(event);
    const own = withoutWriters(stored);
    // A combined event is named by its identity without the message, which changes.
    const isCombined = stableName(objectName, identity) !== name &&
      stableName(objectName, names.identityOf(combined)) === name;
    return isCombined
      ? names.identityOf(withoutMessage(own as EventOf<V>)) === names.identityOf(combined)
      : names.identityOf(own as EventOf<V>) === identity;
  }

  #pauseMs(round: number): number {
    return this.#options.random() * Math.min(FIRST_PAUSE_MS * 2 ** (round - 2), MAX_PAUSE_MS);
  }
}

/** Whether a write failed because the event on the server has changed, exists already or is gone. */
function isOvertaken(error: StatusError, { creates }: { readonly creates: boolean }): boolean {
  // A patch that does not apply to a later version is invalid before it is a conflict.
  return creates ? error.isAlreadyExists : error.isNotFound || error.isConflict || error.isInvalid;
}
