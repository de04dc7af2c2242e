import { LRUCache } from "lru-cache";
import type { ApiVersion, EventOf } from "../api/event.ts";
import { EventNames } from "../api/names.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { objectNameOf, stableName, type StableNames, withoutMessage } from "../api/stable_name.ts";
import { type Clock, startTimer } from "../api/time.ts";
import { StatusError } from "../connection/status_error.ts";
import type { Entry } from "./entry.ts";
import type { Send, SendOptions } from "./reconcile.ts";
import { type AnyEvent, isCountedAlike, SharedEvent, withoutWriters } from "./shared_event.ts";
import type { Write } from "./write.ts";

/** Number of events whose state on the server is remembered; any other takes two more requests. */
const MAX_EVENTS = 4096;
/** Number of consecutive conflicts with other writers before a write fails and waits for its next try. */
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
 * - Adds to the count under a lock on the version read. If that is stale, reads the event again, after a random pause
 *   that spreads contending processes; after {@linkcode MAX_ROUNDS} conflicts the try fails.
 * - If an answer was lost, reads from the event itself whether the write was applied ({@linkcode SharedEvent}).
 * - Creates an expired or deleted event again, with the repeats that are not known to be written.
 */
export class StableWrites<V extends ApiVersion> {
  readonly #options: StableWritesOptions<EventOf<V>>;
  readonly #events = new LRUCache<string, SharedEvent>({ max: MAX_EVENTS });

  constructor(options: StableWritesOptions<EventOf<V>>) {
    this.#options = options;
  }

  /** Makes the write in flight of an entry, in one request unless another process wrote the event too. */
  readonly send: Send<EventOf<V>> = async (entry, options) => {
    const shared = this.#addRepeats(entry, entry.sending!);
    const requests = requestsOf(entry, options);
    let read: AnyEvent | undefined;
    for (let round = 1;; round++) {
      try {
        return (await this.#write(entry, shared, requests) ?? read) as EventOf<V> | undefined;
      } catch (error) {
        if (!(error instanceof StatusError && isOvertaken(error, entry))) throw error;
        // An `Error` is retried; the status could be final.
        if (round === MAX_ROUNDS) {
          throw new Error(`Other writers updated the event first: ${error.message}`, { cause: error });
        }
        if (round > 1) await this.#pause(round);
        const { version } = shared;
        if (error.isNotFound) shared.gone();
        else read = await this.#read(entry, shared, requests);
        // A patch that does not apply to its own version never will.
        if (error.isInvalid && shared.version === version) throw error;
      }
    }
  };

  /** Called when a write failed for good: the event's next write adds its repeats. */
  keep(entry: Entry<EventOf<V>>, write: Write<EventOf<V>>): void {
    this.#addRepeats(entry, write);
  }

  /** Moves the repeats that an entry adds to its shared event. */
  #addRepeats(entry: Entry<EventOf<V>>, { event }: Write<EventOf<V>>): SharedEvent {
    // Names may be given: one of an event that was evicted counts on where it was.
    const key = `${entry.namespace}/${entry.name}/${entry.key}`;
    const shared = entry.shared ?? this.#events.get(key) ?? new SharedEvent(event.metadata);
    this.#events.set(key, shared);
    shared.seen += entry.share(shared);
    return shared;
  }

  /** Makes the request that brings the count on the server up to date; none if it is known to be. */
  async #write(
    entry: Entry<EventOf<V>>,
    shared: SharedEvent,
    { create, patch }: Requests,
  ): Promise<AnyEvent | undefined> {
    if (shared.owed === 0) return undefined;
    const { event: latest, began } = entry.sending!;
    entry.learn({ creates: !shared.isStored });
    if (entry.creates) {
      const event = shared.fresh(latest, began);
      return await shared.attempt(event, () => create(event));
    }
    const { event, operations } = shared.update(latest);
    return await shared.attempt(event, () => patch(event, operations));
  }

  /** Reads the event that is stored under the name; adopts and returns it if it is the same. */
  async #read(
    entry: Entry<EventOf<V>>,
    shared: SharedEvent,
    { patch }: Requests,
  ): Promise<AnyEvent | undefined> {
    const { event, began } = entry.sending!;
    entry.learn({ creates: false });
    let stored: AnyEvent;
    try {
      stored = await patch(shared.reference(event), []);
    } catch (error) {
      if (!(error instanceof StatusError && error.isNotFound)) throw error;
      shared.gone();
      return undefined;
    }
    // The sink does not return it: assumes that this event was created earlier, and the answer was lost.
    if (!Object(stored).metadata) stored = shared.fresh(event, began);
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
    const isCombined = stableName(objectName, identity) !== name &&
      stableName(objectName, names.identityOf(combined)) === name;
    return isCombined
      ? names.identityOf(withoutMessage(own as EventOf<V>)) === names.identityOf(combined)
      : names.identityOf(own as EventOf<V>) === identity;
  }

  #pause(round: number): Promise<void> {
    const longestMs = Math.min(FIRST_PAUSE_MS * 2 ** round, MAX_PAUSE_MS);
    return new Promise((resolve) => void startTimer(resolve, this.#options.random() * longestMs));
  }
}

/** The requests of a sink for events of either API. */
interface Requests {
  create(event: AnyEvent): Promise<AnyEvent>;
  patch(event: AnyEvent, operations: readonly JsonPatchOperation[]): Promise<AnyEvent>;
}

function requestsOf<E extends { readonly metadata: V1ObjectMeta }>(
  entry: Entry<E>,
  { sink, requests }: SendOptions<E>,
): Requests {
  const ofEither = {
    create: (event: E) => requests.run(entry, (signal) => sink.create(event, { signal })),
    patch: (event: E, operations: readonly JsonPatchOperation[]) =>
      requests.run(entry, (signal) => sink.patch(event, operations, { signal })),
  };
  return ofEither as unknown as Requests;
}

/** Whether a write failed because the event on the server has changed, exists already or is gone. */
function isOvertaken(error: StatusError, { creates }: { readonly creates: boolean }): boolean {
  // A patch that does not apply to a later version is invalid before it is a conflict.
  return creates ? error.isAlreadyExists : error.isNotFound || error.isConflict || error.isInvalid;
}
