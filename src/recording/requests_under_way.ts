import { startTimer } from "../api/time.ts";

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
  isPatient: boolean;
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
export class RequestsUnderWay {
  readonly #timeoutMs: number;
  /** Oldest first. */
  readonly #requests = new Set<Request>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #areOthersWaiting = false;
  #isAborted = false;
  #abortReason: unknown;
  /** Number of requests made. */
  made = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Time without a response after which a request is cancelled in favor of queued writes. */
  get #impatientMs(): number {
    return this.#timeoutMs / 6;
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
          this.#remove(request);
          resolve(answer);
        }, onError);
      } catch (error) {
        onError(error);
      }
    });
  }

  /**
   * Sets whether writes are queued until a request finishes: then the oldest request is cancelled early, once per
   * requester that is not patient.
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

  #remove(request: Request): void {
    if (!this.#requests.delete(request) || this.#requests.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
    const impatient = this.#areOthersWaiting ? this.#oldestImpatient() : undefined;
    const timeoutMs = oldest.startedMs + this.#timeoutMs;
    return impatient === undefined ? timeoutMs : Math.min(timeoutMs, impatient.startedMs + this.#impatientMs);
  }

  #oldestImpatient(): Request | undefined {
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
    const impatient = this.#areOthersWaiting ? this.#oldestImpatient() : undefined;
    if (impatient !== undefined && isDue(impatient, this.#impatientMs)) {
      impatient.requester.isPatient = true;
      this.#end(impatient, new NoAnswerError(this.#impatientMs, { isEarly: true }));
    }
    this.#arm();
  }
}
