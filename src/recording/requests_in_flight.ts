import { startTimer } from "../api/time.ts";

/**
 * The part of the timeout after which a request may be cancelled early: 5 of 30 seconds by default. A healthy API server
 * responds within a second, and a sixth leaves room for one that is five times slower.
 */
const EARLY = 6;

/** Number of slow responses in a row, or without a fast one before, after which the server counts as slow for everybody. */
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
  /** Whether its request may use the full timeout, however many writes are queued. */
  readonly isPatient: boolean;
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
  /** Oldest first. */
  readonly #requests = new Set<Request>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #areOthersWaiting = false;
  /** Number of responses since the last that came before requests are cancelled early. */
  #slowAnswers = SLOW_ANSWERS;
  #isAborted = false;
  #abortReason: unknown;
  /** Number of requests made. */
  made = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Time without a response after which a request is cancelled in favor of queued writes. */
  get #impatientMs(): number {
    return this.#timeoutMs / EARLY;
  }

  /** Makes a request: rejects if it times out, and after {@linkcode abort}. */
  run<R>(requester: Requester, send: (signal: AbortSignal) => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#isAborted) return reject(this.#abortReason);
      this.made++;
      const controller = new AbortController();
      const request: Request = { requester, controller, reject, startedMs: Date.now() };
      this.#requests.add(request);
      if (this.#timer === undefined) this.#arm();
      const onError = (error: unknown): void => {
        this.#remove(request);
        reject(error);
      };
      try {
        Promise.resolve(send(controller.signal)).then((answer) => {
          this.#answered(request);
          resolve(answer);
        }, onError);
      } catch (error) {
        onError(error);
      }
    });
  }

  /**
   * Sets whether writes are queued until a request finishes: then the oldest request whose requester is not patient is
   * cancelled early, if others are answered faster. A server that is slow for everybody is given its time.
   */
  setOthersWaiting(areWaiting: boolean): void {
    if (this.#areOthersWaiting === areWaiting) return;
    this.#areOthersWaiting = areWaiting;
    if (areWaiting) this.#arm();
  }

  /** Aborts all requests, and rejects all later ones. */
  abort(reason: unknown): void {
    this.#isAborted = true;
    this.#abortReason = reason;
    for (const request of [...this.#requests]) this.#end(request, reason);
  }

  #end(request: Request, reason: unknown): void {
    this.#remove(request);
    request.reject(reason);
    request.controller.abort(reason);
  }

  #answered(request: Request): void {
    if (!this.#remove(request)) return;
    const wasSlow = this.#slowAnswers >= SLOW_ANSWERS;
    if (Date.now() - request.startedMs >= this.#impatientMs) this.#slowAnswers++;
    else {
      this.#slowAnswers = 0;
      if (wasSlow) this.#arm();
    }
  }

  /** Removes a request; returns `false` if it has timed out before. */
  #remove(request: Request): boolean {
    const isInFlight = this.#requests.delete(request);
    if (isInFlight && this.#requests.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return isInFlight;
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
    const [oldest] = this.#requests;
    if (oldest === undefined) return undefined;
    const impatient = this.#oldestImpatient();
    const timeoutMs = oldest.startedMs + this.#timeoutMs;
    return impatient === undefined ? timeoutMs : Math.min(timeoutMs, impatient.startedMs + this.#impatientMs);
  }

  /** Returns the oldest request that may be cancelled early. */
  #oldestImpatient(): Request | undefined {
    if (!this.#areOthersWaiting || this.#slowAnswers >= SLOW_ANSWERS) return undefined;
    for (const request of this.#requests) if (!request.requester.isPatient) return request;
    return undefined;
  }

  #onTimer(): void {
    this.#timer = undefined;
    const nowMs = Date.now();
    // A request that started in the future is due too: the clock was set back.
    const isDue = ({ startedMs }: Request, ms: number): boolean => nowMs >= startedMs + ms || nowMs < startedMs;
    for (const request of this.#requests) {
      if (!isDue(request, this.#timeoutMs)) break;
      this.#end(request, new NoAnswerError(this.#timeoutMs, { isEarly: false }));
    }
    const impatient = this.#oldestImpatient();
    if (impatient !== undefined && isDue(impatient, this.#impatientMs)) {
      this.#end(impatient, new NoAnswerError(this.#impatientMs, { isEarly: true }));
    }
    this.#arm();
  }
}
