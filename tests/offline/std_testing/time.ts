/**
 * A stand-in for `FakeTime` of `@std/testing/time`, for machines that cannot reach JSR: `Date`, timers and
 * `AbortSignal.timeout` follow a time that only the test moves.
 */
interface Timer {
  id: number;
  due: number;
  interval: number | undefined;
  callback: (...args: unknown[]) => void;
  args: unknown[];
}

// Taken once, when the module loads: the fakes never call one another.
const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  timeout: AbortSignal.timeout,
};

/** Waits for a macrotask: by setImmediate or the scheduler of browsers, as a timer takes a millisecond, there four. */
const { setImmediate, scheduler } = globalThis as {
  setImmediate?: (callback: () => void) => unknown;
  scheduler?: { postTask?: (callback: () => void) => unknown };
};
const macrotask: (callback: () => void) => void = setImmediate
  ? (callback) => void setImmediate(callback)
  : scheduler?.postTask
  ? (callback) => void scheduler.postTask!(callback)
  : (callback) => void real.setTimeout.call(globalThis, callback, 0);

let current: FakeTime | undefined;

/** Something that fake time does not do. */
export class TimeError extends Error {
  override readonly name = "TimeError";
}

class FakeDate extends real.Date {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [FakeDate.now()] : args) as [number]));
  }
  static override now(): number {
    return current?.now ?? real.Date.now();
  }
}

/** Time that stands still until the test moves it. */
export class FakeTime {
  readonly start: number;
  #now: number;
  #nextId = 1;
  readonly #timers = new Map<number, Timer>();
  /** By time, and equal ones in the order in which they were set; with those that were cleared or have run meanwhile. */
  readonly #queue: Timer[] = [];

  constructor(start?: number | string | Date | null) {
    if (current) throw new TimeError("Cannot construct FakeTime: time is already faked");
    this.start = this.#now = new real.Date(start ?? real.Date.now()).getTime();
    current = this;
    const add = (interval: boolean) => (callback: Timer["callback"], delay = 0, ...args: unknown[]): number => {
      // Node's fetch keeps the socket of an earlier test for the next request: it needs a real timer, an object.
      if (args[0] instanceof WeakRef) {
        return Reflect.apply(real.setTimeout, globalThis, [callback, delay, ...args]);
      }
      const ms = Math.max(Math.floor(delay), interval ? 1 : 0);
      const id = this.#nextId++;
      this.#set({ id, due: this.#now + ms, interval: interval ? ms : undefined, callback, args });
      return id;
    };
    // Node's fetch clears a real timer, an object, when a socket of an earlier test closes: kept, it would fire on nothing.
    const clear = (id?: unknown): void => {
      if (typeof id === "number") this.#timers.delete(id);
      else if (id) real.clearTimeout(id as number);
    };
    Object.assign(globalThis, {
      Date: FakeDate,
      setTimeout: add(false),
      setInterval: add(true),
      clearTimeout: clear,
      clearInterval: clear,
    });
    AbortSignal.timeout = (ms: number): AbortSignal => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("Signal timed out.", "TimeoutError")), ms);
      return controller.signal;
    };
  }

  /** The faked time in milliseconds since 1970; setting it runs the timers due by then. */
  get now(): number {
    return this.#now;
  }
  set now(value: number) {
    if (value < this.#now) throw new RangeError("Cannot set current time in the past");
    for (let timer = this.#earliest(); timer && timer.due <= value; timer = this.#earliest()) this.#run(timer);
    this.#now = value;
  }

  #set(timer: Timer): void {
    this.#timers.set(timer.id, timer);
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#queue[middle]!.due <= timer.due) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, timer);
  }

  #earliest(): Timer | undefined {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (this.#timers.get(first.id) === first) return first;
      this.#queue.shift();
    }
    return undefined;
  }

  #run(timer: Timer): void {
    this.#now = Math.max(this.#now, timer.due);
    this.#timers.delete(timer.id);
    if (timer.interval !== undefined) this.#set({ ...timer, due: this.#now + timer.interval });
    timer.callback.apply(null, timer.args);
  }

  /** Advances time and runs due timers in order, with no microtask in between. */
  tick(ms = 0): void {
    this.now = this.#now + ms;
  }

  /** Lets pending microtasks run, then ticks. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.tick(ms);
  }

  /** Advances time to the next timer, and runs all that are due then; returns whether there was one. */
  next(): boolean {
    const timer = this.#earliest();
    if (timer) this.now = timer.due;
    return timer !== undefined;
  }

  /** Lets pending microtasks run, then moves to the next timer. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** Runs timers until none is left, with microtasks in between. */
  async runAllAsync(): Promise<void> {
    while (await this.nextAsync());
  }

  /** Runs pending microtasks and those that they queue: waits for a real macrotask. */
  runMicrotasks(): Promise<void> {
    return new Promise(macrotask);
  }

  /** Restores the real time. */
  restore(): void {
    if (current !== this) throw new TimeError("Cannot restore time: time is already restored");
    current = undefined;
    Object.assign(globalThis, {
      Date: real.Date,
      setTimeout: real.setTimeout,
      setInterval: real.setInterval,
      clearTimeout: real.clearTimeout,
      clearInterval: real.clearInterval,
    });
    AbortSignal.timeout = real.timeout;
  }

  [Symbol.dispose](): void {
    this.restore();
  }
}
