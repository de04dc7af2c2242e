import type { Clock } from "../tools/time.ts";

export const MAX_SUBDOMAIN_LENGTH = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Whether a text is a DNS-1123 label, like the name of a namespace. */
export function isDns1123Label(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}

/**
 * Whether a name is a DNS-1123 subdomain: at most 253 lower-case letters, digits, `-` and `.` (apimachinery's
 * `validation.IsDNS1123Subdomain`). The server of events.k8s.io/v1 requires it of an event's name.
 */
export function isDns1123Subdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}

/**
 * Whether a name is qualified, `[prefix/]name`: at most 63 letters, digits, `-`, `_` and `.`, after a DNS-1123
 * subdomain (apimachinery's `validation.IsQualifiedName`).
 */
export function isQualifiedName(name: string): boolean {
  const slash = name.indexOf("/");
  return NAME.test(name.slice(slash + 1)) && (slash < 0 || isDns1123Subdomain(name.slice(0, slash)));
}

/** Whether a text is empty or the name part of a qualified name (apimachinery's `validation.IsValidLabelValue`). */
export function isLabelValue(text: string): boolean {
  return text === "" || NAME.test(text);
}

const NANOS_PER_MS = 1_000_000;
/** Length of the dot and the nanoseconds in hex, which have at most 16 digits until the year 2554. */
const SUFFIX_LENGTH = 17;

const namesByClock = new WeakMap<Clock, EventNames>();

/**
 * Makes the names of events (client-go's `util.GenerateEventName`).
 *
 * Unlike client-go, whose names collide if the clock is coarse, no two names of a clock share a nanosecond. Clocks here
 * tick in milliseconds, so the sub-millisecond part is a per-process counter with a random start. After a million names
 * in a millisecond, and when the clock steps back, names run ahead of the clock. Each clock has its own counter, so
 * that a fake clock set in the future does not affect the names of other clocks.
 */
export class EventNames {
  #currentMs = -Infinity;
  #used = 0;
  #offset = -1;

  static of(clock: Clock): EventNames {
    let names = namesByClock.get(clock);
    if (names === undefined) namesByClock.set(clock, names = new EventNames());
    return names;
  }

  /**
   * Returns a name for an event about the object `objectName`: `<objectName>.<nanoseconds in hex>`, or a UUID if that
   * is not a DNS-1123 subdomain.
   *
   * @param ms The time of the event in milliseconds since 1970.
   * @param prefix The result of {@linkcode eventNamePrefix} for `objectName`, if the caller has cached it.
   */
  create(objectName: string, ms: number, prefix: string = eventNamePrefix(objectName)): string {
    if (prefix === "") return crypto.randomUUID();
    const name = prefix + this.#uniqueNanos(Math.floor(ms));
    return name.length <= MAX_SUBDOMAIN_LENGTH ? name : crypto.randomUUID();
  }

  /** Returns an unused nanosecond of `ms`, in lower-case hex. */
  #uniqueNanos(ms: number): string {
    // Chosen with the first name, because some edge runtimes forbid random values at module level.
    if (this.#offset < 0) this.#offset = Math.floor(Math.random() * NANOS_PER_MS);
    if (ms > this.#currentMs || this.#used === NANOS_PER_MS) {
      this.#currentMs = Math.max(ms, this.#currentMs + 1);
      this.#used = 0;
    }
    const nanos = (this.#offset + this.#used++) % NANOS_PER_MS;
    return (BigInt(this.#currentMs) * BigInt(NANOS_PER_MS) + BigInt(nanos)).toString(16);
  }
}

/**
 * Returns the prefix for the names of an object's events, which is its name and a dot, or "" if the name is not a
 * DNS-1123 subdomain or is too long.
 */
export function eventNamePrefix(objectName: string): string {
  const isGood = objectName.length + SUFFIX_LENGTH <= MAX_SUBDOMAIN_LENGTH && isDns1123Subdomain(objectName);
  return isGood ? `${objectName}.` : "";
}
