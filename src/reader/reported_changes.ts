import type { ApiVersion, EventOf } from "../api/event.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { EventsResource } from "./events_resource.ts";
import { type Change, changeOf, isNewer, KnownEvents } from "./known_events.ts";
import type { ReadingProgress } from "./reading_progress.ts";

/** Changes to report, in order. */
export interface Batch<E> {
  readonly changes: readonly Change<E>[];
  /** Where to resume after the last change. */
  readonly position: string | undefined;
}

interface ReportedChangesOptions<V extends ApiVersion> {
  readonly resource: EventsResource<V>;
  readonly progress: ReadingProgress;
  /** `"beginning"`, `"now"`, or the position that an earlier stream reached. */
  readonly since: string;
}

/** Turns lists and watch events into the changes to report, each once, and the bookmarks between them. */
export class ReportedChanges<V extends ApiVersion> {
  readonly #resource: EventsResource<V>;
  readonly #progress: ReadingProgress;
  readonly #known: KnownEvents<EventOf<V>>;
  #listVersion = "";
  /** Bookmarks that are due when the state is complete. */
  #isInitial: boolean;
  #hasGap = false;
  #count = 0;

  constructor({ resource, progress, since }: ReportedChangesOptions<V>) {
    this.#resource = resource;
    this.#progress = progress;
    this.#known = new KnownEvents({ isFirst: since === "beginning", toEvent: resource.toEvent });
    this.#isInitial = since === "beginning" || since === "now";
  }

  /** Number of changes, without bookmarks. */
  get count(): number {
    return this.#count;
  }

  /** Takes events for reported, as they were at the version to resume from. */
  learn(items: readonly EventOf<V>[]): void {
    for (const item of items) this.#known.learn(item);
  }

  /** Called when all events of that version have been learned. */
  learnedAll(): void {
    this.#known.learnedAll();
  }

  /** Called when changes are lost: the next list ends a gap. */
  lost(): void {
    this.#hasGap = true;
  }

  /** Starts after the server's newest version, without the events before it. */
  start(version: string): Batch<EventOf<V>> {
    this.#progress.reached(version);
    return this.#toBatch(this.#bookmarks(false), undefined);
  }

  /** Starts comparing with a list. */
  beginList(version: string): void {
    this.#listVersion = version;
    this.#known.beginList();
  }

  /** Reports the changes that a page of the list shows. */
  page(items: readonly EventOf<V>[]): Batch<EventOf<V>> {
    const { position, version } = this.#progress;
    // A list older than the reported version is from another server.
    const since = this.#progress.isAheadOf(this.#listVersion) ? undefined : version;
    const changes = items.flatMap((item) => this.#known.compare(item, since));
    this.#count += changes.length;
    return this.#toBatch(changes, position);
  }

  /** Reports the deletions that the list shows, which is now complete. */
  endList(): Batch<EventOf<V>> {
    const { position } = this.#progress;
    const wasComplete = this.#known.isComplete;
    const deletions = this.#known.endList(this.#listVersion);
    this.#count += deletions.length;
    this.#progress.reached(this.#listVersion);
    return this.#toBatch([...deletions, ...this.#bookmarks(wasComplete)], position);
  }

  /** Reports the changes that events of a watch show. */
  watched(events: readonly WatchEvent<EventOf<V>>[]): Batch<EventOf<V>> {
    const changes: Change<EventOf<V>>[] = [];
    for (const event of events) {
      const change = this.#observe(event);
      if (!this.#progress.reported(event, change !== undefined) || change === undefined) continue;
      change.position = this.#progress.position;
      changes.push(change);
    }
    this.#count += changes.length;
    return { changes, position: this.#progress.position };
  }

  #observe(event: WatchEvent<EventOf<V>>): Change<EventOf<V>> | undefined {
    const { type, object: { metadata: { resourceVersion } } } = event;
    const { version } = this.#progress;
    // A replay of older changes must not bring back an earlier state.
    const isReplay = type !== "DELETED" && version !== undefined && !isNewer(resourceVersion!, version);
    return type === "BOOKMARK" || isReplay ? undefined : this.#known.observe(event);
  }

  /** Returns the bookmark that ends the initial events, or a gap. */
  #bookmarks(isKnown: boolean): Change<EventOf<V>>[] {
    const annotations: Record<string, string> = {};
    if (this.#isInitial) annotations["k8s.io/initial-events-end"] = "true";
    if (this.#hasGap) annotations["kubecast.dev/gap"] = "true";
    if (this.#hasGap && !isKnown) annotations["kubecast.dev/deletions"] = "unknown";
    const isDue = this.#isInitial || this.#hasGap;
    this.#isInitial = this.#hasGap = false;
    if (!isDue) return [];
    const object = this.#resource.toEvent({ resourceVersion: this.#progress.version, annotations });
    return [changeOf({ type: "BOOKMARK", object })];
  }

  /** Creates a batch whose last change completes the position. */
  #toBatch(changes: readonly Change<EventOf<V>>[], before: string | undefined): Batch<EventOf<V>> {
    const { position } = this.#progress;
    for (const change of changes) change.position = before;
    const last = changes.at(-1);
    if (last !== undefined) last.position = position;
    return { changes, position };
  }
}
