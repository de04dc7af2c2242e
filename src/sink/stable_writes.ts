import { LRUCache } from "lru-cache";
import type { ApiVersion, EventOf } from "../api/event.ts";
import { EventNames } from "../api/event_name.ts";
import { objectNameOf, stableName, type StableNames, withoutMessage } from "../api/stable_name.ts";
import type { Clock } from "../api/time.ts";
import { StatusError } from "../connection/status_error.ts";
import type { EventSink } from "./event_sink.ts";
import { laneKey } from "./namespace_queue.ts";
import type { SendRequest } from "./send_write.ts";
import { type AnyEvent, isCountedAlike, SharedEvent } from "./shared_event.ts";
import type { Write } from "./write.ts";

/** Number of events whose state on the server is remembered; another one takes two requests more. */
const MAX_EVENTS = 4096;
/** Number of times in a row that others may come first before a write waits for another try, as after any failure. */
const MAX_ROUNDS = 8;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;

/** Options of {@linkcode StableWrites}. */
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
 * - Creates an event at the first write since the start. If it exists already, reads it, by an empty patch, which needs
 *   no permission to get it, and adopts it if it is the same event. If not, writes this one under a unique name.
 * - Adds to the count under a lock on the version read. If that is stale, reads the event again, with pauses in which
 *   contending processes get out of step; after {@linkcode MAX_ROUNDS} of them the write has failed for now.
 * - Knows from the event itself whether a write was applied whose answer was lost ({@linkcode SharedEvent}).
 * - Creates an event that has expired or was deleted anew, with the repeats that are not known to be written.
 */
export class StableWrites<V extends ApiVersion> {
  readonly #options: StableWritesOptions<EventOf<V>>;
  readonly #events = new LRUCache<string, SharedEvent>({ max: MAX_EVENTS });

  constructor(options: StableWritesOptions<EventOf<V>>) {
    this.#options = options;
  }

  /** Makes a write and returns the event as stored; the same as `sendWrite`. */
  readonly send = async (
    write: Write<EventOf<V>>,
    sink: EventSink<EventOf<V>>,
    request: SendRequest<EventOf<V>>,
  ): Promise<EventOf<V> | undefined> => {
    const shared = this.#hold(write);
    const event = write.event as AnyEvent;
    const typed = sink as unknown as EventSink<AnyEvent>;
    const send = request as unknown as SendRequest<AnyEvent>;
    for (let round = 1;; round++) {
      try {
        if (shared.stored === undefined) {
          write.creates = true;
          const fresh = shared.fresh(event, write.first as typeof event);
          await shared.attempt(fresh, () => send((options) => typed.create(fresh, options)));
        } else if (shared.owed > 0) {
          write.creates = false;
          const { event: updated, patch } = shared.update(event);
          await shared.attempt(updated, () => send((options) => typed.patch(updated, patch, options)));
        }
        return shared.stored as EventOf<V> | undefined;
      } catch (error) {
        const isGone = error instanceof StatusError && error.isNotFound && !write.creates;
        const isOvertaken = error instanceof StatusError && (write.creates ? error.isAlreadyExists : error.isConflict);
        if (isGone) shared.gone();
        else if (!isOvertaken) throw error;
        // Not final, as the status would be.
        if (round === MAX_ROUNDS) throw new Error(`Others came first: ${error.message}`, { cause: error });
        if (isGone) continue;
        if (round > 1) await this.#pause(round);
      }
      await this.#read(write, shared, () => send((options) => typed.patch(shared.reference(event), [], options)));
    }
  };

  /** Called when a write failed for good: what it should have added is owed by the event's next write. */
  keep(write: Write<EventOf<V>>): void {
    this.#hold(write);
  }

  /** Moves the repeats that a write adds into the event's account, which the write holds on to. */
  #hold(write: Write<EventOf<V>>): SharedEvent {
    const key = laneKey(write.correlation);
    const shared = write.shared ?? this.#events.get(key) ?? new SharedEvent(write.event.metadata);
    this.#events.set(key, shared);
    write.shared = shared;
    shared.said += write.added;
    write.added = 0;
    return shared;
  }

  /** Reads the event that is stored under the name. */
  async #read(
    write: Write<EventOf<V>>,
    shared: SharedEvent,
    read: () => Promise<AnyEvent>,
  ): Promise<void> {
    let stored: AnyEvent;
    write.creates = false;
    try {
      stored = await read();
    } catch (error) {
      if (!(error instanceof StatusError && error.isNotFound)) throw error;
      return shared.gone();
    }
    if (shared.knows(stored) || this.#isSame(write.event, stored)) return shared.adopt(stored);
    const { clock, onRenamed } = this.#options;
    const name = EventNames.of(clock).create(objectNameOf(write.event), clock.now());
    onRenamed(write.event, name);
    shared.rename(name);
  }

  /** Whether a stored event has the identity of the one to write, and its count where this API has it. */
  #isSame(event: EventOf<V>, stored: AnyEvent): boolean {
    if (!isCountedAlike(stored, event)) return false;
    const { names } = this.#options;
    const { name } = event.metadata;
    const objectName = objectNameOf(event);
    const identity = names.identityOf(event);
    const combined = withoutMessage(event);
    const isCombined = stableName(objectName, identity) !== name &&
      stableName(objectName, names.identityOf(combined)) === name;
    return isCombined
      ? names.identityOf(withoutMessage(stored as EventOf<V>)) === names.identityOf(combined)
      : names.identityOf(stored as EventOf<V>) === identity;
  }

  #pause(round: number): Promise<void> {
    const longestMs = Math.min(FIRST_PAUSE_MS * 2 ** round, MAX_PAUSE_MS);
    return new Promise((resolve) => void setTimeout(resolve, this.#options.random() * longestMs));
  }
}
