import type { AnyEvent } from "../../base/event/event.ts";
import { toWireEvent } from "../../base/event/event_like.ts";
import { RequestLimitError, unansweredError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { Timer, Timers } from "../../base/tools/time.ts";
import type { EventSink } from "../sink/event_sink.ts";
import type { Entry } from "./entry.ts";
import { List } from "../../base/tools/list.ts";
import { NoAnswerError } from "./retry.ts";

/**
 * A request may be cut short after the timeout divided by this: 5 of 30 seconds by default. A healthy API server
 * responds within a second; this leaves room for one that is five times slower.
 */
const CUT_SHORT = 6;
/**
 * Number of slow responses in a row after which the server counts as slow for all requests, so that cutting one short
 * would not help.
 */
const SLOW_ANSWERS = 3;

/** A slot of a sender, taken by a write in flight. */
export interface Slot {
  readonly sender: Sender;
  readonly entry: Entry;
  /** Whether the gate of its object or namespace was ajar; the server's does not matter. */
  readonly isDoubtful: boolean;
  /** The number of successes of the recording when it was taken. */
  readonly since: number;
  /** Its index in the sender's list, which changes as others are freed. */
  index: number;
}

/** Thrown for a request that a sender may not make, because it has made {@linkcode FlushOptions.maxRequests}. */
export class SpentError extends RequestLimitError {}

type Answer = ReturnType<EventSink<AnyEvent>["create"]>;

/** An attempt at a write, as its requests see it. */
export interface Requester {
  /** Whether an earlier try was cut short; this one may then use the full timeout, however many writes are queued. */
  readonly wasCutShort: boolean;
  /** Whether its promises must no longer settle. */
  readonly isOver: boolean;
}

/** A request in flight, in a list from the oldest to the newest. */
interface Request {
  readonly requester: Requester;
  readonly controller: AbortController;
  readonly reject: (reason: unknown) => void;
  readonly startedMs: number;
  before: Request | undefined;
  after: Request | undefined;
  isInFlight: boolean;
}

interface SenderOptions {
  /** Number of its slots. */
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  /** The runtime's timers. */
  readonly timers: Timers;
  /** Number of requests that it may make; unlimited by default. */
  readonly maxRequests?: number | undefined;
  /** Counts its requests. */
  readonly counts: { requests: number };
  /** Called when one of its writes is over, but not when one is taken back. */
  readonly onFree: () => void;
}

/**
 * The slots and requests of a recording or, with `autoFlush: false`, of one of its flushes, which can use no requests
 * or timers of another.
 *
 * Each request times out, even if the sink ignores its signal. One timer serves all, because the timeout is the same
 * and the oldest request times out first. Each request has its own controller, because Node warns of a leak if one
 * signal has more than ten listeners.
 */
export class Sender {
  readonly onFree: () => void;
  // An array, not a Set: a Set's outgrown tables survive V8's minor collections and make them three times slower.
  readonly #slots: Slot[] = [];
  /** Number of slots taken by doubtful writes. */
  #doubtful = 0;
  readonly #concurrency: number;
  readonly #timeoutMs: number;
  /** Time without a response after which a request may be cut short. A response within it counts as fast. */
  readonly #cutShortMs: number;
  readonly #timers: Timers;
  readonly #counts: { requests: number };
  #maxRequests: number;
  #made = 0;
  /** The requests in flight, the oldest first. */
  readonly #requests: List<Request> = new List();
  #timer: Timer | undefined;
  #dueMs = 0;
  readonly #pauses = new Set<Timer>();
  #areOthersWaiting = false;
  /** Number of slow responses since the last fast one; nothing is cut short before the first fast one. */
  #slowAnswers = SLOW_ANSWERS;
  /** The message passed to {@linkcode abort}. */
  #aborted: string | undefined;

  constructor({ concurrency, requestTimeoutMs, timers, maxRequests = Infinity, counts, onFree }: SenderOptions) {
    this.#concurrency = concurrency;
    this.#timeoutMs = requestTimeoutMs;
    this.#cutShortMs = requestTimeoutMs / CUT_SHORT;
    this.#timers = timers;
    this.#counts = counts;
    this.#maxRequests = maxRequests;
    this.onFree = onFree;
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  get isFull(): boolean {
    return this.#slots.length >= this.#concurrency;
  }

  /** Whether its budget is spent, so that it may make no more requests. */
  get isSpent(): boolean {
    return this.#made >= this.#maxRequests;
  }

  /** Sets the budget: spent, because the runtime refuses requests, or unlimited. */
  setSpent(isSpent: boolean): void {
    this.#maxRequests = isSpent ? 0 : Infinity;
  }

  /**
   * Whether a doubtful write may take the next free slot. Doubtful writes take at most a quarter of the slots, but at
   * least one.
   */
  get takesDoubtful(): boolean {
    return this.#concurrency === 1 || this.#doubtful < Math.max(Math.floor(this.#concurrency / 4), 1);
  }

  take(entry: Entry, isDoubtful: boolean, since: number): Slot {
    const slot = { sender: this, entry, isDoubtful, since, index: this.#slots.length };
    this.#slots.push(slot);
    if (isDoubtful) this.#doubtful++;
    return slot;
  }

  free({ isDoubtful, index }: Slot): void {
    const last = this.#slots.pop()!;
    if (last.index !== index) {
      this.#slots[index] = last;
      last.index = index;
    }
    if (isDoubtful) this.#doubtful--;
  }

  /** Makes a request. Rejects if it times out, after {@linkcode abort}, or if the budget is spent. */
  run(requester: Requester, send: (signal: AbortSignal) => Answer): Promise<AnyEvent> {
    return new Promise((resolve, reject) => {
      if (requester.isOver) return;
      if (this.#aborted !== undefined) return reject(new DOMException(this.#aborted, "AbortError"));
      if (this.isSpent) return reject(new SpentError("The flush has made maxRequests requests"));
      this.#made++;
      this.#counts.requests++;
      const request = this.#add(requester, reject);
      const onError = (error: unknown): void => {
        this.#remove(request);
        if (!requester.isOver) reject(understood(error));
      };
      try {
        Promise.resolve(send(request.controller.signal)).then((answer) => {
          this.#answered(request);
          if (requester.isOver) return;
          try {
            // A custom sink may resolve with anything, or nothing.
            resolve(Object(answer).metadata ? toWireEvent<AnyEvent>(answer) : answer as AnyEvent);
          } catch (error) {
            reject(error);
          }
        }, onError);
      } catch (error) {
        onError(error);
      }
    });
  }

  /** Waits between two requests. After {@linkcode abort}, it waits forever, without a timer. */
  pause(requester: Requester, ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#aborted !== undefined) return;
      const timer = this.#timers.start(() => {
        this.#pauses.delete(timer);
        if (!requester.isOver) resolve();
      }, ms);
      this.#pauses.add(timer);
    });
  }

  /**
   * Sets whether writes wait for a slot. While they do, the oldest request is cut short, once per write, unless the
   * server is slow for all requests.
   */
  setOthersWaiting(areWaiting: boolean): void {
    if (this.#areOthersWaiting === areWaiting) return;
    this.#areOthersWaiting = areWaiting;
    if (areWaiting) this.#arm();
  }

  /** Aborts all requests and pauses, and rejects all later requests, with an AbortError. */
  abort(message: string): void {
    this.#aborted = message;
    for (const timer of this.#pauses) this.#timers.clear(timer);
    // Created only if needed, because its stack trace costs a worker more than a timer.
    if (this.#requests.first === undefined) return;
    const reason = new DOMException(message, "AbortError");
    for (const request of this.#requests) this.#end(request, reason);
  }

  #add(requester: Requester, reject: (reason: unknown) => void): Request {
    const request: Request = {
      requester,
      controller: new AbortController(),
      reject,
      startedMs: Date.now(),
      before: undefined,
      after: undefined,
      isInFlight: true,
    };
    this.#requests.add(request);
    if (this.#timer === undefined) this.#arm();
    return request;
  }

  /** Removes a request; returns `false` if it was removed before. */
  #remove(request: Request): boolean {
    if (!request.isInFlight) return false;
    request.isInFlight = false;
    this.#requests.remove(request);
    if (this.#requests.first === undefined) {
      this.#timers.clear(this.#timer);
      this.#timer = undefined;
    }
    return true;
  }

  #end(request: Request, reason: unknown): void {
    if (!this.#remove(request)) return;
    if (!request.requester.isOver) request.reject(reason);
    request.controller.abort(reason);
  }

  #answered(request: Request): void {
    if (!this.#remove(request)) return;
    const wasSlow = this.#slowAnswers >= SLOW_ANSWERS;
    if (Date.now() - request.startedMs >= this.#cutShortMs) this.#slowAnswers++;
    else {
      this.#slowAnswers = 0;
      if (wasSlow) this.#arm();
    }
  }

  /** Sets the timer to the earliest due time. */
  #arm(): void {
    const oldest = this.#requests.first;
    if (oldest === undefined) return;
    const next = this.#nextToCutShort();
    const dueMs = Math.min(
      oldest.startedMs + this.#timeoutMs,
      next === undefined ? Infinity : next.startedMs + this.#cutShortMs,
    );
    if (this.#timer !== undefined && this.#dueMs <= dueMs) return;
    this.#timers.clear(this.#timer);
    this.#dueMs = dueMs;
    // Cap the delay, in case the clock was set back.
    const leftMs = Math.min(Math.max(dueMs - Date.now(), 0), this.#timeoutMs);
    this.#timer = this.#timers.start(() => this.#onTimer(), leftMs);
  }

  /** Returns the oldest request that may be cut short. */
  #nextToCutShort(): Request | undefined {
    if (!this.#areOthersWaiting || this.#slowAnswers >= SLOW_ANSWERS) return undefined;
    for (const request of this.#requests) if (!request.requester.wasCutShort) return request;
    return undefined;
  }

  #onTimer(): void {
    this.#timer = undefined;
    const nowMs = Date.now();
    // A request that started in the future is due too, because the clock was set back.
    const isDue = ({ startedMs }: Request, ms: number): boolean => nowMs >= startedMs + ms || nowMs < startedMs;
    for (const request of this.#requests) {
      if (!isDue(request, this.#timeoutMs)) break;
      this.#end(request, new NoAnswerError(this.#timeoutMs, { isCutShort: false }));
    }
    const next = this.#nextToCutShort();
    if (next !== undefined && isDue(next, this.#cutShortMs)) {
      this.#end(next, new NoAnswerError(this.#cutShortMs, { isCutShort: true }));
    }
    this.#arm();
  }
}

/**
 * Returns an error of a sink: the error of another client as a `StatusError`, and a wrapped error of this package
 * unwrapped.
 */
function understood(error: unknown): unknown {
  try {
    return StatusError.of(error) ?? unansweredError(error) ?? error;
  } catch {
    return error; // reading it throws
  }
}
