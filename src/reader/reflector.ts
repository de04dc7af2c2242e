import type { ApiVersion, EventOf } from "../api/event.ts";
import { type Logger, reasonOf } from "../api/logger.ts";
import type { Clock } from "../api/time.ts";
import type { V1Status } from "../api/status.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { StatusError } from "../connection/status_error.ts";
import type { EventsResource } from "./events_resource.ts";
import { hasVersion, isNewer, isVersioned, KnownEvents, type Versioned } from "./known_events.ts";
import { LineDecoder } from "./line_decoder.ts";
import { isExpired, WatchRetries } from "./watch_retries.ts";

/** etcd stores objects of up to 1.5 MiB, which JSON expands at most sixfold. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Maximum number of lines parsed at once; bounds memory for a slow consumer. */
const BATCH = 64;
/** Time past its timeout after which a watch that has not ended counts as dead. */
const GRACE_MS = 30_000;
/**
 * A watch that ends within this time without a line has expired, unless its version is fresh: GKE does this instead of
 * 410.
 */
const SILENTLY_EXPIRED_MS = 2000;
const FRESH_MS = 60_000;
/** Watches that end early are opened no more often than this. */
const MIN_WATCH_MS = 1000;
/** A watch that was open for this long has worked, even if nothing happened. */
const HEALTHY_MS = 30_000;
/** After this many consecutive early ends without a line, lists the events: the version may be the cause. */
const MAX_FRUITLESS = 4;

/** Events to report, in order, with the versions to resume from. */
export interface Batch<E> {
  readonly events: readonly WatchEvent<E>[];
  /** The version to resume from after each event; without these it changes with the last one only. */
  readonly versions?: readonly (string | undefined)[];
  /** The version to resume from after the last event. */
  readonly resourceVersion: string | undefined;
}

/**
 * Counters of an {@linkcode EventStream}.
 *
 * @category Reader
 */
export interface EventStreamStats {
  /** Number of lists. */
  readonly lists: number;
  /** Number of watches opened. */
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
  #next: "start" | "list" | "check" | "watch";
  /** Everything up to this version has been reported. */
  #version: string | undefined;
  /** The newest reported version, perhaps incomplete. */
  #latest: string | undefined;
  /** Last time at which the version was known to be the server's newest. */
  #freshAtMs = -Infinity;
  /** Whether the bookmark after the initial events is still to be emitted. */
  #initial: boolean;
  /** Number of consecutive watches that ended early without a line. */
  #fruitless = 0;
  #hasAsked = false;

