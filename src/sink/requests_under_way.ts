/** A request got no answer in time. */
export class NoAnswerError extends DOMException {
  /** Whether it had to make way for others before its time was over. */
  readonly madeWay: boolean;

  constructor(ms: number, { madeWay }: { madeWay: boolean }) {
    super(`No answer within ${Math.round(ms)} ms`, "TimeoutError");
    this.madeWay = madeWay;
  }
}

/** Somebody whose requests are watched. */
export interface Requester {
  /** Whether its request may take all its time, however many others wait. */
  isPatient: boolean;
}

interface Request {
  readonly requester: Requester;
  readonly controller: AbortController;
  readonly reject: (reason: unknown) => void;
  readonly startedMs: number;
}

/**
 * The requests that have no answer yet: each ends in time, even where the sink ignores its signal.
 *
 * One timer for all: each has the same time, so the oldest is always the first to time out. Each has a controller of
 * its own: Node takes more than ten listeners on one signal for a leak, and warns on the user's terminal.
 */
export class RequestsUnderWay {
  readonly #timeoutMs: number;
  /** In the order in which they were made. */
  readonly #requests = new Set<Request>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #areOthersWaiting = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** After how long without an answer a request makes way for others that wait. */
  get #impatientMs(): number {
    return this.#timeoutMs / 6;
  }

  /** Makes a request that ends in time. */
  run<R>(requester: Requester, makeRequest: (signal: AbortSignal) => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const controller = new AbortController();
      const request: Request = { requester, controller, reject, startedMs: Date.now() };
      this.#requests.add(request);
      if (this.#timer === undefined) this.#arm();
      let answer: Promise<R>;
      try {
        answer = Promise.resolve(makeRequest(controller.signal));
      } catch (error) {
        answer = Promise.reject(error);
      }
      answer.then(
        (stored) => {
          this.#remove(request);
          resolve(stored);
        },
        (error) => {
          this.#remove(request);
          reject(error);
        },
      );
    });
  }

  /**
   * Notes whether others wait until one of these is over: then the oldest has to make way, once for each requester that
   * is not patient.
   */
  setOthersWaiting(areWaiting: boolean): void {
    if (this.#areOthersWaiting === areWaiting) return;
    this.#areOthersWaiting = areWaiting;
    if (areWaiting) this.#arm();
  }

  /** Ends all of them. */
  abort(reason: unknown): void {
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

  /** Sets the timer to what is due first. */
  #arm(): void {
    const dueMs = this.#nextDueMs();
    if (dueMs === undefined || this.#timer !== undefined && this.#dueMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    // No longer than that, even where the clock was set back.
    const leftMs = Math.min(Math.max(dueMs - Date.now(), 0), this.#timeoutMs);
    this.#timer = setTimeout(() => this.#ring(), leftMs);
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

  #ring(): void {
    this.#timer = undefined;
    const nowMs = Date.now();
    // A clock that was set back makes none last longer.
    const isDue = ({ startedMs }: Request, ms: number): boolean => nowMs >= startedMs + ms || nowMs < startedMs;
    for (const request of this.#requests) {
      if (!isDue(request, this.#timeoutMs)) break;
      this.#end(request, new NoAnswerError(this.#timeoutMs, { madeWay: false }));
    }
    const impatient = this.#areOthersWaiting ? this.#oldestImpatient() : undefined;
    if (impatient !== undefined && isDue(impatient, this.#impatientMs)) {
      impatient.requester.isPatient = true;
      this.#end(impatient, new NoAnswerError(this.#impatientMs, { madeWay: true }));
    }
    this.#arm();
  }
}
