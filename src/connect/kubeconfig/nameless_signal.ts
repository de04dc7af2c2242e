import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";
import { reasonOf } from "../../base/tools/logger.ts";

/**
 * Calls back, until disposed of, when a signal without a name, such as a real-time one, has ended the program. Deno
 * then emits no event, and rejects an internal promise, which would end this process; Node and Bun report exit code 0.
 */
export function onNamelessSignal(child: ChildProcess, callback: (signal: number) => void): Disposable {
  const listener = (event: Event): void => {
    const [, number] = reasonOf((event as PromiseRejectionEvent).reason).match(/^Invalid signal: (\d+)$/) ?? [];
    // The rejection does not name its program; if this one is still running, it is about another.
    if (number === undefined || isRunning(child)) return;
    event.preventDefault();
    callback(Number(number));
  };
  // Node has no such function, and needs none.
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
