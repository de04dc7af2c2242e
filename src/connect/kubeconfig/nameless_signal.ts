import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";
import { reasonOf } from "../../base/tools/logger.ts";

/**
 * Calls back, until disposed of, when the program was ended by a signal without a name, such as a real-time one: Deno then
 * emits no event of the program, and rejects a promise of its own that would end this process. Node and Bun report exit
 * code 0.
 */
export function onNamelessSignal(child: ChildProcess, callback: (signal: number) => void): Disposable {
  const listener = (event: Event): void => {
    const [, number] = reasonOf((event as PromiseRejectionEvent).reason).match(/^Invalid signal: (\d+)$/) ?? [];
    // The rejection does not name its program, which may be another.
    if (number === undefined || isRunning(child)) return;
    event.preventDefault();
    callback(Number(number));
  };
  // Node has none.
  globalThis.addEventListener?.("unhandledrejection", listener);
  return { [Symbol.dispose]: () => globalThis.removeEventListener?.("unhandledrejection", listener) };
}

function isRunning({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && kill(pid, 0);
  } catch {
    return false;
  }
}
