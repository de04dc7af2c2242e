/** A part of a batch, and the next part in the queue. */
interface Segment<T> {
  batch: readonly T[];
  from: number;
  to: number;
  next: Segment<T> | undefined;
}

const NOTHING: readonly never[] = [];

/**
 * A first-in, first-out queue that references batches shared with other queues instead of copying items.
 *
 * A reader that keeps up needs one part of one batch, in plain fields; only a slow one needs further segments. If less
 * than half of a batch is queued, that part is copied, so that a slow reader does not retain many events for a few.
 */
export class BatchQueue<T> {
  #batch: readonly T[] = NOTHING;
  #from = 0;
  #to = 0;
  #next: Segment<T> | undefined;
  #last: Segment<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Queues `batch[from]` up to, not including, `batch[to]`; the batch must not be modified from now on. */
  push(batch: readonly T[], from: number, to: number): void {
    const count = to - from;
    if (count <= 0) return;
    if (count * 2 < batch.length) {
      batch = batch.slice(from, to);
      from = 0;
      to = count;
    }
    if (this.#size === 0) {
      this.#batch = batch;
      this.#from = from;
      this.#to = to;
    } else {
      const segment: Segment<T> = { batch, from, to, next: undefined };
      if (this.#last === undefined) this.#next = segment;
      else this.#last.next = segment;
      this.#last = segment;
    }
    this.#size += count;
  }

  /** Takes the oldest item; there must be one. */
  shift(): T {
    const item = this.#batch[this.#from++]!;
    this.#size--;
    if (this.#from === this.#to) this.#advance();
    return item;
  }

  /** Takes everything as one array, which may be the shared batch itself: callers must not modify it. */
  takeAll(): readonly T[] {
    const whole = this.#next === undefined && this.#from === 0 && this.#to === this.#batch.length;
    const items = whole ? this.#batch : this.#copy();
    this.clear();
    return items;
  }

  /** Drops the oldest `count` items, or all if there are fewer. */
  drop(count: number): void {
    if (count >= this.#size) return this.clear();
    this.#size -= count;
    while (count >= this.#to - this.#from) {
      count -= this.#to - this.#from;
      this.#advance();
    }
    this.#from += count;
  }

  clear(): void {
    this.#batch = NOTHING;
    this.#from = this.#to = this.#size = 0;
    this.#next = this.#last = undefined;
  }

  #copy(): readonly T[] {
    const items = this.#batch.slice(this.#from, this.#to);
    for (let segment = this.#next; segment !== undefined; segment = segment.next) {
      for (let i = segment.from; i < segment.to; i++) items.push(segment.batch[i]!);
    }
    return items;
  }

  #advance(): void {
    const segment = this.#next;
    if (segment === undefined) return this.clear();
    this.#batch = segment.batch;
    this.#from = segment.from;
    this.#to = segment.to;
    this.#next = segment.next;
    if (this.#next === undefined) this.#last = undefined;
  }
}
