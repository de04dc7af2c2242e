import type { Entry, Named } from "./entry.ts";
import type { Decision } from "./write.ts";

/**
 * The entries by namespace, name and correlation key of their events.
 *
 * A name, or a key where there is none, usually belongs to one event of a namespace: if to several, their entries are a
 * linked list.
 */
export class EntryTable<E extends Named> {
  readonly #namespaces = new Map<string, Map<string, Entry<E>>>();

  /** Returns the entry of an event, if there is one. */
  get({ key, event }: Decision<E>): Entry<E> | undefined {
    const { namespace, name } = event.metadata;
    let entry = this.#namespaces.get(namespace ?? "")?.get(name || key);
    while (entry !== undefined && !(entry.key === key && entry.name === (name ?? ""))) entry = entry.next;
    return entry;
  }

  /** Adds and returns the entry of an event that has none. */
  add(entry: Entry<E>): Entry<E> {
    const name = entry.name || entry.key;
    let entries = this.#namespaces.get(entry.namespace);
    if (entries === undefined) this.#namespaces.set(entry.namespace, entries = new Map());
    entry.link(entries.get(name));
    entries.set(name, entry);
    return entry;
  }

  /** Removes an entry. */
  delete(entry: Entry<E>): void {
    const name = entry.name || entry.key;
    const entries = this.#namespaces.get(entry.namespace)!;
    let previous = entries.get(name)!;
    if (previous !== entry) {
      while (previous.next !== entry) previous = previous.next!;
      previous.link(entry.next);
    } else if (entry.next !== undefined) entries.set(name, entry.next);
    else if (entries.size > 1) entries.delete(name);
    else this.#namespaces.delete(entry.namespace);
  }

  /** Yields all entries; they may be deleted meanwhile. */
  *values(): IterableIterator<Entry<E>> {
    for (const entries of this.#namespaces.values()) {
      for (const first of entries.values()) {
        for (let entry: Entry<E> | undefined = first; entry !== undefined; entry = entry.next) yield entry;
      }
    }
  }
}
