/** What the benchmarks of `fetch_bench.ts` share: a bare loop of `fetch`, and a clock of the processor. */

import process from "node:process";

/** A request of the bare loop; its body is serialized there. */
export interface BareRequest {
  readonly method: "POST" | "PATCH";
  readonly url: string;
  readonly body: unknown;
}

const ACCEPT = "application/json";
const HEADERS = {
  POST: { accept: ACCEPT, "content-type": "application/json" },
  PATCH: { accept: ACCEPT, "content-type": "application/json-patch+json" },
} as const;

/** Sends requests, `lanes` at a time, with as little code as can be; parses the answers. */
export async function bare(
  requests: Iterable<BareRequest>,
  lanes: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const queue = requests[Symbol.iterator]();
  const headers = { POST: { ...HEADERS.POST, ...more }, PATCH: { ...HEADERS.PATCH, ...more } };
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { method, url, body } = next.value;
      const response = await fetch(url, { method, headers: headers[method], body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      await response.json();
    }
  }));
}

/** How long a piece of work took. */
export interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export async function timed(work: () => Promise<void>): Promise<Times> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await work();
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
