import { fstatSync, writeFile } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { printable } from "../../base/tools/text.ts";
import { humanDuration, MAX_TIMER_MS } from "../../base/tools/time.ts";

const STDOUT = 1;

/** Whether stdout is redirected to a file. */
export function isStdoutFile(): boolean {
  return !process.stdout.isTTY && fstatSync(STDOUT).isFile();
}

/** The last print to a file. Each print waits for the previous one, because their parts would otherwise mix. */
let printed: Promise<void> = Promise.resolve();

/** Prints to stdout; resolves when the text is written, so that a slow reader exerts backpressure. */
export function print(text: string): Promise<void> {
  // Avoids streams, because on a full disk Node's process.stdout reports success, and Deno.stdout.writable stays
  // broken.
  if (isStdoutFile()) return printed = printed.catch(() => {}).then(() => promisify(writeFile)(STDOUT, text));
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => error ? reject(error) : resolve());
  });
}

/**
 * Prints to stdout without blocking the thread while a pipe is full; Deno's `process.stdout` would block it, and with
 * it signals and timers.
 */
export function printUnblocked(text: string): Promise<void> {
  const { Deno } = globalThis as { Deno?: { stdout: { writable: WritableStream<Uint8Array> } } };
  if (Deno === undefined || isStdoutFile()) return print(text);
  const writer = Deno.stdout.writable.getWriter();
  const written = writer.write(new TextEncoder().encode(text));
  writer.releaseLock();
  return written;
}

/** Prints a message to stderr. */
export function printError(message: string): void {
  try {
    process.stderr.write(`${wrapped(`kubecast: ${printable(message)}`, process.stderr)}\n`);
  } catch {
    // Deno throws errors that other runtimes emit, such as ENOSPC. The command goes on without the message.
  }
}

/**
 * Breaks the lines of a text for a terminal between words. A word that is too long stays whole, and so does an indented
 * line, which is a command to paste.
 */
export function wrapped(
  text: string,
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  if (!isTTY || !columns) return text;
  // Works in one pass, because a server's message may be long.
  const line = new RegExp(`^ {2}.*|(.{1,${columns}}|\\S+)(?:( +)(?=\\S)| *$)`, "gm");
  return text.replace(line, (whole, words, gap) => gap === undefined ? whole : `${words}\n`);
}

/** Returns the error for a file that cannot be read or written; it includes the fix if a folder is missing. */
export function fileError(action: "read" | "write", path: string, cause: unknown): Error {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: action === "read" ? "there is no such file" : `create the directory ${dirname(path)}`,
    EISDIR: "it is a directory",
    EACCES: "permission denied",
  };
  const reason = reasons[String((cause as { code?: unknown }).code)] ?? reasonOf(cause);
  return new Error(`Cannot ${action} ${path}: ${reason}`, { cause });
}

/** Whether an error means that the reader of stdout, such as `| head`, has ended. */
export function isBrokenPipe(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "EPIPE";
}

/** The signals that end a command. */
const END_SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Calls `callback` on signals, by default those that end a command, until it is disposed of. */
export function onSignals(callback: (signal: NodeJS.Signals) => void, signals = END_SIGNALS): Disposable {
  for (const signal of signals) process.on(signal, callback);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, callback);
    },
  };
}

/** Runs until a time, or until a signal ends the command, which is not an error. Returns the exit code. */
export async function untilEnded(
  run: (ended: AbortController) => Promise<void>,
  untilMs = Infinity,
): Promise<number> {
  const ended = new AbortController();
  const signals = onSignals(() => ended.abort());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const leftMs = untilMs - Date.now();
    if (leftMs <= 0) ended.abort();
    else if (leftMs < Infinity) timer = setTimeout(wait, Math.min(leftMs, MAX_TIMER_MS));
  };
  wait();
  try {
    await run(ended);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    signals[Symbol.dispose]();
  }
  return 0;
}

/** Resolves at the first signal that ends a command. */
export async function signalled(): Promise<void> {
  await untilEnded(({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())));
}

/**
 * Starts an HTTP server, without a host on all addresses; resolves once it listens. Disposing of it closes its
 * connections.
 */
export async function started(server: Server, port: number, host?: string): Promise<Disposable & { port: number }> {
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen({ port, host }, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Formats an object as kubectl prints it: `pod/web`, or with its namespace `shop/pod/web`. */
export function objectText({ namespace, kind = "", name = "" }: V1ObjectReference, withNamespace: boolean): string {
  const text = `${kind.toLowerCase()}/${name}`;
  return withNamespace && namespace ? `${namespace}/${text}` : text;
}

/** Formats a duration: `0.4s`, and from ten seconds on as kubectl does, `75s` or `3m12s`. */
export function durationText(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : humanDuration(ms);
}