  constructor(options: ReflectorOptions<V>) {
    const { resource, since } = options;
    this.#options = options;
    this.#known = new KnownEvents(resource.toEvent);
    this.#retries = new WatchRetries(options);
    this.#initial = since === "beginning" || since === "now";
    this.#next = since === "beginning" ? "list" : since === "now" ? "start" : "check";
    if (!this.#initial) this.#version = this.#latest = since;
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
      case "list":
        return yield* this.#list();
      case "watch":
        return yield* this.#watch();
      case "start":
        this.#reached(await this.#latestVersion());
        return yield { events: this.#initialEnd(), resourceVersion: this.#version };
      case "check":
        // A version newer than the server's is from another server: the watch would wait for it silently.
        if (isNewer(this.#version!, await this.#latestVersion())) this.#lost();
        else this.#next = "watch";
    }
  }

  /** Decides where to resume after a failure. */
  #recover(error: unknown): void {
    if (isExpired(error) || this.#fruitless >= MAX_FRUITLESS) this.#lost();
    else if (this.#next === "watch") this.#next = "check";
  }

  /** Called when the changes after the version are lost: lists the events next. */
  #lost(): void {
    if (this.#next !== "list") this.#stats.gaps++;
    this.#next = "list";
    this.#fruitless = 0;
  }

  async #latestVersion(): Promise<string> {
    const version = await this.#options.resource.latestVersion(this.#options.signal);
    this.#retries.answered("list");
    return version;
  }

  /** Called when everything up to the server's newest version has been reported. */
  #reached(version: string): void {
    this.#version = this.#latest = version;
    this.#freshAtMs = this.#options.clock.now();
    this.#next = "watch";
  }

  /** Returns the bookmark that ends the initial events, the first time. */
  #initialEnd(): WatchEvent<EventOf<V>>[] {
    if (!this.#initial) return [];
    this.#initial = false;
    const annotations = { "k8s.io/initial-events-end": "true" };
    const { toEvent } = this.#options.resource;
    return [{ type: "BOOKMARK", object: toEvent({ resourceVersion: this.#version, annotations }) }];
  }

  /** Lists all events, and reports the changes since the last report. */
  async *#list(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, pageSize, signal } = this.#options;
    this.#known.beginList();
    this.#stats.lists++;
    let version: string | undefined;
    let token = "";
    do {
      const page = await resource.page(pageSize, token, signal);
      this.#retries.answered("list");
      version ??= page.resourceVersion;
      token = page.continue;
      // A list older than the reported version is from another server.
      const since = this.#version !== undefined && isNewer(this.#version, version) ? undefined : this.#version;
      const events = page.items.flatMap((item) => this.#known.compare(item, since));
      this.#stats.events += events.length;
      if (events.length > 0) yield { events, resourceVersion: this.#version };
    } while (token !== "");
    const deletions = this.#known.endList(version);
    this.#stats.events += deletions.length;
    this.#reached(version);
    yield { events: [...deletions, ...this.#initialEnd()], resourceVersion: version };
  }

  /** Watches until the server or the connection ends it. */
  async *#watch(): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const { resource, clock, random, signal } = this.#options;
    const timeoutSeconds = Math.floor(300 * (1 + random()));
    const attempt = new AbortController();
    const abort = (): void => attempt.abort(signal.reason);
    const dead = (): void => attempt.abort(new Error("The connection of the watch is dead"));
    const timer = setTimeout(dead, timeoutSeconds * 1000 + GRACE_MS);
    signal.addEventListener("abort", abort);
    let openedMs = Infinity;
    const resumed = (): void => this.#retries.resumed(openedMs);
    let lasting: ReturnType<typeof setTimeout> | undefined;
    let body: ReadableStreamDefaultReader<Uint8Array> | undefined;
    // Ends a pending read too: a custom fetch may ignore its signal.
    const cancel = (): void => void body?.cancel().catch(() => {});
    attempt.signal.addEventListener("abort", cancel);
    try {
      body = await resource.watch({ resourceVersion: this.#version!, timeoutSeconds }, attempt.signal);
      this.#retries.answered("watch");
      this.#stats.watches++;
      this.#fruitless++;
      openedMs = clock.now();
      lasting = setTimeout(resumed, SILENTLY_EXPIRED_MS);
      let silent = true;
      for await (const batch of this.#read(body)) {
        if (silent) {
          resumed();
          this.#works();
        }
        silent = false;
        yield batch;
      }
      await this.#ended(clock.now() - openedMs, silent);
    } catch (error) {
      // A quiet watch that a proxy closes every minute is not an outage.
      if (clock.now() - openedMs >= HEALTHY_MS) this.#works();
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(lasting);
      signal.removeEventListener("abort", abort);
      attempt.signal.removeEventListener("abort", cancel);
      cancel();
    }
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
      this.#next = "check";
      return;
    }
    const isFresh = this.#options.clock.now() - this.#freshAtMs < FRESH_MS;
    const message = "The watch ended at once";
    throw isFresh ? new Error(message) : new StatusError({ code: 410, reason: "Expired", message });
  }

  /** Reads the body of a watch to its end. Yields every parsed event, as it counts as reported. */
  async *#read(body: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Batch<EventOf<V>>, void, undefined> {
    const decoder = new LineDecoder(MAX_LINE_BYTES);
    for (;;) {
      const { done, value } = await body.read().catch((cause) => {
        throw new Error(`The watch was cut: ${reasonOf(cause)}`, { cause });
      });
      const lines = done ? [decoder.rest()] : decoder.decode(value);
      for (let from = 0; from < lines.length; from += BATCH) yield* this.#parse(lines.slice(from, from + BATCH));
      if (done) return;
    }
  }

  /** Parses some lines; yields those before an invalid one, then throws its error. */
  *#parse(lines: readonly string[]): Generator<Batch<EventOf<V>>, void, undefined> {
    const events: WatchEvent<EventOf<V>>[] = [];
    const versions: (string | undefined)[] = [];
    let read = 0;
    let failure: unknown;
    try {
      for (const line of lines) {
        // Empty, but for a carriage return.
        if (line.length < 2) continue;
        const change = parseLine<EventOf<V>>(line);
        read++;
        const event = change.type === "BOOKMARK" ? undefined : this.#known.observe(change);
        this.#advance(change);
        if (event === undefined) continue;
        events.push(event);
        versions.push(this.#version);
      }
    } catch (error) {
      failure = error;
    }
    this.#stats.events += events.length;
    if (read > 0) yield { events, versions, resourceVersion: this.#version };
    if (failure !== undefined) throw failure;
  }

  /**
   * Advances the versions. Events that expire together share one, so a deletion completes only the versions before its
   * own.
   */
  #advance({ type, object }: WatchEvent<EventOf<V>>): void {
    const version = object.metadata.resourceVersion!;
    if (this.#latest !== undefined && !isNewer(version, this.#latest)) return;
    this.#version = type === "DELETED" ? this.#latest : version;
    this.#latest = version;
  }
}

function parseLine<E>(line: string): WatchEvent<E> {
  let change: Partial<WatchEvent<Partial<Versioned>>> | null;
  try {
    change = JSON.parse(line);
  } catch {
    // Without the cause: it quotes the line.
    throw new Error("The watch ended in the middle of a line, or is not JSON");
  }
  switch (change?.type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      if (isVersioned(change.object)) return change as WatchEvent<E>;
      break;
    case "BOOKMARK":
      if (hasVersion(change.object)) return change as WatchEvent<E>;
      break;
    case "ERROR":
      throw new StatusError(Object(change.object) as V1Status);
  }
  throw new Error("The watch responded with something that is not an event");
}
