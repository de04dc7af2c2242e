/**
 * Number of empty slots at the front after which the remaining items are moved there. Moving them more often would
 * dominate the cost.
 */
const MAX_TAKEN = 1024;

/** A first-in, first-out queue with amortized constant-time operations, unlike `shift()` of a long array. */
export class Fifo<T> {
  /** The items, from `#head` to `#tail`; the slots around them are empty. */
  #items: (T | undefined)[] = [];
  #head = 0;
  #tail = 0;

  get size(): number {
    return this.#tail - this.#head;
  }

  push(item: T): void {
    // Most queues hold one item at a time, and an array that grows by assignment allocates room for many.
    if (this.#items.length === 0) this.#items = [item];
    else this.#items[this.#tail] = item;
    this.#tail++;
  }

  /** Takes the oldest item; returns `undefined` if there is none. */
  shift(): T | undefined {
    if (this.#head === this.#tail) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#tail) this.#replace(this.#items.length > MAX_TAKEN ? [] : this.#items, 0);
    else if (this.#head >= MAX_TAKEN && this.#head * 2 >= this.#tail) this.#replace(this.#live());
    return item;
  }

  /** Takes all items. */
  takeAll(): T[] {
    const items = this.#live();
    this.#replace([]);
    return items;
  }

  #live(): T[] {
    return this.#items.slice(this.#head, this.#tail) as T[];
  }

  #replace(items: (T | undefined)[], size: number = items.length): void {
    this.#items = items;
    this.#head = 0;
    this.#tail = size;
  }
}
