import type { Answer, Scenario, SimulatedRequest } from "./simulation.ts";

const MINUTE_MS = 60_000;
const names = (count: number, prefix = "ns"): string[] => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);

/** One event a second in each of fifty namespaces. */
const BUSY = { group: "healthy", namespaces: names(50), perSecond: 50 };
/** One event a second in all of them. */
const CALM = { ...BUSY, perSecond: 1 };

const failing = (perSecond: number, namespace = "bad") => ({ group: "failing", namespaces: [namespace], perSecond });
/** Responds to the group "failing" with `answer`, and writes all others. */
const fails = (answer: Answer) => ({ group }: SimulatedRequest): Answer => group === "failing" ? answer : "written";

/** A server that refuses connections until `untilMs`, then accepts `perSecond` requests and responds to more with 429. */
function outage(untilMs: number, perSecond: number): (request: SimulatedRequest) => Answer {
  let second = 0;
  let taken = 0;
  return ({ nowMs }) => {
    if (nowMs < untilMs) return "refused";
    if (second !== Math.floor(nowMs / 1000)) [second, taken] = [Math.floor(nowMs / 1000), 0];
    return ++taken > perSecond ? { status: 429, retryAfterMs: 1000 } : "written";
  };
}

/** Partial and total outages. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "one namespace hangs, 0.2/s; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, failing(0.2)],
    answer: fails("hangs"),
  },
  "one namespace hangs, 0.2/s; 1/s healthy": {
    durationMs: 30 * MINUTE_MS,
    sources: [CALM, failing(0.2)],
    answer: fails("hangs"),
  },
  "one namespace hangs, 3/s; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, failing(3)],
    answer: fails("hangs"),
  },
  "one gets 500, 3/s; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, failing(3)],
    answer: fails({ status: 500 }),
  },
  "one gets 500, 3/s; 1/s healthy": {
    durationMs: 20 * MINUTE_MS,
    sources: [CALM, failing(3)],
    answer: fails({ status: 500 }),
  },
};
Object.assign(SCENARIOS, {
  "503 with Retry-After 60, 0.2/s; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, failing(0.2)],
    answer: fails({ status: 503, retryAfterMs: 60_000 }),
  },
  "4096 at once get 500, then 50/s healthy; maxPending 4096": {
    durationMs: 3 * MINUTE_MS,
    sources: [{ ...BUSY, fromMs: 1000 }, { ...failing(0), burst: 4096 }],
    answer: fails({ status: 500 }),
    options: { maxPending: 4096 },
  },
  "4096 at once hang, then 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [{ ...BUSY, fromMs: 1000 }, { ...failing(0), burst: 4096 }],
    answer: fails("hangs"),
  },
  "three kinds at once in three namespaces; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, { group: "failing", namespaces: ["bad-0", "bad-1", "bad-2"], perSecond: 1 }],
    answer: ({ group, namespace }: SimulatedRequest): Answer => {
      if (group !== "failing") return "written";
      if (namespace === "bad-0") return "hangs";
      return namespace === "bad-1" ? { status: 500 } : { status: 503, retryAfterMs: 60_000 };
    },
  },
  "ten namespaces get 500, 3/s each; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, { group: "failing", namespaces: names(10, "bad"), perSecond: 30 }],
    answer: fails({ status: 500 }),
  },
  "ten namespaces hang, 3/s each; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, { group: "failing", namespaces: names(10, "bad"), perSecond: 30 }],
    answer: fails("hangs"),
  },
  "20 of 50 begin to hang": {
    durationMs: 5 * MINUTE_MS,
    sources: [
      { group: "healthy", namespaces: names(30), perSecond: 30 },
      { group: "failing", namespaces: names(20, "bad"), perSecond: 20 },
    ],
    answer: ({ group, nowMs }: SimulatedRequest): Answer =>
      group === "failing" && nowMs >= MINUTE_MS ? "hangs" : "written",
  },
  "1 % of all hang; 50/s": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY],
    answer: ({ index }: SimulatedRequest): Answer => index % 100 === 7 ? "hangs" : "written",
  },
  "10 % of one namespace get 500, 1/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [
      { group: "healthy", namespaces: ["mixed"], perSecond: 0.9 },
      { group: "failing", namespaces: ["mixed"], perSecond: 0.1 },
    ],
    answer: fails({ status: 500 }),
  },
  "10 % of each of 50 get 500; 50/s": {
    durationMs: 3 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 45 }, { ...BUSY, group: "failing", perSecond: 5 }],
    answer: fails({ status: 500 }),
  },
  "half of each of 50 get 500; 50/s": {
    durationMs: 2 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 25 }, { ...BUSY, group: "failing", perSecond: 25 }],
    answer: fails({ status: 500 }),
  },
  "3 of 4 of each of 50 get 500; 4/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 1 }, { ...BUSY, group: "failing", perSecond: 3 }],
    answer: fails({ status: 500 }),
  },
  "half answers after 10 s, 1/s; 50/s healthy": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY, failing(1)],
    answer: fails({ writtenAfterMs: 10_000 }),
  },
  "flapping, 5 s up and 5 s refused; 50/s": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs % 10_000 < 5000 ? "written" : "refused",
  },
  "flapping, 5 s up and 5 s of 500; 50/s": {
    durationMs: 3 * MINUTE_MS,
    sources: [BUSY],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs % 10_000 < 5000 ? "written" : { status: 500 },
  },
  "refused for 10 min at 20/s, then 50/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 20 }],
    get answer() {
      return outage(10 * MINUTE_MS, 50);
    },
  },
  "refused for 10 min at 20/s, then 50/s; maxPending 4096": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 20 }],
    get answer() {
      return outage(10 * MINUTE_MS, 50);
    },
    options: { maxPending: 4096 },
  },
  "500 for 10 min at 20/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 20 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < 10 * MINUTE_MS ? { status: 500 } : "written",
  },
  "hangs for 10 min at 20/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 20 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < 10 * MINUTE_MS ? "hangs" : "written",
  },
  "refused for 10 min, one namespace, 5/s": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ group: "healthy", namespaces: ["one"], perSecond: 5 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < 10 * MINUTE_MS ? "refused" : "written",
  },
  "500 for 1 min, one namespace, 5/s": {
    durationMs: 10 * MINUTE_MS,
    sources: [{ group: "healthy", namespaces: ["one"], perSecond: 5 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < MINUTE_MS ? { status: 500 } : "written",
  },
  "refused for 60 min, one event": {
    durationMs: 61 * MINUTE_MS,
    sources: [{ group: "healthy", namespaces: ["one"], perSecond: 0, burst: 1 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < 60 * MINUTE_MS ? "refused" : "written",
  },
  "refused for 10 min, three events": {
    durationMs: 11 * MINUTE_MS,
    sources: [{ group: "healthy", namespaces: ["a", "b", "c"], perSecond: 0, burst: 3 }],
    answer: ({ nowMs }: SimulatedRequest): Answer => nowMs < 10 * MINUTE_MS ? "refused" : "written",
  },
  "one namespace hangs, 0.2/s; concurrency 1; 5/s healthy": {
    durationMs: 20 * MINUTE_MS,
    sources: [{ ...BUSY, perSecond: 5 }, failing(0.2)],
    answer: fails("hangs"),
    options: { concurrency: 1 },
  },
});

/** One event a second about twenty objects of one namespace. */
const QUIET = { group: "healthy", namespaces: ["one"], objects: names(20, "quiet"), perSecond: 1 };
const noisy = (perSecond: number, objects = 1) => ({ ...failing(perSecond, "one"), objects: names(objects, "noisy") });

