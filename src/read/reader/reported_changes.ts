import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { EventsResource } from "./events_resource.ts";
import { type Change, changeOf, KnownEvents } from "./known_events.ts";
import { isNewer, type Position } from "./position.ts";
import { ReadingProgress } from "./reading_progress.ts";

/** Changes to report, in order. */
export interface Batch<E> {
  readonly changes: readonly Change<E>[];
  /** Where to resume after the last change. */
  readonly position: Position | undefined;
}

interface ReportedChangesOptions<V extends ApiVersion> {
  readonly resource: EventsResource<V>;
  readonly clock: Clock;
  readonly since: string;
}

/** Turns lists and watch events into the changes to report, each once, and the bookmarks between them. */
export class ReportedChanges<V extends ApiVersion> {
  readonly progress: ReadingProgress;
  readonly #resource: EventsResource<V>;
  readonly #since: Position | undefined;
  readonly #known: KnownEvents<EventOf<V>>;
  #listVersion = "";
  /** Which bookmarks to emit once the state is complete: that of the initial events, or that of a gap. */
  #isInitial: boolean;
  #hasGap = false;
  /** Whether the next list belongs to another history than the reported events. */
  #isOther = false;
  /** Number of changes, without bookmarks. */
  count = 0;

  /** @param position The position that an earlier stream reached. */
  constructor({ resource, clock, since }: ReportedChangesOptions<V>, position: Position | undefined) {
    this.#resource = resource;
    this.#since = position;
    this.#isInitial = position === undefined || position.isBegun;
    this.#known = new KnownEvents(this.#isInitial && since !== "now", resource.toEvent);
    this.progress = new ReadingProgress(clock, position, () => this.#known.newest);
  }

  /** Marks events as reported, in their state at the position to resume from. */
  learn(items: readonly EventOf<V>[]): void {
    const { uid, resourceVersion } = this.progress.position!.witness ?? {};
    for (const item of items) {
      this.#known.learn(item);
      const { metadata } = item;
      if (uid === metadata.uid && resourceVersion === metadata.resourceVersion) this.progress.found(metadata);
    }
  }

  /** Called when all events of that version have been learned; returns `false` if the position's witness is missing. */
  learnedAll(): boolean {
    const { witness } = this.progress.position!;
    const newest = witness ?? this.#known.newest;
    if (witness === undefined && newest !== undefined) this.progress.found(newest);
    if (newest !== undefined && newest.name === undefined) return false;
    this.#known.isComplete = true;
    return true;
  }

  /**
   * Called when changes are lost, so that the next list ends a gap.
   *
   * @param isOther Whether the server's history is not the one that was reported.
   */
  lost(isOther: boolean): void {
    this.#hasGap = true;
    this.#isOther ||= isOther;
    if (isOther && !this.#known.isComplete) this.#known.forget();
  }

  /** Starts after the server's latest version, without the events before it. */
  start(version: string): Batch<EventOf<V>> {
    this.progress.reached(version);
    return this.#toBatch([this.#bookmark(false)], undefined);
  }

  beginList(version: string): void {
    this.#listVersion = version;
    // A list older than the reported version is from another server.
    this.#isOther ||= this.progress.isAheadOf(version);
    const isFirst = this.progress.version === undefined;
    this.#known.beginList(isFirst ? this.#since : this.progress.position, this.#isOther);
    this.progress.begun(version);
  }

  /** Reports the changes that a page of the list shows. */
  page(items: readonly EventOf<V>[]): Batch<EventOf<V>> {
    const { position } = this.progress;
    const changes = items.flatMap((item) => this.#known.compare(item));
    this.count += changes.length;
    return this.#toBatch(changes, position);
  }

  /** Called when the list is complete; returns whether it belongs to another history and must be read again. */
  isOfOther(): boolean {
    const isOfOther = this.#known.forgetOldOfOther();
    this.#isOther ||= isOfOther;
    return isOfOther;
  }

  /** Reports the deletions that the list, now complete, shows. */
  endList(): Batch<EventOf<V>> {
    const { position } = this.progress;
    const wasComplete = this.#known.isComplete;
    const deletions = this.#known.endList(this.#listVersion);
    this.count += deletions.length;
    this.progress.reached(this.#listVersion);
    this.#isOther = false;
    return this.#toBatch([...deletions, this.#bookmark(wasComplete)], position);
  }

  /** Reports the changes that events of a watch show. */
  watched(events: readonly WatchEvent<EventOf<V>>[]): Batch<EventOf<V>> {
    const changes: Change<EventOf<V>>[] = [];
    for (const event of events) {
      const change = this.#observe(event);
      if (!this.progress.reported(event, change !== undefined) || change === undefined) continue;
      change.position = this.progress.position;
      changes.push(change);
    }
    this.count += changes.length;
    return { changes, position: this.progress.position };
  }

  #observe(event: WatchEvent<EventOf<V>>): Change<EventOf<V>> | undefined {
    const { type, object: { metadata: { resourceVersion } } } = event;
    const { version } = this.progress;
    // A replayed older change must not restore an earlier state.
    const isReplay = type !== "DELETED" && version !== undefined && !isNewer(resourceVersion!, version);
    return type === "BOOKMARK" || isReplay ? undefined : this.#known.observe(event);
  }

  /** Returns the bookmark after a list: of the initial events, or of the state after a gap. */
  #bookmark(isKnown: boolean): Change<EventOf<V>> {
    const annotations: Record<string, string> = {};
    if (this.#isInitial) annotations["k8s.io/initial-events-end"] = "true";
    if (this.#hasGap) annotations["kubecast.dev/gap"] = "true";
    if (this.#hasGap && !isKnown) annotations["kubecast.dev/deletions"] = "unknown";
    this.#isInitial = this.#hasGap = false;
    const object = this.#resource.toEvent({ resourceVersion: this.progress.version, annotations });
    return changeOf({ type: "BOOKMARK", object });
  }

  /** Creates a batch with the position to resume from after its last change. */
  #toBatch(changes: readonly Change<EventOf<V>>[], before: Position | undefined): Batch<EventOf<V>> {
    for (const change of changes) change.position = before;
    return { changes, position: this.progress.position };
  }
}
