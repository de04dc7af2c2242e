// How do I show events in React, Vue, Svelte or Solid? deno run examples/dashboard_store.ts
//
// In React: const events = useSyncExternalStore(store.subscribe, store.getSnapshot);

import { type EventReader, type Occurrence, toOccurrence } from "@kubecast/events/reader";

/** The latest events of a reader, newest first, for the external store of any UI framework. */
export class DashboardStore {
  readonly #limit: number;
  /** By namespace and name, the latest change last. */
  #events = new Map<string, Occurrence>();
  readonly #listeners = new Set<() => void>();
  #snapshot: readonly Occurrence[] | undefined;
  /** The error that ended the store, such as a missing permission. */
  error: unknown;

  constructor(reader: EventReader, { limit = 2000, signal }: { limit?: number; signal?: AbortSignal } = {}) {
    this.#limit = limit;
    void this.#follow(reader, signal);
  }

  /** Calls a listener after changes; returns the function that ends that. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The events, newest first: the same array until one changes. */
  readonly getSnapshot = (): readonly Occurrence[] => this.#snapshot ??= this.#newest().map(([, event]) => event);

  async #follow(reader: EventReader, signal: AbortSignal | undefined): Promise<void> {
    try {
      for await (const { type, object } of reader.watch({ signal })) {
        if (type === "BOOKMARK") continue;
        const key = `${object.metadata.namespace}/${object.metadata.name}`;
        const previous = this.#events.get(key);
        this.#events.delete(key);
        if (type !== "DELETED") this.#events.set(key, toOccurrence(object, previous));
        // Now and then only, as it takes sorting.
        if (this.#events.size > 2 * this.#limit) this.#events = new Map(this.#newest().reverse());
        this.#changed();
      }
    } catch (error) {
      this.error = error;
      this.#changed();
    }
  }

  #newest(): [string, Occurrence][] {
    const events = [...this.#events].reverse(); // of two that occurred in the same second, the latest change is newer
    return events.sort(([, a], [, b]) => b.last.getTime() - a.last.getTime()).slice(0, this.#limit);
  }

  /** Tells the listeners once, however many events come together. */
  #changed(): void {
    if (this.#snapshot === undefined) return; // not read since the last change
    this.#snapshot = undefined;
    setTimeout(() => {
      for (const listener of this.#listeners) listener();
    });
  }
}

if (import.meta.main) await demonstrate();

async function demonstrate(): Promise<void> {
  const { EventBroadcaster, FetchEventSink } = await import("@kubecast/events");
  const { EventReader } = await import("@kubecast/events/reader");
  const { EventsApiServer } = await import("@kubecast/events/server");
  const { fetch } = new EventsApiServer(); // for a cluster: new EventReader({ server, token })
  const aborter = new AbortController();
  const store = new DashboardStore(new EventReader({ fetch }), { limit: 2, signal: aborter.signal });

  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch }));
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
  for (const reason of ["Scheduled", "Pulled", "BackOff", "Pulled"]) {
    const shown = (): string => store.getSnapshot().map(({ reason, count }) => `${reason} x${count}`).join(", ");
    const before = store.getSnapshot();
    const rendered = new Promise<void>((resolve) => {
      const unsubscribe = store.subscribe(() => {
        if (store.getSnapshot() === before) return;
        unsubscribe();
        resolve();
      });
    });
    recorder.event(pod, "Normal", reason, `${reason} it`);
    await recording.flush();
    await rendered;
    console.log(shown());
  }
  aborter.abort();
  await broadcaster.shutdown();
}
// Scheduled x1
// Pulled x1, Scheduled x1
// BackOff x1, Pulled x1
// Pulled x2, BackOff x1
