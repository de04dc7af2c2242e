import type { ApiVersion, EventOf } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import { StatusError } from "../api/status_error.ts";
import { EventPages } from "./event_pages.ts";
import type { EventsResource } from "./events_resource.ts";
import { GRACE_MS, OpenWatch, parseLines } from "./open_watch.ts";
import { ReadingProgress } from "./reading_progress.ts";
import { type Batch, ReportedChanges } from "./reported_changes.ts";
import { isExpired, WatchRetries } from "./watch_retries.ts";

/** Maximum number of lines parsed at once; bounds memory for a slow consumer. */
const BATCH = 64;
/**
 * A watch that ends within this time without a line has expired, unless its version is fresh: GKE does this instead of
 * 410.
 */
const SILENTLY_EXPIRED_MS = 2000;
/** Longer than `SILENTLY_EXPIRED_MS`, in whole seconds: no watch that was granted its time counts as expired. */
const MIN_TIMEOUT_SECONDS = 3;
/** Watches that end early are opened no more often than this. */
const MIN_WATCH_MS = 1000;
/** A watch that was open for this long has worked, even if nothing happened. */
const HEALTHY_MS = 10_000;
/** After this many consecutive early ends without a line, lists the events: the version may be the cause. */
const MAX_FRUITLESS = 4;

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

export interface ReflectorOptions<V extends ApiVersion> {
  readonly resource: EventsResource<V>;
  /** `"beginning"`, `"now"`, or the position that an earlier stream reached. */
  readonly since: string;
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
  readonly #retries: WatchRetries;
  readonly #progress: ReadingProgress;
  readonly #reported: ReportedChanges<V>;
  readonly #stats = { lists: 0, watches: 0, gaps: 0 };
  /** The next step; "start" and "resume" are the first of streams from now and from a version. */
  #next: "start" | "resume" | "list" | "check" | "watch";
  /** The list in progress. */
  #pages: EventPages<V> | undefined;
  /** Number of consecutive watches that ended early without a line. */
  #fruitless = 0;
  /** Whether a request has been sent. */
  #hasAsked = false;

  constructor(options: ReflectorOptions<V>) {
    const { resource, since, clock } = options;
    this.#options = options;
    this.#retries = new WatchRetries(options);
    this.#next = since === "beginning" ? "list" : since === "now" ? "start" : "resume";
    const progress = new ReadingProgress(clock, this.#next === "resume" ? since : undefined);
    this.#progress = progress;
    this.#reported = new ReportedChanges({ resource, progress, since });
  }

  /** Returns the counters. */
  get stats(): EventStreamStats {
    const { lists, watches, gaps } = this.#stats;
    return { lists, watches, events: this.#reported.count, gaps };
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
        yield this.#reported.start(await this.#latestVersion());
        return void (this.#next = "watch");
      case "check":
        if (await this.#isReachable()) this.#next = "watch";
    }
  }

  /** Decides where to continue after a failure. */
  #recover(error: unknown): void {
    this.#progress.forgetChecked();
    if (this.#next === "list") return; // continues at the same page, or at the first one if the list has expired
    if (isExpired(error) || this.#fruitless >= MAX_FRUITLESS) this.#lost();
    else if (this.#next === "watch") this.#next = "check";
  }

  /** Called when the changes after the version are lost: lists the events next. */
  #lost(): void {
    this.#stats.gaps++;
    this.#reported.lost();
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
    if (this.#progress.isAheadOf(version)) {
      this.#lost();
      return false;
    }
    this.#progress.checked(version);
    return true;
  }

  /** Reads the events at the version to resume from, to distinguish later changes from earlier ones. */
  async #resume(): Promise<void> {
    const { resource, pageSize, signal } = this.#options;
    const resourceVersion = this.#progress.version!;
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
      if (isExact) this.#reported.learn(page.items);
    }
    if (isExact) this.#reported.learnedAll();
    this.#pages = undefined;
    this.#next = "watch";
  }

  /** Lists all events, and reports the changes since the last report. */
  async *#list(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, pageSize, signal } = this.#options;
    const pages = this.#pages ??= new EventPages(resource, { pageSize });
    while (!pages.isDone) {
      const isFirst = pages.isAtStart;
      const { items, resourceVersion } = await pages.next(signal);
      this.#retries.answered("list");
      if (isFirst) {
        this.#stats.lists++;
        this.#reported.beginList(resourceVersion);
      }
      const batch = this.#reported.page(items);
      if (batch.changes.length > 0) yield batch;
    }
    this.#pages = undefined;
    this.#next = "watch";
    yield this.#reported.endList();
  }

  /** Watches until the server or the connection ends it. */
  async *#watch(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, clock, random, quietMs, signal } = this.#options;
    const timeoutSeconds = Math.max(MIN_TIMEOUT_SECONDS, Math.ceil(quietMs * (0.75 + random() / 4) / 1000));
    const watch = await OpenWatch.open(resource, { resourceVersion: this.#progress.version!, timeoutSeconds, signal });
    this.#retries.answered("watch");
    this.#stats.watches++;
    this.#fruitless++;
    const openedMs = clock.now();
    const resumed = (): void => this.#retries.resumed(openedMs);
    const lasting = setTimeout(resumed, SILENTLY_EXPIRED_MS);
    let isSilent = true;
    /** Whether nothing has changed: each watch repeats the latest deletions, from the version before them. */
    let isQuiet = true;
    try {
      for await (const lines of watch.lines()) {
        for (let from = 0; from < lines.length; from += BATCH) {
          const { events, failure } = parseLines<EventOf<V>>(lines.slice(from, from + BATCH));
          if (events.length > 0) {
            if (isSilent) {
              resumed();
              this.#works();
            }
            isSilent = false;
            const batch = this.#reported.watched(events);
            if (batch.changes.length > 0) isQuiet = false;
            yield batch;
          }
          if (failure !== undefined) throw failure;
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
    const timeoutMs = timeoutSeconds * 1000;
    // With changes, it may have lived for so long because the consumer was slow; longer, because the computer was suspended.
    const isComplete = isQuiet && livedMs >= timeoutMs && livedMs < timeoutMs + GRACE_MS;
    if (isComplete && this.#progress.catchUp(timeoutMs)) yield { changes: [], position: this.#progress.position };
    if (isQuiet && livedMs >= SILENTLY_EXPIRED_MS && !this.#progress.isChecked) this.#next = "check";
    await this.#ended(livedMs, isSilent);
  }

  /** Called when the watch has proved to work. */
  #works(): void {
    this.#retries.healthy();
    this.#fruitless = 0;
  }

  /** Called when a watch has ended without an error; throws if it ended at once. */
  async #ended(livedMs: number, isSilent: boolean): Promise<void> {
    // The clock may have been set back meanwhile.
    if (!isSilent) return await this.#retries.wait(Math.min(MIN_WATCH_MS - livedMs, MIN_WATCH_MS));
    if (livedMs >= SILENTLY_EXPIRED_MS) return this.#works();
    const message = "The watch ended at once";
    throw this.#progress.isFresh ? new Error(message) : new StatusError({ code: 410, reason: "Expired", message });
  }
}
