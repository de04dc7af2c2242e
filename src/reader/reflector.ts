import type { ApiVersion, EventOf } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { StatusError } from "../connection/status_error.ts";
import { EventPages } from "./event_pages.ts";
import type { EventsResource } from "./events_resource.ts";
import { type Change, changeOf, isNewer, KnownEvents } from "./known_events.ts";
import { OpenWatch, parseLine } from "./open_watch.ts";
import { isExpired, WatchRetries } from "./watch_retries.ts";

/** Maximum number of lines parsed at once; bounds memory for a slow consumer. */
const BATCH = 64;
/**
 * A watch that ends within this time without a line has expired, unless its version is fresh: GKE does this instead of
 * 410.
 */
const SILENTLY_EXPIRED_MS = 2000;
const MIN_TIMEOUT_SECONDS = 3;
const FRESH_MS = 60_000;
/** Watches that end early are opened no more often than this. */
const MIN_WATCH_MS = 1000;
/** A watch that was open for this long has worked, even if nothing happened. */
const HEALTHY_MS = 10_000;
/** After this many consecutive early ends without a line, lists the events: the version may be the cause. */
const MAX_FRUITLESS = 4;
/** After complete watches of this time in all, every change from before them has been read. */
const CAUGHT_UP_MS = 40_000;

/** Changes to report, in order. */
export interface Batch<E> {
  readonly changes: readonly Change<E>[];
  /** The version to resume from after the last change. */
  readonly resourceVersion: string | undefined;
}

/**
 * Counters of an {@linkcode EventStream} or {@linkcode OccurrenceStream}.
 *
 * @category Reader
 */
export interface EventStreamStats {
  /** Number of lists. */
  readonly lists: number;
  /** Number of watches opened: about one in `quietMs`. */
  readonly watches: number;
  /** Number of changes read, except those reported before. */
  readonly events: number;
  /** Number of times the next changes were no longer available, so that the events were listed again. */
  readonly gaps: number;
}

/**
 * Start of a stream: all events, only new ones, or those after a version.
 *
 * @category Reader
 */
export type Since = "beginning" | "now" | (string & Record<never, never>);

/** Options of {@linkcode Reflector}. */
export interface ReflectorOptions<V extends ApiVersion> {
  readonly resource: EventsResource<V>;
  readonly since: Since;
  readonly pageSize: number;
  readonly quietMs: number;
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Lists and watches events, and resumes after every failure that a retry can solve (client-go's
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/cache/reflector.go | Reflector}).
 *
 * Pull-based: it requests and reads only while a batch is awaited.
 */
export class Reflector<V extends ApiVersion> {
  readonly #options: ReflectorOptions<V>;
  readonly #known: KnownEvents<EventOf<V>>;
  readonly #retries: WatchRetries;
  readonly #stats = { lists: 0, watches: 0, events: 0, gaps: 0 };
  #next: "start" | "resume" | "list" | "check" | "watch";
  /** The list in progress, and its version. */
  #pages: EventPages<V> | undefined;
  #listVersion = "";
  /** Everything up to this version has been reported. */
  #version: string | undefined;
  /** The newest reported version, perhaps incomplete. */
  #latest: string | undefined;
  /** Last time at which the version was known to be the server's newest. */
  #freshAtMs = -Infinity;
  /** A version that the server had, when it was read, and how long complete watches opened since then have lasted. */
  #checked: { readonly version: string; readonly atMs: number; watchedMs: number } | undefined;
  /** Bookmarks to emit at the end of the next list. */
  #isInitial: boolean;
  #hasGap = false;
  /** Number of consecutive watches that ended early without a line. */
  #fruitless = 0;
  #hasAsked = false;

