import type { ApiVersion } from "../api/event.ts";
import { reasonOf } from "../api/logger.ts";
import type { V1ObjectMeta, WatchEvent } from "../api/kubernetes_object.ts";
import { StatusError, type V1Status } from "../api/status_error.ts";
import type { EventsResource } from "./events_resource.ts";
import { hasVersion, isVersioned } from "./known_events.ts";
import { LineDecoder } from "./line_decoder.ts";

/** etcd stores objects of up to 1.5 MiB, which JSON expands at most sixfold. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** A watch that is silent for this long after its timeout is dead: the server would have ended it. */
export const GRACE_MS = 15_000;

interface OpenWatchOptions {
  /** The version to start after. */
  readonly resourceVersion: string;
  /** The time after which the server ends the watch. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** One request that watches events, until the server, the connection or the signal ends it. */
export class OpenWatch {
  readonly #attempt = new AbortController();
  readonly #signal: AbortSignal;
  #body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #timer: ReturnType<typeof setTimeout>;
  /** Whether a response is awaited, and whether it has been for the whole interval of the timer. */
  #isWaiting = true;
  #isSilent = false;

  private constructor({ timeoutSeconds, signal }: OpenWatchOptions) {
    this.#signal = signal;
    signal.addEventListener("abort", this.#abort);
    this.#timer = setTimeout(this.#check, timeoutSeconds * 1000);
  }

  /** Sends the request, and returns the watch once the server has responded. */
  static async open<V extends ApiVersion>(resource: EventsResource<V>, options: OpenWatchOptions): Promise<OpenWatch> {
    const watch = new OpenWatch(options);
    try {
      watch.#body = await resource.watch(options, watch.#attempt.signal);
      watch.#attempt.signal.throwIfAborted();
      return watch;
    } catch (error) {
      watch.close();
      throw error;
    }
  }

  /** Reads the lines of the body, those of a chunk together, to its end. */
  async *lines(): AsyncGenerator<readonly string[], void, undefined> {
    const decoder = new LineDecoder(MAX_LINE_BYTES);
    for (;;) {
      this.#isWaiting = true;
      const { done, value } = await this.#body!.read().catch((cause) => {
        this.#attempt.signal.throwIfAborted();
        throw new Error(`The watch was cut: ${reasonOf(cause)}`, { cause });
      });
      this.#attempt.signal.throwIfAborted();
      this.#isWaiting = this.#isSilent = false;
      yield done ? [decoder.rest()] : decoder.decode(value);
      if (done) return;
    }
  }

  /** Ends the request. */
  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#abort);
    this.#attempt.abort();
    this.#cancel();
  }

  /** Aborts a silent watch. One that is not being read is not silent: its consumer is slow. */
  readonly #check = (): void => {
    if (this.#isSilent) {
      this.#attempt.abort(new Error("The connection of the watch is dead"));
      return this.#cancel();
    }
    this.#isSilent = this.#isWaiting;
    this.#timer = setTimeout(this.#check, GRACE_MS);
  };

  readonly #abort = (): void => {
    this.#attempt.abort(this.#signal.reason);
    this.#cancel();
  };

  /** Ends a pending read too: a custom fetch may ignore its signal. */
  #cancel(): void {
    this.#body?.cancel().catch(() => {});
  }
}

/**
 * Parses lines of a watch up to an invalid one, and returns its error too: a `StatusError` if it reports one.
 *
 * Parses all lines at once: to parse and look up events in turn would double the processor's cache misses.
 */
export function parseLines<E>(lines: readonly string[]): { events: WatchEvent<E>[]; failure: unknown } {
  const events: WatchEvent<E>[] = [];
  try {
    for (const line of lines) {
      // Empty, but for a carriage return.
      if (line.length >= 2) events.push(parseLine(line));
    }
  } catch (failure) {
    return { events, failure };
  }
  return { events, failure: undefined };
}

/** @throws {StatusError} If it reports an error; an `Error` if it is not an event. */
function parseLine<E>(line: string): WatchEvent<E> {
  let change: { readonly type?: string; readonly object?: { readonly metadata?: V1ObjectMeta } } | null;
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
      if (isVersioned(change.object)) return change as unknown as WatchEvent<E>;
      break;
    case "BOOKMARK":
      if (hasVersion(change.object)) return change as unknown as WatchEvent<E>;
      break;
    case "ERROR":
      throw new StatusError(Object(change.object) as V1Status);
  }
  throw new Error("The watch responded with something that is not an event");
}
