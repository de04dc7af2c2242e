import assert from "node:assert/strict";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event, WatchEvent } from "../../../mod.ts";
import type { EventStream } from "../../../src/read/mod.ts";

type Event = CoreV1Event | EventsV1Event;

/**
 * The state after applying a stream's changes in order; fails at an inconsistent change: one that is repeated, out of
 * order, or for an unknown event.
 */
export class AppliedEvents {
  readonly events = new Map<string, Event>();
  /** Every change, as `ADDED name version`. */
  readonly changes: string[] = [];
  /** How many bookmarks ended the initial events. */
  bookmarks = 0;
  /** The annotation `kubecast.dev/deletions` of every bookmark that ended a gap. */
  readonly gaps: string[] = [];
  /** Whether a stream may repeat changes. */
  mayRepeat = (): boolean => false;
  /** Whether the stream has ended, and its error, if any. */
  ended = false;
  error: unknown;

  /** Reads a stream to its end, in the background. */
  static of<V extends ApiVersion>(stream: EventStream<V>): AppliedEvents {
    const applied = new AppliedEvents();
    void applied.read(stream);
    return applied;
  }

  /** Reads a stream to its end: the first one, or one that resumes after it. */
  async read<V extends ApiVersion>(stream: EventStream<V>): Promise<void> {
    this.ended = false;
    this.error = undefined;
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.apply(value as WatchEvent<EventOf<V> & Event>);
      }
    } catch (error) {
      this.error = error;
    }
    this.ended = true;
  }

  apply({ type, object }: WatchEvent<Event>): void {
    const { name = "", uid, resourceVersion = "", annotations } = object.metadata;
    if (type === "BOOKMARK") {
      if (annotations?.["k8s.io/initial-events-end"] === "true") this.bookmarks++;
      else this.gaps.push(annotations?.["kubecast.dev/deletions"] ?? "");
      if (annotations?.["kubecast.dev/gap"] !== "true") assert.equal(this.bookmarks, 1);
      return;
    }
    this.changes.push(`${type} ${name} ${resourceVersion}`);
    const known = this.events.get(name);
    const shown = `${type} of ${name} at ${resourceVersion}, after ${known?.metadata.resourceVersion}`;
    const isRepeat = type === "DELETED"
      ? known === undefined
      : Number(known?.metadata.resourceVersion) >= Number(resourceVersion);
    if (isRepeat && this.mayRepeat()) return;
    switch (type) {
      case "ADDED":
        assert.equal(known, undefined, shown);
        break;
      case "MODIFIED":
        assert.equal(known?.metadata.uid, uid, shown);
        assert.ok(Number(resourceVersion) > Number(known!.metadata.resourceVersion), shown);
        break;
      case "DELETED":
        assert.equal(known?.metadata.uid, uid, shown);
        this.events.delete(name);
        return;
      default:
        assert.fail(shown);
    }
    this.events.set(name, object);
  }

  /** The version of each event, by name. */
  get versions(): Record<string, string | undefined> {
    return versionsOf(this.events.values());
  }
}

/** The version of each event, by name. */
export function versionsOf(events: Iterable<Event>): Record<string, string | undefined> {
  const versions = [...events].map(({ metadata }) => [metadata.name!, metadata.resourceVersion] as const);
  return Object.fromEntries(versions.sort(([a], [b]) => a < b ? -1 : 1));
}