  constructor(options: ReflectorOptions<V>) {
    const { resource, since } = options;
    this.#options = options;
    this.#known = new KnownEvents({ isFirst: since === "beginning", toEvent: resource.toEvent });
    this.#retries = new WatchRetries(options);
    this.#isInitial = since === "beginning" || since === "now";
    this.#next = since === "beginning" ? "list" : since === "now" ? "start" : "resume";
    if (!this.#isInitial) this.#version = this.#latest = since;
  }

  /** Returns the counters. */
  get stats(): EventStreamStats {
    return { ...this.#stats };
  }

  /** The error of the last request, or of a server that has never responded; `undefined` if it has responded since. */
  get failure(): unknown {
    const isSilent = this.#hasAsked && !this.#retries.hasAnswered;
    return this.#retries.failure ?? (isSilent ? new Error("The server has not responded") : undefined);
  }

  /** Reads until the signal aborts; throws errors that no retry can solve. */
  async *batches(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      try {
        yield* this.#step();
      } catch (error) {
        try {
          signal.throwIfAborted();
          const verb = this.#next === "watch" ? "watch" : "list";
          this.#recover(error);
          await this.#retries.failed(error, verb);
        } catch (final) {
          if (signal.aborted) return;
          throw final;
        }
      }
    }
  }

  async *#step(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    this.#hasAsked = true;
    switch (this.#next) {
      case "resume":
        return await this.#resume();
      case "list":
        return yield* this.#list();
      case "watch":
        return yield* this.#watch();
      case "start":
        this.#reached(await this.#latestVersion());
        return yield this.#toBatch(this.#bookmarks(), undefined);
      case "check":
        if (await this.#isReachable()) this.#next = "watch";
    }
  }

  /** Decides where to continue after a failure. */
  #recover(error: unknown): void {
    this.#checked = undefined;
    if (this.#next === "list") return; // continues at the same page, or at the first one if the list has expired
    if (isExpired(error) || this.#fruitless >= MAX_FRUITLESS) this.#lost();
    else if (this.#next === "watch") this.#next = "check";
  }

  /** Called when the changes after the version are lost: lists the events next. */
  #lost(): void {
    this.#stats.gaps++;
    this.#hasGap = true;
    this.#next = "list";
    this.#pages = undefined;
    this.#fruitless = 0;
  }

  async #latestVersion(): Promise<string> {
    const version = await this.#options.resource.latestVersion(this.#options.signal);
    this.#retries.answered("list");
    return version;
  }

  /** Whether the server has reached the version: a newer one is of another server, and a watch would wait for it. */
  async #isReachable(): Promise<boolean> {
    const version = await this.#latestVersion();
    if (isNewer(this.#version!, version)) {
      this.#lost();
      return false;
    }
    this.#checked = { version, atMs: this.#options.clock.now(), watchedMs: 0 };
    return true;
  }

  /** Called when everything up to the server's newest version has been reported. */
  #reached(version: string): void {
    this.#version = this.#latest = version;
    this.#freshAtMs = this.#options.clock.now();
    this.#next = "watch";
  }

