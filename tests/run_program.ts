import assert from "node:assert/strict";
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath, versions } from "node:process";
import type { Readable } from "node:stream";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** Where Node keeps what it has compiled: from 24 on, a program without types to strip starts in a third of the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), "kubecast-compile-cache") };

const FLAGS = "deno" in versions ? ["run", "--no-lock", "--no-check", "-A", "--v8-flags=--expose-gc"] : ["--expose-gc"];

interface ProgramOptions {
  readonly args?: readonly string[];
  /** Environment variables to add. */
  readonly variables?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Kills a program after the last test if it still runs: one that a failed test leaves would keep Node's runner alive. */
export function endAfterTests(child: ChildProcess): void {
  running.add(child);
  child.on("close", () => running.delete(child));
}

/** Starts a program in the runtime that runs this. */
export function startProgram(
  program: URL,
  { args = [], variables = {} }: ProgramOptions = {},
): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(execPath, [...FLAGS, fileURLToPath(program), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...env, ...COMPILE_CACHE, ...variables },
  });
  endAfterTests(child);
  return child;
}

/** Runs a program in the runtime that runs this, and returns its output; it must exit by itself, with 0. */
export async function runProgram(program: URL, options?: ProgramOptions): Promise<string> {
  const child = startProgram(program, options);
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  const limit = setTimeout(() => child.kill(), 150_000);
  const code = await new Promise((resolve) => void child.on("close", resolve));
  clearTimeout(limit);
  assert.equal(code, 0, `The program ends with ${code}: ${output}`);
  return output.trim();
}
