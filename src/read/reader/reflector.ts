import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import type { Gap } from "../../base/event/occurrence.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { EventPages } from "./event_pages.ts";
import type { EventStreamStats } from "./event_stream.ts";
import type { EventsResource } from "./events_resource.ts";
import { GRACE_MS, openWatch, parseLines } from "./open_watch.ts";
import { tellLogger } from "../../base/tools/logger.ts";
import { isComparable, Position } from "./position.ts";
import type { ReadingProgress } from "./reading_progress.ts";
import { type Batch, ReportedChanges } from "./reported_changes.ts";
import { isExpired, isFuture, WatchRetries, type WatchRetriesOptions } from "./watch_retries.ts";

/**
 * How soon a watch has to end without a line to count as expired, unless its version is fresh. GKE ends expired watches
 * like this instead of responding with 410.
 */
const SILENTLY_EXPIRED_MS = 2000;
/** Minimum timeout of a watch: longer than `SILENTLY_EXPIRED_MS`, so that a complete watch never counts as expired. */
const MIN_TIMEOUT_SECONDS = 3;
/** Minimum time between the openings of watches that end early. */
const MIN_WATCH_MS = 1000;
/** How long a watch must be open to count as working, even if nothing happened. */
const HEALTHY_MS = 10_000;
/**
 * After this many consecutive watches that end early without a line, lists the events: the version may be the cause.
 */
const MAX_FRUITLESS = 4;

export interface ReflectorOptions<V extends ApiVersion> extends WatchRetriesOptions {
  readonly resource: EventsResource<V>;
  /** `"beginning"`, `"now"`, or the position that an earlier stream reached. */
  readonly since: string;
  readonly pageSize: number;
  readonly quietMs: number;
}

/**
 * The next step of a {@linkcode Reflector}:
 *
 * | state    | requests                                      | then                                               |
 * | -------- | --------------------------------------------- | -------------------------------------------------- |
 * | `start`  | the latest version, for a stream from `"now"` | watch                                              |
 * | `resume` | the events at the position to resume from     | watch; list if the server's history is another one |
 * | `list`   | all events                                    | watch                                              |
 * | `watch`  | the changes after the position, until it ends | verify, or check if quiet; list if they are lost   |
 * | `verify` | the position's witness                        | watch; list if the server's history is another one |
 * | `check`  | the witness, and the latest version           | watch; list if the server's history is another one |
 *
 * A step that fails is repeated after a pause; a watch that fails is repeated after a check.
 */
type State = "start" | "resume" | "list" | "watch" | "verify" | "check";

/**
 * Lists and watches events, and resumes after every failure that a retry can fix (client-go's
 * {@link https://github.com/kubernetes/client-go/blob/master/tools/cache/reflector.go | Reflector}).
 *
 * Pull-based: sends requests, and reads responses, only while a batch is awaited.
 */
export class Reflector<V extends ApiVersion> {
  readonly #options: ReflectorOptions<V>;
  readonly #retries: WatchRetries;
  readonly #progress: ReadingProgress;
  readonly #reported: ReportedChanges<V>;
  readonly #stats = { lists: 0, watches: 0, gaps: 0 };
  #state: State;
  /** The list in progress. */
  #pages: EventPages<V> | undefined;
  /** Whether the list repeats one that the server interrupted. */
  #isRepeated = false;
  /** Number of consecutive watches that ended early without a line. */
  #fruitless = 0;
  /** Whether a request has been sent. */
  #hasAsked = false;
  #hasToldOpaque = false;
  /** When it was last known that all changes had been read. */
  #readMs: number | undefined;
  /** The beginning of the gap that the next list will end. */
  #gapStart: Pick<Gap, "from"> | undefined;
  /** The last gap, once the events have been listed again. */
  lastGap: Gap | undefined;

  constructor(options: ReflectorOptions<V>) {
    const { since } = options;
    const position = Position.parse(since);
    this.#options = options;
    this.#retries = new WatchRetries(options);
    this.#state = since === "now" ? "start" : position === undefined || position.isBegun ? "list" : "resume";
    this.#reported = new ReportedChanges(options, position);
    this.#progress = this.#reported.progress;
  }

  get stats(): EventStreamStats {
    const { retryAtMs, trouble } = this.#retries;
    return {
      ...this.#stats,
      events: this.#reported.count,
      ...this.lastGap && { lastGap: this.lastGap },
      ...retryAtMs !== undefined && { retryAt: new Date(retryAtMs) },
      ...trouble !== undefined && { trouble },
    };
  }

  get beginning(): Position | undefined {
    return this.#progress.beginning;
  }

