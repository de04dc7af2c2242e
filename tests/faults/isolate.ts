/** A callback that is due in a request, or outside of all. */
interface Task {
  readonly dueMs: number;
  readonly id: number;
  readonly request: IsolateRequest;
  readonly callback: () => void | Promise<void>;
}

/** The answer to a request that is never heard. */
export const LOST = Symbol("lost");

/** More than the deepest chain of promises that a callback continues. */
const TURNS = 60;

/** A request of an isolate. */
export interface IsolateRequest {
  /** Ends it without notice: its timers never fire, and what it waits for never comes. */
  kill(): void;
  readonly isOver: boolean;
}

/** Runs what a server does. */
const SERVER: IsolateRequest = { isOver: false, kill() {} };

/**
 * An isolate of an edge runtime on simulated time, as workerd is: timers and AbortControllers belong to the request that
 * made them, and die with it. Lists each use of those of another request, and what a request leaves running.
 */
export class Isolate {
  /** What a runtime would refuse, or cancel. */
  readonly violations: string[] = [];
  /** How far the clock is off, which timers do not notice. */
  skewMs = 0;
  readonly #tasks = new Map<number, Task>();
  readonly #real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    AbortController: globalThis.AbortController,
    now: Date.now,
    random: Math.random,
  };
  #nowMs = 1_700_000_000_000;
  #ids = 0;
  /** The request that runs; undefined at module level. */
  #current: IsolateRequest | undefined;

  /** Runs `body` in an isolate, in which time passes only in {@linkcode advance}; `random` replaces `Math.random`. */
  static async run(random: () => number, body: (isolate: Isolate) => Promise<void>): Promise<void> {
    const isolate = new Isolate();
    isolate.#install(random);
    try {
      await body(isolate);
    } finally {
      const { now, random, ...globals } = isolate.#real;
      Object.assign(globalThis, globals);
      Date.now = now;
      Math.random = random;
    }
  }

  /** The true time. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Begins a request, whose first line runs at once. */
  begin(handle: (request: IsolateRequest) => Promise<unknown>): Promise<void> {
    const request = {
      isOver: false,
      kill: (): void => {
        request.isOver = true;
        for (const [id, task] of this.#tasks) if (task.request === request) this.#tasks.delete(id);
      },
    };
    const end = (error?: unknown): void => {
      if (error !== undefined) this.violations.push(`A request failed: ${(error as Error).stack}`);
      for (const task of this.#tasks.values()) {
        if (task.request === request) this.violations.push("A request left a timer or a fetch running");
      }
      request.kill();
    };
    return this.#runIn(request, () => void handle(request).then(() => end(), end));
  }

  /**
   * Makes a request to a server, which has `answer` after half of the time, and is heard after all of it, unless that is
   * {@linkcode LOST}.
   */
  fetch<T>(
    answer: () => Promise<T | typeof LOST>,
    { afterMs, signal }: { afterMs: number; signal: AbortSignal },
  ): Promise<T> {
    const request = this.#current;
    return new Promise((resolve, reject) => {
      let pending = this.#add(Infinity, request, () => {});
      signal.addEventListener("abort", () => {
        if (this.#tasks.delete(pending)) reject(signal.reason);
      });
      // The server receives the request even if its client is gone.
      this.#add(afterMs / 2, SERVER, async () => {
        const settle = await answer().then(
          (answered) => answered === LOST ? undefined : () => resolve(answered),
          (error) => () => reject(error),
        );
        if (settle !== undefined && this.#tasks.delete(pending)) pending = this.#add(afterMs / 2, request, settle);
      });
    });
  }

  /** Runs code of the server, or of the test. */
  async outside<T>(run: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    await this.#runIn(SERVER, async () => {
      result = await run();
    });
    return result as T;
  }

  /** Lets time pass until there is nothing to do, or `ms` are over. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (let task = this.#next(untilMs); task !== undefined; task = this.#next(untilMs)) {
      this.#tasks.delete(task.id);
      this.#nowMs = Math.max(this.#nowMs, task.dueMs);
      await this.#runIn(task.request, task.callback);
    }
    this.#nowMs = untilMs;
  }

  /** Lets time pass in which nothing runs, as in a long computation: what is due then runs late. */
  compute(ms: number): void {
    this.#nowMs += ms;
  }

  async #runIn(request: IsolateRequest, callback: () => void | Promise<void>): Promise<void> {
    this.#current = request;
    const done = callback();
    // A server may take turns of the real event loop.
    if (request === SERVER) await done;
    else for (let i = 0; i < TURNS; i++) await undefined;
    this.#current = undefined;
  }

  #add(delayMs: number, request: IsolateRequest | undefined, callback: () => void | Promise<void>): number {
    if (request === undefined) throw new TypeError("Disallowed operation called within global scope");
    const id = ++this.#ids;
    this.#tasks.set(id, { id, dueMs: this.#nowMs + Math.trunc(delayMs), request, callback });
    return id;
  }

  #next(untilMs: number): Task | undefined {
    let next: Task | undefined;
    for (const task of this.#tasks.values()) {
      if (task.dueMs <= untilMs && task.dueMs < (next?.dueMs ?? Infinity)) next = task;
    }
    return next;
  }

  #install(random: () => number): void {
    Math.random = random;
    const current = (): IsolateRequest | undefined => this.#current;
    const { AbortController, setTimeout } = this.#real;
    /** Reports the use of what belongs to another request. */
    const own = (what: string, owner: IsolateRequest | undefined): boolean => {
      if (current() !== owner) this.violations.push(`${what} of another request: ${new Error().stack}`);
      return current() === owner;
    };
    class OwnedAbortController extends AbortController {
      readonly #owner = current();
      constructor() {
        super();
        if (this.#owner === undefined) throw new TypeError("Disallowed operation called within global scope");
      }
      override get signal(): AbortSignal {
        own("The signal", this.#owner);
        return super.signal;
      }
      override abort(reason?: unknown): void {
        if (own("AbortController.abort()", this.#owner)) super.abort(reason);
      }
    }
    Object.assign(globalThis, {
      AbortController: OwnedAbortController,
      setTimeout: (callback: () => void, delayMs = 0) => {
        return this.#current === SERVER ? setTimeout(callback, delayMs) : this.#add(delayMs, this.#current, callback);
      },
      clearTimeout: (id: number | undefined) => {
        const task = this.#tasks.get(id ?? 0);
        if (task !== undefined && own("clearTimeout()", task.request)) this.#tasks.delete(task.id);
      },
    });
    Date.now = () => this.#nowMs + this.skewMs;
  }
}
