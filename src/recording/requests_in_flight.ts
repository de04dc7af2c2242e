import { startTimer } from "../api/time.ts";

/**
 * A request may be cancelled early after the timeout divided by this: 5 of 30 seconds by default. A healthy API server
 * responds within a second; this leaves room for one that is five times slower.
 */
const EARLY = 6;

/** Number of slow responses in a row after which the server is slow for everybody, and cancelling early does not help. */
const SLOW_ANSWERS = 3;

/** A request timed out. */
export class NoAnswerError extends DOMException {
  /** Whether it was cancelled early in favor of queued writes. */
  readonly isEarly: boolean;

  constructor(ms: number, { isEarly }: { isEarly: boolean }) {
    super(`No response within ${Math.round(ms)} ms`, "TimeoutError");
    this.isEarly = isEarly;
  }
}

/** Owner of requests. */
export interface Requester {
  /** Whether an earlier request was cancelled early: this one may use the full timeout, however many writes are queued. */
  readonly wasCancelledEarly: boolean;
  /** Whether it no longer waits for a response, or the end of a pause; its promise then never settles. */
  readonly isOver?: boolean;
}

interface Request {
  readonly requester: Requester;
  readonly controller: AbortController;
  readonly reject: (reason: unknown) => void;
  readonly startedMs: number;
}

/**
 * The requests in flight. Each one times out, even if the sink ignores its signal.
 *
 * One timer serves all: the timeout is the same, so the oldest request times out first. Each request has its own
 * controller: Node reports more than ten listeners on one signal as a leak, with a warning on the terminal.
 */
export class RequestsInFlight {
  readonly #timeoutMs: number;
  #maxRequests: number;
  /** Oldest first; no Set, as in a `Sender`. */
  readonly #requests: Request[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  readonly #pauses = new Set<ReturnType<typeof setTimeout>>();
  #areOthersWaiting = false;
  /** Number of slow responses since the last fast one; nothing is cancelled early before the first fast one. */
  #slowAnswers = SLOW_ANSWERS;
  /** The message of the error of {@linkcode abort}. */
  #aborted: string | undefined;
  made = 0;

  constructor(timeoutMs: number, maxRequests = Infinity) {
    this.#timeoutMs = timeoutMs;
    this.#maxRequests = maxRequests;
  }

  /** Whether no more requests may be made. */
  get isUsedUp(): boolean {
    return this.made >= this.#maxRequests;
  }

  /** Allows no more requests: the runtime refuses them. */
  useUp(): void {
    this.#maxRequests = 0;
  }

  /** Allows requests again, without a limit. */
  renew(): void {
    this.#maxRequests = Infinity;
  }

  /** Time without a response after which a request may be cancelled early; sooner, a response is fast. */
  get #earlyMs(): number {
    return this.#timeoutMs / EARLY;
  }

  /** Makes a request: rejects if it times out, and after {@linkcode abort}. */
  run<R>(requester: Requester, send: (signal: AbortSignal) => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#aborted !== undefined) return reject(new DOMException(this.#aborted, "AbortError"));
      this.made++;
      const controller = new AbortController();
      const request: Request = { requester, controller, reject, startedMs: Date.now() };
      this.#requests.push(request);
      if (this.#timer === undefined) this.#arm();
      const onError = (error: unknown): void => {
        this.#remove(request);
        if (!requester.isOver) reject(error);
      };
      try {
        Promise.resolve(send(controller.signal)).then((answer) => {
          this.#answered(request);
          if (!requester.isOver) resolve(answer);
        }, onError);
      } catch (error) {
        onError(error);
      }
    });
  }

  /** Waits between two requests; after {@linkcode abort} for ever, without a timer. */
  pause(requester: Requester, ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#aborted !== undefined) return;
      const timer = startTimer(() => {
        this.#pauses.delete(timer);
        if (!requester.isOver) resolve();
      }, ms);
      this.#pauses.add(timer);
    });
  }

  /**
   * Sets whether writes are queued until a request finishes: then the oldest request is cancelled early, once for each
   * write, if others are answered faster. None is if the server is slow for everybody.
   */
  setOthersWaiting(areWaiting: boolean): void {
    if (this.#areOthersWaiting === areWaiting) return;
    this.#areOthersWaiting = areWaiting;
    if (areWaiting) this.#arm();
  }

  /** Aborts all requests and pauses, and rejects all later requests, with an AbortError. */
  abort(message: string): void {
    this.#aborted = message;
    for (const timer of this.#pauses) clearTimeout(timer);
    this.#pauses.clear();
    // Created only if needed: its stack trace costs a worker more than a timer.
    if (this.#requests.length === 0) return;
    const reason = new DOMException(message, "AbortError");
    for (const request of [...this.#requests]) this.#end(request, reason);
  }

  #end(request: Request, reason: unknown): void {
    this.#remove(request);
    if (!request.requester.isOver) request.reject(reason);
    request.controller.abort(reason);
  }

  #answered(request: Request): void {
    if (!this.#remove(request)) return;
    const wasSlow = this.#slowAnswers >= SLOW_ANSWERS;
    if (Date.now() - request.startedMs >= this.#earlyMs) this.#slowAnswers++;
    else {
      this.#slowAnswers = 0;
      if (wasSlow) this.#arm();
    }
  }

  /** Removes a request; returns `false` if it has timed out before. */
  #remove(request: Request): boolean {
    const index = this.#requests.indexOf(request);
    if (index < 0) return false;
    this.#requests.splice(index, 1);
    if (this.#requests.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return true;
  }

  /** Sets the timer to the earliest due time. */
  #arm(): void {
    const dueMs = this.#nextDueMs();
    if (dueMs === undefined || this.#timer !== undefined && this.#dueMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    // Caps the delay in case the clock was set back.
    const leftMs = Math.min(Math.max(dueMs - Date.now(), 0), this.#timeoutMs);
    this.#timer = startTimer(() => this.#onTimer(), leftMs);
  }

  #nextDueMs(): number | undefined {
    const oldest = this.#requests[0];
    if (oldest === undefined) return undefined;
    const next = this.#nextToCancel();
    const timeoutMs = oldest.startedMs + this.#timeoutMs;
    return next === undefined ? timeoutMs : Math.min(timeoutMs, next.startedMs + this.#earlyMs);
  }

  /** Returns the oldest request that may be cancelled early. */
  #nextToCancel(): Request | undefined {
    if (!this.#areOthersWaiting || this.#slowAnswers >= SLOW_ANSWERS) return undefined;
    return this.#requests.find(({ requester }) => !requester.wasCancelledEarly);
  }

  #onTimer(): void {
    this.#timer = undefined;
    const nowMs = Date.now();
    // A request that started in the future is due too: the clock was set back.
    const isDue = ({ startedMs }: Request, ms: number): boolean => nowMs >= startedMs + ms || nowMs < startedMs;
    for (const request of [...this.#requests]) {
      if (!isDue(request, this.#timeoutMs)) break;
      this.#end(request, new NoAnswerError(this.#timeoutMs, { isEarly: false }));
    }
    const next = this.#nextToCancel();
    if (next !== undefined && isDue(next, this.#earlyMs)) {
      this.#end(next, new NoAnswerError(this.#earlyMs, { isEarly: true }));
    }
    this.#arm();
  }
}