  /** The error of the last request, or one for a server that has never responded; `undefined` once it responds. */
  get failure(): unknown {
    const isSilent = this.#hasAsked && !this.#retries.hasAnswered;
    return this.#retries.failure ?? (isSilent ? new Error("The server has not responded") : undefined);
  }

  /** Reads until the signal aborts; throws errors that no retry can fix. */
  async *batches(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      try {
        this.#hasAsked = true;
        this.#state = yield* this.#step();
      } catch (error) {
        try {
          signal.throwIfAborted();
          const verb = this.#state === "watch" ? "watch" : "list";
          this.#state = this.#stateAfter(error);
          await this.#retries.failed(error, verb);
        } catch (final) {
          if (signal.aborted) return;
          throw final;
        }
      }
    }
  }

  async *#step(): AsyncGenerator<Batch<EventOf<V>>, State, undefined> {
    switch (this.#state) {
      case "start": {
        const version = await this.#latestVersion();
        this.#tellOpaque(version);
        this.#readMs = this.#options.clock.now();
        yield this.#reported.start(version);
        return "watch";
      }
      case "resume":
        return await this.#resume();
      case "list":
        return yield* this.#list();
      case "watch":
        return yield* this.#watch();
      case "verify":
        return await this.#hasWitness() ? "watch" : this.#lost({ isOther: true });
      case "check":
        return await this.#hasPosition() ? "watch" : this.#lost({ isOther: true });
    }
  }

  #stateAfter(error: unknown): State {
    this.#progress.forgetChecked();
    // A watch proves nothing, because a server that merely lags behind another refuses it in the same way.
    if (isFuture(error) && this.#state !== "watch") return this.#lost({ isOther: true });
    // A list of the latest version continues at the same page, or at the first one if it has expired.
    if (this.#state === "list" && this.#pages?.isLatest) return "list";
    if (isExpired(error) || this.#fruitless >= MAX_FRUITLESS) return this.#lost({ isOther: false });
    return this.#state === "watch" ? "check" : this.#state;
  }

  /** Called when the changes after the position are lost, so that the events must be listed. */
  #lost({ isOther }: { readonly isOther: boolean }): State {
    this.#stats.gaps++;
    this.#gapStart ??= { from: this.#readMs === undefined ? undefined : new Date(this.#readMs) };
    this.#reported.lost(isOther);
    this.#pages = undefined;
    this.#fruitless = 0;
    return "list";
  }

  async #latestVersion(): Promise<string> {
    const { resource, signal } = this.#options;
    return this.#answered(await resource.latestVersion(signal));
  }

  #answered<T>(answer: T): T {
    this.#retries.answered("list");
    return answer;
  }

  /** Whether the server's history has the position's witness; true if that cannot be known. */
  async #hasWitness(): Promise<boolean> {
    const { resource, signal } = this.#options;
    const { version, witness } = this.#progress.position!;
    if (witness?.name === undefined) return true;
    return this.#answered(await resource.has(witness, version, signal));
  }

  /** Whether the server has also reached the position; a watch would wait until it does. */
  async #hasPosition(): Promise<boolean> {
    if (!await this.#hasWitness()) return false;
    const latest = await this.#latestVersion();
    if (this.#progress.isAheadOf(latest)) return false;
    this.#progress.checked(latest);
    return true;
  }

  /** Reads the events at the position to resume from, to distinguish later changes from earlier ones. */
  async #resume(): Promise<State> {
    const { resource, pageSize, signal } = this.#options;
    const resourceVersion = this.#progress.position!.version;
    if (this.#pages === undefined) {
      if (!await this.#hasPosition()) return this.#lost({ isOther: true });
      this.#pages = new EventPages(resource, pageSize, resourceVersion);
    }
    let isExact = true;
    while (isExact && !this.#pages.isDone) {
      const page = this.#answered(await this.#pages.next(signal));
      // A server that ignores the version responds with the latest version.
      isExact = page.resourceVersion === resourceVersion;
      if (isExact) this.#reported.learn(page.items);
    }
    return !isExact || this.#reported.learnedAll() ? "watch" : this.#lost({ isOther: true });
  }

  /** Lists all events, and reports the changes since the last report. */
  async *#list(): AsyncGenerator<Batch<EventOf<V>>, State, undefined> {
    const { resource, pageSize, clock, signal } = this.#options;
    // An earlier stream may have reported a part of the first list, so list that version, which has the same counts.
    const begun = this.#stats.lists + this.#stats.gaps === 0 ? this.#progress.position?.version : undefined;
    const pages = this.#pages ??= new EventPages(resource, pageSize, begun);
    while (!pages.isDone) {
      const isFirst = pages.isAtStart;
      const { items, resourceVersion } = this.#answered(await pages.next(signal));
      if (isFirst) {
        this.#stats.lists++;
        this.#tellOpaque(resourceVersion, items[0]?.metadata.resourceVersion);
        this.#readMs = clock.now();
        if (this.#gapStart !== undefined) this.lastGap = { ...this.#gapStart, to: new Date(this.#readMs) };
        this.#reported.beginList(resourceVersion);
      }
      const batch = this.#reported.page(items);
      if (batch.changes.length > 0) yield batch;
    }
    this.#pages = undefined;
    // If pages have different versions, changes between them are lost, so list again, but only once: it may recur.
    this.#isRepeated = pages.isMixed && !this.#isRepeated;
    if (this.#reported.isOfOther() || this.#isRepeated) return "list";
    this.#gapStart = undefined;
    yield this.#reported.endList();
    return "watch";
  }

  /** Logs once that the order of two changes cannot be known. */
  #tellOpaque(...versions: readonly (string | undefined)[]): void {
    const opaque = versions.find((version) => version !== undefined && !isComparable(version));
    if (opaque === undefined || this.#hasToldOpaque) return;
    this.#hasToldOpaque = true;
    tellLogger(
      this.#options.logger,
      "warn",
      `The server's resourceVersions are not numbers, such as ${JSON.stringify(opaque.slice(0, 100))}: ` +
        "changes are taken in the order in which they arrive, and another process cannot resume",
    );
  }

  /** Watches until the server or the connection ends it. */
  async *#watch(): AsyncGenerator<Batch<EventOf<V>>, State, undefined> {
    const { resource, clock, random, quietMs, signal } = this.#options;
    const timeoutSeconds = Math.max(MIN_TIMEOUT_SECONDS, Math.ceil(quietMs * (0.75 + random() / 4) / 1000));
    const timeoutMs = timeoutSeconds * 1000;
    const watch = openWatch(resource, { resourceVersion: this.#progress.version!, timeoutSeconds }, signal);
    const askedMs = clock.now();
    await watch.next();
    this.#retries.answered("watch");
    this.#stats.watches++;
    this.#fruitless++;
    // A proxy that buffers holds the response back until the server has ended the watch.
    const isBuffered = Math.round((clock.now() - askedMs) / 1000) >= timeoutSeconds;
    const openedMs = isBuffered ? askedMs : clock.now();
    const livedMs = (): number => clock.now() - openedMs;
    const resumed = (): void => this.#retries.resumed(openedMs);
    const lasting = setTimeout(resumed, SILENTLY_EXPIRED_MS);
    let isSilent = true;
    /** Whether nothing has changed; each watch first repeats the latest deletions, after the version before them. */
    let isQuiet = true;
    /** Called when the watch ends. Everything until now was read, unless it had expired or its connection was dead. */
    const watchedUntilNow = (): void => {
      if (isSilent && livedMs() < SILENTLY_EXPIRED_MS || livedMs() >= timeoutMs + GRACE_MS) return;
      this.#readMs = clock.now();
    };
    try {
      for await (const lines of watch) {
        for (const events of parseLines<EventOf<V>>(lines)) {
          if (isSilent) {
            resumed();
            this.#works();
          }
          isSilent = false;
          // At most the watch's end, because a slow consumer reads lines long after they were sent.
          this.#readMs = Math.min(clock.now(), openedMs + timeoutMs);
          const batch = this.#reported.watched(events);
          if (batch.changes.length > 0) isQuiet = false;
          yield batch;
        }
      }
      watchedUntilNow();
    } catch (error) {
      if (!(error instanceof StatusError)) watchedUntilNow();
      // A quiet watch that a proxy closes every minute is not an outage.
      if (livedMs() >= HEALTHY_MS) this.#works();
      throw error;
    } finally {
      clearTimeout(lasting);
    }
    const ranMs = livedMs();
    // A watch with changes may have been prolonged by a slow consumer; a longer one, by the machine being suspended.
    const isComplete = isQuiet && ranMs >= timeoutMs && ranMs < timeoutMs + GRACE_MS;
    if (isComplete && this.#progress.catchUp(timeoutMs)) yield { changes: [], position: this.#progress.position };
    // The clock may have been set back meanwhile.
    if (!isSilent) await this.#retries.wait(Math.min(MIN_WATCH_MS - ranMs, MIN_WATCH_MS));
    else if (ranMs >= SILENTLY_EXPIRED_MS) this.#works();
    else {
      const message = "The watch ended at once";
      throw this.#progress.isFresh ? new Error(message) : new StatusError({ code: 410, reason: "Expired", message });
    }
    return isQuiet && ranMs >= SILENTLY_EXPIRED_MS && !this.#progress.isChecked ? "check" : "verify";
  }

  /** Called when the watch evidently works. */
  #works(): void {
    this.#retries.healthy();
    this.#fruitless = 0;
  }
}
