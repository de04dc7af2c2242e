/** A first-in, first-out queue that adds and takes items in constant time, unlike `shift()` of a long array. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;
  #tail = 0;

  /** How many items are queued. */
  get size(): number {
    return this.#tail - this.#head;
  }

  /** Adds an item. */
  push(item: T): void {
    this.#items[this.#tail++] = item;
  }

  /** Takes the oldest item; there must be one. */
  shift(): T {
    const item = this.#items[this.#head]!;
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#tail) this.#head = this.#tail = 0;
    else if (this.#head >= 1024 && this.#head * 2 >= this.#tail) this.#compact();
    return item;
  }

  /** Takes everything. */
  takeAll(): T[] {
    const items = this.#items.slice(this.#head, this.#tail) as T[];
    this.#items = [];
    this.#head = this.#tail = 0;
    return items;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head, this.#tail);
    this.#tail -= this.#head;
    this.#head = 0;
  }
}
