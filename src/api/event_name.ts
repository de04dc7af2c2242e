const NANOS_PER_MS = 1_000_000;
const LOW_BITS = 24n;
const LOW_SIZE = 2 ** 24;

let currentMs = -1;
let used = 0;
let offset = -1;
let high = 0n;
let highText = "";
let low = 0;

/** Moves to another millisecond: one BigInt conversion, shared by all names of that millisecond. */
function enter(ms: number): void {
  const nanos = BigInt(ms) * BigInt(NANOS_PER_MS);
  currentMs = ms;
  used = 0;
  high = nanos >> LOW_BITS;
  highText = high.toString(16);
  low = Number(nanos & BigInt(LOW_SIZE - 1));
}

/** Every number below 4096 in three digits of hex: formatting by table costs a fraction of `toString` and `padStart`. */
const hex: string[] = [];

function hexOf24Bits(value: number): string {
  if (hex.length === 0) { for (let i = 0; i < 4096; i++) hex.push(i.toString(16).padStart(3, "0")); }
  return hex[value >>> 12]! + hex[value & 4095]!;
}

/** A nanosecond of `ms` that this process has not handed out yet, in lower-case hex. */
function uniqueNanos(ms: number): string {
  // Drawn at the first use: some edge runtimes allow no random values while a module loads.
  if (offset < 0) offset = Math.floor(Math.random() * NANOS_PER_MS);
  if (ms > currentMs) enter(ms);
  else if (used === NANOS_PER_MS) enter(currentMs + 1);
  const nanos = low + (offset + used++) % NANOS_PER_MS;
  return nanos < LOW_SIZE ? highText + hexOf24Bits(nanos) : (high + 1n).toString(16) + hexOf24Bits(nanos - LOW_SIZE);
}

/** How long the nanoseconds and the dot before them are, until the year 2554. */
const SUFFIX_LENGTH = 17;

/** Whether the names of an object's events can begin with its own: whether all of it makes a DNS-1123 subdomain. */
export function isEventNamePrefix(objectName: string): boolean {
  return objectName.length + SUFFIX_LENGTH <= MAX_SUBDOMAIN_LENGTH && isDns1123Subdomain(objectName);
}

/**
 * Makes the name of an event about the object `objectName`: `<objectName>.<nanoseconds in hex>`, or a UUID where that is
 * no DNS-1123 subdomain (client-go's `util.GenerateEventName`).
 *
 * Unlike client-go, whose names collide where the clock is coarse, no two names of a process share their nanosecond:
 * clocks here tick in milliseconds, so the part below is a counter that starts at a random place, different in each
 * process. After a million names in a millisecond, and when the clock steps back, the names run ahead of the clock.
 *
 * @param ms The time of the event in milliseconds since 1970.
 * @param isPrefix What {@linkcode isEventNamePrefix} says of `objectName`, for callers that have asked before.
 */
export function eventName(objectName: string, ms: number, isPrefix = isEventNamePrefix(objectName)): string {
  return isPrefix ? `${objectName}.${uniqueNanos(Math.floor(ms))}` : crypto.randomUUID();
}

/** How many characters a DNS-1123 subdomain has at most. */
const MAX_SUBDOMAIN_LENGTH = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * Whether a name is a DNS-1123 subdomain: lower-case letters, digits, `-` and `.`, at most 253 of them; what the server
 * demands of an event's name in events.k8s.io/v1 (apimachinery's `validation.IsDNS1123Subdomain`).
 */
export function isDns1123Subdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}