  /** Returns the bookmark that ends the initial events, or a gap. */
  #bookmarks(isKnown = true): Change<EventOf<V>>[] {
    const annotations: Record<string, string> = {};
    if (this.#isInitial) annotations["k8s.io/initial-events-end"] = "true";
    if (this.#hasGap) annotations["kubecast.dev/gap"] = "true";
    if (this.#hasGap && !isKnown) annotations["kubecast.dev/deletions"] = "unknown";
    const isDue = this.#isInitial || this.#hasGap;
    this.#isInitial = this.#hasGap = false;
    if (!isDue) return [];
    const object = this.#options.resource.toEvent({ resourceVersion: this.#version, annotations });
    return [changeOf({ type: "BOOKMARK", object })];
  }

  /** Creates a batch whose last change completes the current version. */
  #toBatch(changes: readonly Change<EventOf<V>>[], before: string | undefined): Batch<EventOf<V>> {
    for (const change of changes) change.resourceVersion = before;
    const last = changes.at(-1);
    if (last !== undefined) last.resourceVersion = this.#version;
    return { changes, resourceVersion: this.#version };
  }

  /** Learns the events at the version to resume from, so that later changes are told from earlier ones. */
  async #resume(): Promise<void> {
    const { resource, pageSize, signal } = this.#options;
    const resourceVersion = this.#version!;
    if (this.#pages === undefined) {
      if (!await this.#isReachable()) return;
      this.#pages = new EventPages(resource, { pageSize, resourceVersion });
    }
    let isExact = true;
    while (isExact && !this.#pages.isDone) {
      const page = await this.#pages.next(signal);
      this.#retries.answered("list");
      // A server that ignores the version responds with the latest.
      isExact = page.resourceVersion === resourceVersion;
      for (const item of isExact ? page.items : []) this.#known.learn(item);
    }
    if (isExact) this.#known.learnedAll();
    this.#pages = undefined;
    this.#next = "watch";
  }

  /** Lists all events, and reports the changes since the last report. */
  async *#list(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, pageSize, signal } = this.#options;
    const pages = this.#pages ??= new EventPages(resource, { pageSize });
    const wasComplete = this.#known.isComplete;
    while (!pages.isDone) {
      const isFirst = pages.isAtStart;
      const page = await pages.next(signal);
      this.#retries.answered("list");
      if (isFirst) {
        this.#known.beginList();
        this.#stats.lists++;
        this.#listVersion = page.resourceVersion;
      }
      // A list older than the reported version is from another server.
      const isOther = this.#version !== undefined && isNewer(this.#version, this.#listVersion);
      const since = isOther ? undefined : this.#version;
      const changes = page.items.flatMap((item) => this.#known.compare(item, since));
      this.#stats.events += changes.length;
      if (changes.length > 0) yield this.#toBatch(changes, this.#version);
    }
    const deletions = this.#known.endList(this.#listVersion);
    const before = this.#version;
    this.#stats.events += deletions.length;
    this.#pages = undefined;
    this.#reached(this.#listVersion);
    yield this.#toBatch([...deletions, ...this.#bookmarks(wasComplete)], before);
  }

  /** Watches until the server or the connection ends it. */
  async *#watch(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, clock, random, quietMs, signal } = this.#options;
    const timeoutSeconds = Math.max(MIN_TIMEOUT_SECONDS, Math.ceil(quietMs * (0.75 + random() / 4) / 1000));
    const watch = await OpenWatch.open(resource, { resourceVersion: this.#version!, timeoutSeconds, signal });
    this.#retries.answered("watch");
    this.#stats.watches++;
    this.#fruitless++;
    const openedMs = clock.now();
    const resumed = (): void => this.#retries.resumed(openedMs);
    const lasting = setTimeout(resumed, SILENTLY_EXPIRED_MS);
    let silent = true;
    try {
      for await (const lines of watch.lines()) {
        for (let from = 0; from < lines.length; from += BATCH) {
          for (const batch of this.#parse(lines.slice(from, from + BATCH))) {
            if (silent) {
              resumed();
              this.#works();
            }
            silent = false;
            yield batch;
          }
        }
      }
    } catch (error) {
      // A quiet watch that a proxy closes every minute is not an outage.
      if (clock.now() - openedMs >= HEALTHY_MS) this.#works();
      throw error;
    } finally {
      clearTimeout(lasting);
      watch.close();
    }
    const livedMs = clock.now() - openedMs;
    // With lines, it may have lived for so long because the consumer was slow.
    const isComplete = silent && livedMs >= timeoutSeconds * 1000;
    if (isComplete && this.#catchUp(timeoutSeconds * 1000)) yield this.#toBatch([], this.#version);
    await this.#ended(livedMs, silent);
  }

  /** Called when the watch has proved to work. */
  #works(): void {
    this.#retries.healthy();
    this.#fruitless = 0;
  }

  /** Called when a watch has ended without an error; throws if it ended at once. */
  async #ended(livedMs: number, silent: boolean): Promise<void> {
    // The clock may have been set back meanwhile.
    if (!silent) return await this.#retries.wait(Math.min(MIN_WATCH_MS - livedMs, MIN_WATCH_MS));
    if (livedMs >= SILENTLY_EXPIRED_MS) {
      this.#works();
      if (this.#checked === undefined) this.#next = "check";
      return;
    }
    const isFresh = this.#options.clock.now() - this.#freshAtMs < FRESH_MS;
    const message = "The watch ended at once";
    throw isFresh ? new Error(message) : new StatusError({ code: 410, reason: "Expired", message });
  }

  /**
   * Called after a complete watch without a change; returns whether the version has advanced. It would grow stale until
   * etcd compacts it, as other objects share its counter.
   *
   * There are no changes up to a version that the server had before a watch was opened, once that has run its time: by
   * default two watches, in case etcd stalled during the first.
   */
  #catchUp(watchedMs: number): boolean {
    if (this.#checked === undefined) return false;
    this.#checked.watchedMs += watchedMs;
    const { version, atMs } = this.#checked;
    if (this.#checked.watchedMs < CAUGHT_UP_MS) return false;
    this.#checked = undefined;
    if (!isNewer(version, this.#latest!)) return false;
    this.#version = this.#latest = version;
    this.#freshAtMs = atMs;
    return true;
  }

  /** Parses some lines; yields those before an invalid one, then throws its error. */
  *#parse(lines: readonly string[]): Generator<Batch<EventOf<V>>, void, undefined> {
    const changes: Change<EventOf<V>>[] = [];
    let read = 0;
    let failure: unknown;
    try {
      for (const line of lines) {
        // Empty, but for a carriage return.
        if (line.length < 2) continue;
        const event = parseLine<EventOf<V>>(line);
        read++;
        const change = this.#observe(event);
        if (change === undefined) continue;
        change.resourceVersion = this.#version;
        changes.push(change);
      }
    } catch (error) {
      failure = error;
    }
    this.#stats.events += changes.length;
    if (read > 0) yield { changes, resourceVersion: this.#version };
    if (failure !== undefined) throw failure;
  }

  /**
   * Returns the change to report for a watch event, and advances the versions. Events that expire together share one,
   * so a deletion completes only the versions before its own.
   */
  #observe(event: WatchEvent<EventOf<V>>): Change<EventOf<V>> | undefined {
    const { type, object } = event;
    const version = object.metadata.resourceVersion!;
    // A replay of older changes must not bring back an earlier state.
    const isReplay = type !== "DELETED" && this.#version !== undefined && !isNewer(version, this.#version);
    const change = type === "BOOKMARK" || isReplay ? undefined : this.#known.observe(event);
    if (this.#latest === undefined || isNewer(version, this.#latest)) {
      this.#version = type === "DELETED" ? this.#latest : version;
      this.#latest = version;
    }
    return change;
  }
}
