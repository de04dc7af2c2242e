import type { WhenFull } from "../../../mod.ts";

/** The result of a read: a number, or the end. */
export type Got = number | "end";

/** Model of a watcher, one event at a time. */
export class WatcherModel {
  readonly got: Got[] = [];
  queue: number[] = [];
  dropped = 0;
  closed = false;

  reads: number;
  readonly since: number;
  readonly whenFull: WhenFull;
  readonly mark: number;
  readonly #wanted: (n: number) => boolean;

  constructor(options: Pick<WatcherModel, "since" | "whenFull" | "mark" | "reads">, wanted: (n: number) => boolean) {
    this.since = options.since;
    this.whenFull = options.whenFull;
    this.mark = options.mark;
    this.reads = options.reads;
    this.#wanted = wanted;
  }

  get room(): number {
    return this.mark - this.queue.length + this.reads;
  }

  wants(n: number): boolean {
    return this.#wanted(n);
  }

  offer(n: number): void {
    if (this.closed || !this.wants(n)) return;
    if (this.reads > 0) {
      this.reads--;
      this.got.push(n);
    } else if (this.queue.length < this.mark) this.queue.push(n);
    else {
      this.dropped++;
      if (this.whenFull === "close") this.close();
      if (this.whenFull === "drop-oldest" && this.mark > 0) this.queue = [...this.queue.slice(1), n];
    }
  }

  read(): void {
    if (this.queue.length > 0) this.got.push(this.queue.shift()!);
    else if (this.closed) this.got.push("end");
    else this.reads++;
  }

  close(): void {
    this.closed = true;
    if (this.reads === Infinity) return;
    for (; this.reads > 0; this.reads--) this.got.push("end");
  }

  stop(): void {
    this.queue = [];
    this.close();
  }
}

/** Model of a broadcaster: events are distributed one by one, as soon as every watcher of whenFull wait has room. */
export class BroadcasterModel {
  readonly watchers: WatcherModel[] = [];
  readonly results: string[] = [];
  accepted = 0;
  refused = 0;
  stopped = false;
  #incoming: number[] = [];
  #batch: number[] = [];
  #actions: number[] = [];
  #next = 0;

  readonly #mark: number;

  constructor(mark: number) {
    this.#mark = mark;
  }

  get queued(): number {
    return this.#batch.length + this.#incoming.length;
  }

  actionOrDrop(n: number): boolean {
    if (this.queued < this.#mark) this.#accept(n);
    else {
      this.refused++;
      return false;
    }
    return true;
  }

  action(n: number): void {
    if (this.queued < this.#mark) {
      this.results.push(`${n} accepted`);
      this.#accept(n);
    } else this.#actions.push(n);
  }

  /** Runs what happens in microtasks. */
  settle(): void {
    for (let before = -1; before !== this.#next + this.accepted;) {
      before = this.#next + this.accepted;
      this.#distribute();
    }
    if (this.stopped && this.queued === 0) {
      for (const watcher of this.watchers) {
        if (!watcher.closed) watcher.close();
      }
    }
  }

  shutdown(): void {
    this.stopped = true;
    for (const n of this.#actions.splice(0)) this.results.push(`${n} refused`);
    this.#distribute();
  }

  #accept(n: number): void {
    this.#incoming.push(n);
    this.accepted++;
    if (this.queued === this.#mark) this.#distribute();
  }

  #distribute(): void {
    if (this.#batch.length === 0) this.#batch = this.#incoming.splice(0);
    const sees = (watcher: WatcherModel): boolean => !watcher.closed && watcher.since <= this.#next;
    const full = (watcher: WatcherModel): boolean =>
      sees(watcher) && watcher.whenFull === "wait" && watcher.room <= 0 && watcher.wants(this.#batch[0]!);
    while (this.#batch.length > 0 && !this.watchers.some(full)) {
      const n = this.#batch.shift()!;
      for (const watcher of this.watchers.filter(sees)) watcher.offer(n);
      this.#next++;
      while (this.#actions.length > 0 && this.queued < this.#mark) {
        const action = this.#actions.shift()!;
        this.results.push(`${action} accepted`);
        this.#incoming.push(action);
        this.accepted++;
      }
    }
  }
}