/** Objects in trouble, beside healthy ones of the same namespace. */
Object.assign(SCENARIOS, {
  "one object gets 429 with Retry-After 30, 3/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, noisy(3)],
    answer: fails({ status: 429, retryAfterMs: 30_000 }),
  },
  "three objects get 429 with Retry-After 30, 3/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, noisy(3, 3)],
    answer: fails({ status: 429, retryAfterMs: 30_000 }),
  },
  "one object gets 500, 3/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, noisy(3)],
    answer: fails({ status: 500 }),
  },
  "ten objects get 500, 3/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, noisy(3, 10)],
    answer: fails({ status: 500 }),
  },
  "one object hangs, 3/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, noisy(3)],
    answer: fails("hangs"),
  },
  "one event of ten of an object gets 500, 1/s; 1/s about others": {
    durationMs: 5 * MINUTE_MS,
    sources: [QUIET, { ...noisy(1), group: "failing" }],
    answer: ({ group, index }: SimulatedRequest): Answer =>
      group === "failing" && index % 10 === 0 ? { status: 500 } : "written",
  },
  "4096 and 200/s of one object, 50 written a second; 20/s about others; maxPending 4096": {
    durationMs: 5 * MINUTE_MS,
    sources: [{ ...QUIET, perSecond: 20 }, { ...noisy(200), burst: 4096 }],
    answer: () => ({ writtenAfterMs: 20 }),
    options: { maxPending: 4096, concurrency: 2 },
  },
});
