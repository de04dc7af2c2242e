/** The fields of an item that a {@linkcode Ranking} maintains. */
export interface Ranked {
  /** Changed by the ranking alone. */
  size: number;
  /** Index in the ranking. */
  rank: number;
}

/**
 * Items whose sizes change by one, the largest first.
 *
 * Items of the same size are neighbors, so a change swaps two items: the time does not depend on their number.
 */
export class Ranking<T extends Ranked> {
  readonly #items: T[] = [];
  /** Number of items larger than a size, by size: the index of the first item of that size. */
  readonly #larger: number[] = [];

  /** The largest item; any one of several. */
  get largest(): T | undefined {
    return this.#items[0];
  }

  /** Adds an item of size 0. */
  add(item: T): void {
    item.rank = this.#items.push(item) - 1;
  }

  /** Removes an item of size 0. */
  remove(item: T): void {
    this.#swap(item, this.#items.length - 1);
    this.#items.pop();
  }

  /** Adds one to the size of an item. */
  grow(item: T): void {
    const size = item.size++;
    const first = this.#larger[size] ?? 0;
    this.#swap(item, first);
    this.#larger[size] = first + 1;
  }

  /** Subtracts one from the size of an item. */
  shrink(item: T): void {
    const size = --item.size;
    const last = this.#larger[size]! - 1;
    this.#swap(item, last);
    this.#larger[size] = last;
  }

  #swap(item: T, rank: number): void {
    const other = this.#items[rank]!;
    this.#items[item.rank] = other;
    other.rank = item.rank;
    this.#items[rank] = item;
    item.rank = rank;
  }
}
