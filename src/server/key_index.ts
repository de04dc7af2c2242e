/** The keys of the store in the order of lists, kept sorted as they come and go. */
export class KeyIndex {
  readonly #keys: string[] = [];

  /** Adds a key that is not there. */
  add(key: string): void {
    this.#keys.splice(this.#lowerBound(key), 0, key);
  }

  /** Removes a key that is there. */
  delete(key: string): void {
    this.#keys.splice(this.#lowerBound(key), 1);
  }

  /** The keys from `start` on that begin with `prefix`. */
  range(prefix: string, start: string): readonly string[] {
    const from = this.#lowerBound(start > prefix ? start : prefix);
    if (prefix === "") return this.#keys.slice(from);
    const afterPrefix = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    return this.#keys.slice(from, this.#lowerBound(afterPrefix));
  }

  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
