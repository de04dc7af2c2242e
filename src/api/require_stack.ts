/**
 * Throws a `RangeError` if the call stack is nearly used up: call it before a change that must not fail halfway.
 *
 * Its frames take more than those of any path here that changes state without calling a user's function; each costs some
 * five nanoseconds, and this is called for every event.
 */
export function requireStack(): void {
  probe(FRAMES, 0, 0, 0, 0, 0, 0);
}

const FRAMES = 20;

function probe(frames: number, a: number, b: number, c: number, d: number, e: number, f: number): number {
  // The sum, or JavaScriptCore reuses the frame.
  return frames === 0 ? a + b + c + d + e + f : 1 + probe(frames - 1, b, c, d, e, f, a);
}
