import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import process from "node:process";

/** Prints to stdout; resolves when there is room for more, so that a slow reader slows the writer. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => error ? reject(error) : resolve());
  });
}

/** Prints a line for a person to stderr. */
export function tell(line: string): void {
  process.stderr.write(`kubecast: ${line}\n`);
}

/** Whether an error means that nobody reads stdout any more, as behind `| head`. */
export function isBrokenPipe(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "EPIPE";
}

/** Calls back for each of the signals that end a program, until it is disposed of. */
export function onEndSignals(callback: (signal: NodeJS.Signals) => void): Disposable {
  const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, callback);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, callback);
    },
  };
}

/** A text that cannot drive a terminal, in one line: messages are written by whoever may record events. */
export function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\s+/g, " ").replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�");
}

/** An object as kubectl prints it: `pod/web`, or with its namespace `shop/pod/web`. */
export function objectText(reference: V1ObjectReference, withNamespace: boolean): string {
  const { namespace, kind = "", name = "" } = reference;
  const text = `${kind.toLowerCase()}/${name}`;
  return withNamespace && namespace ? `${namespace}/${text}` : text;
}
