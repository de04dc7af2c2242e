/** An item of a {@linkcode List}; the list sets its neighbors. An item is in one list at a time. */
export interface Linked<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * A doubly linked list, which removes any item in constant time. A Set would too, but iterating over it visits the
 * slots of deleted items; 50,000 of them double the cost of a write.
 */
export class List<T extends Linked<T>> {
  first: T | undefined;
  last: T | undefined;

  /** Adds an item at the end, or in front of another. */
  add(item: T, after?: T): void {
    const before = after === undefined ? this.last : after.before;
    item.before = before;
    item.after = after;
    if (before === undefined) this.first = item;
    else before.after = item;
    if (after === undefined) this.last = item;
    else after.before = item;
  }

  remove(item: T): void {
    const { before, after } = item;
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.last = before;
    else after.before = before;
    item.before = item.after = undefined;
  }

  /** Yields the items from the first to the last; the current item may be removed during iteration. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let item = this.first, next; item !== undefined; item = next) {
      next = item.after;
      yield item;
    }
  }
}
