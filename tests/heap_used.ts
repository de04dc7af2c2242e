import process from "node:process";

const runtime = globalThis as { gc?: () => void; Bun?: { gc(force: boolean): void } };

/** Returns the bytes in use after a collection. Deno and Node collect only in a process started with `--expose-gc`. */
export function heapUsed(): number {
  for (let i = 0; i < 3; i++) {
    if (runtime.Bun) runtime.Bun.gc(true);
    else runtime.gc?.();
  }
  return process.memoryUsage().heapUsed;
}
