/** Whether a name is that of a host, which differ before their domain. */
export function isHost(name: string): boolean {
  return /\.[a-z][\w-]*\.[a-z]/i.test(name);
}

/**
 * Splits a name in two parts; only the first may be cut, because generated names differ in their ends; hosts do not.
 */
export function partsOfName(name: string, maxEnd: number): readonly [start: string, end: string] {
  return isHost(name) ? [name, ""] : [name.slice(0, -maxEnd), name.slice(-maxEnd)];
}

/**
 * The shares of its room that the end of a message may take at most, below which it is short, and that a short end
 * gets.
 */
const [END_SHARE, SHORT_SHARE, LONGER_SHARE] = [0.85, 0.4, 0.65];

/**
 * Splits a message in two parts for a number of characters: only the first part may be cut. The second one is the end
 * of a chain of errors, because such chains end in their cause; if that is short, with the end of what stands before
 * it.
 */
export function clausesOf(message: string, room: number): readonly [head: string, end: string] {
  const least = message.length - Math.floor(room * END_SHARE);
  const last = message.lastIndexOf(": ");
  // A message of sentences is not a chain.
  if (last < 0 || /\. \w/.test(message.slice(last))) return [message, ""];
  const at = message.indexOf(": ", Math.max(0, least));
  if (at >= 0) {
    const from = message.length - Math.floor(room * LONGER_SHARE);
    const isShort = from > 0 && message.length - at < room * SHORT_SHARE;
    const start = isShort ? from + message.slice(from).search(/[\s/:]/) : at;
    return [message.slice(0, start), message.slice(start)];
  }
  // The last link alone is too long.
  if (message.length <= room) return [message, ""];
  return [message.slice(0, last), `${message.slice(last, last + Math.floor(room * END_SHARE) - 1)}…`];
}
