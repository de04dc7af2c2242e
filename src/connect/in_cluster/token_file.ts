import type { Clock } from "../../base/tools/time.ts";
import { readSmallText } from "./read_small_file.ts";

/** How long a token is used before it is read again: client-go's minute, less its ten seconds of leeway. */
const REREAD_AFTER_MS = 50_000;

/**
 * Reads a token from a file, and again when it may have been replaced: after 50 seconds, and when the server rejects
 * it.
 *
 * If the file cannot be read again or is empty, the old token stays in use.
 *
 * @param fallback The token to use while the file cannot be read.
 * @returns A token source, whose `signal` aborts reading if the file is a pipe that has no writer.
 */
export function tokenFile(
  path: string,
  clock: Clock,
  fallback = "",
): (refused?: string, signal?: AbortSignal) => Promise<string> {
  let token = fallback;
  let readAtMs = -Infinity;
  return async (refused, signal) => {
    const nowMs = clock.now(); // may have been set back
    if (token !== "" && token !== refused && Math.abs(nowMs - readAtMs) < REREAD_AFTER_MS) return token;
    try {
      const text = (await readSmallText(path, signal)).trim();
      if (text === "") throw new Error(`The token file is empty: ${path}`);
      token = text;
      readAtMs = nowMs;
    } catch (error) {
      signal?.throwIfAborted();
      if (token === "") throw error;
    }
    return token;
  };
}
