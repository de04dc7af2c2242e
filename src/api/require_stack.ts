/**
 * Throws a `RangeError` if the call stack is nearly used up: call it before a change that must not fail halfway.
 *
 * Probes more stack than any path here uses to change state without calling user code. A frame costs about five
 * nanoseconds, and every event takes this path. The first calls probe more: V8 compiles a function when it is first
 * called, which takes 40 KB.
 */
export function requireStack(): void {
  probe(firstCalls > 0 ? FIRST_FRAMES : FRAMES, 0, 0, 0, 0, 0, 0);
  if (firstCalls > 0) firstCalls--;
}

/** Twice as many as a broadcaster needs on Node; Deno and Bun need three. */
const FRAMES = 20;
/** At least 40 KB and {@linkcode FRAMES}, even if V8 has optimized the frames. */
const FIRST_FRAMES = 500;
/** Number of calls until the paths of most events are compiled: those that the spam filter stops come after 25. */
let firstCalls = 50;

function probe(frames: number, a: number, b: number, c: number, d: number, e: number, f: number): number {
  // The sum, or JavaScriptCore reuses the frame.
  return frames === 0 ? a + b + c + d + e + f : 1 + probe(frames - 1, b, c, d, e, f, a);
}
