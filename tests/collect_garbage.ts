import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects garbage, by Bun's function or by that of V8, which a flag exposes. */
export function collectGarbage(): void {
  const bun = (globalThis as { Bun?: { gc(isForced: boolean): void } }).Bun;
  if (bun !== undefined) return bun.gc(true);
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
