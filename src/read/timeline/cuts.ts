/** Whether a name is that of a host, which differ before their domain. */
export function isHost(name: string): boolean {
  return /\.[a-z][\w-]*\.[a-z]/i.test(name);
}

/** Splits a name in two parts, of which the first may be cut: generated names differ in their ends, host names do not. */
export function partsOfName(name: string, maxEnd: number): readonly [start: string, end: string] {
  return isHost(name) ? [name, ""] : [name.slice(0, -maxEnd), name.slice(-maxEnd)];
}

/** The share of its room that the end of a message may take. */
const END_SHARE = 0.85;

/**
 * Splits a message for which there is room for so many characters in two: the first part may be cut; the second is its
 * end, because errors are chains that end in their cause, whose last links tell most.
 */
export function clausesOf(message: string, room: number): readonly [head: string, end: string] {
  const least = message.length - Math.floor(room * END_SHARE);
  const last = message.lastIndexOf(": ");
  // What has sentences is no chain.
  if (last < 0 || /\. \w/.test(message.slice(last))) return [message, ""];
  const at = message.indexOf(": ", Math.max(0, least));
  if (at >= 0) return [message.slice(0, at), message.slice(at)];
  // A link without room for all of it.
  if (message.length <= room) return [message, ""];
  return [message.slice(0, last), `${message.slice(last, last + Math.floor(room * END_SHARE) - 1)}…`];
}
