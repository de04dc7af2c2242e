import type { Clock } from "./time.ts";

/** Maximum length of a DNS-1123 subdomain, in characters. */
export const MAX_SUBDOMAIN_LENGTH = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Whether a text is a DNS-1123 label, as the names of namespaces are. */
export function isDns1123Label(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}

/**
 * Whether a name is a DNS-1123 subdomain: lower-case letters, digits, `-` and `.`, at most 253 of them; required of an
 * event's name by the server of events.k8s.io/v1 (apimachinery's `validation.IsDNS1123Subdomain`).
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
/** The dot and the nanoseconds in hex, which have 16 digits until the year 2554. */
const SUFFIX_LENGTH = 17;

/**
 * Every number below 4096 as three hex digits. With the cached digits before them, a name takes 7 ns; a `BigInt`
 * formatted for each would take 73.
 */
const hex: string[] = [];

const namesByClock = new WeakMap<Clock, EventNames>();

/**
 * Makes the names of events (client-go's `util.GenerateEventName`).
 *
 * Unlike client-go, whose names collide if the clock is coarse, no two names of a clock share a nanosecond: clocks here
 * tick in milliseconds, so the sub-millisecond part is a per-process counter with a random start. After a million names
 * in a millisecond, and when the clock steps back, names run ahead of the clock. Each clock has its own counter, so
 * that a fake clock set in the future does not affect the names of others.
 */
export class EventNames {
  #currentMs = -Infinity;
  #used = 0;
  #offset = -1;
  /** The nanosecond at which the millisecond begins: the hex digits before the last three, and those three. */
  #startHigh = 0n;
  #startLow = 0;
  /** The digits before the last three of the latest name, which names in a row share; `#high` is relative to the start. */
  #high = -1;
  #highText = "";

  /** Returns the generator of a clock, shared by all its users. */
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
    // Lazily: some edge runtimes forbid random values at module level.
    if (this.#offset < 0) this.#offset = Math.floor(Math.random() * NANOS_PER_MS);
    if (hex.length === 0) { for (let i = 0; i < 4096; i++) hex.push(i.toString(16).padStart(3, "0")); }
    if (ms > this.#currentMs) this.#enter(ms);
    else if (this.#used === NANOS_PER_MS) this.#enter(this.#currentMs + 1);
    const nanos = this.#startLow + (this.#offset + this.#used++) % NANOS_PER_MS;
    if (nanos >>> 12 !== this.#high) {
      this.#high = nanos >>> 12;
      this.#highText = (this.#startHigh + BigInt(this.#high)).toString(16);
    }
    return this.#highText + hex[nanos & 4095]!;
  }

  /** Starts another millisecond. */
  #enter(ms: number): void {
    const nanos = BigInt(ms) * BigInt(NANOS_PER_MS);
    this.#currentMs = ms;
    this.#used = 0;
    this.#startHigh = nanos >> 12n;
    this.#startLow = Number(nanos & 4095n);
    this.#high = -1;
  }
}

/**
 * Returns the prefix for the names of an object's events: its name and a dot, or "" if that is not a valid DNS-1123
 * subdomain.
 */
export function eventNamePrefix(objectName: string): string {
  const isGood = objectName.length + SUFFIX_LENGTH <= MAX_SUBDOMAIN_LENGTH && isDns1123Subdomain(objectName);
  return isGood ? `${objectName}.` : "";
}
