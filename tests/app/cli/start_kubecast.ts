import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE, endAfterTests } from "../../run_program.ts";

const deno = (globalThis as { Deno?: { execPath(): string } }).Deno;
// Node before 24.2 has no import.meta.main, by which the module runs the command.
const entry = import.meta.main === undefined ? "./kubecast.ts" : "../../../src/app/cli/mod.ts";
/** Another script may be given, such as a bundle. */
const script = process.env["KUBECAST_SCRIPT"] ?? fileURLToPath(new URL(entry, import.meta.url));

/** The command `kubecast` on the runtime of the tests. */
export const KUBECAST: readonly string[] = deno === undefined
  ? [process.execPath, script]
  : [deno.execPath(), "run", "-A", "--quiet", "--no-check", script];

/**
 * A time zone in which it is about noon, so that no test's times of the last hours are of two days, which the command
 * shows in another way.
 */
const NOON = new Date().getUTCHours() - 12;
const TZ = `Etc/GMT${NOON < 0 ? "" : "+"}${NOON}`;

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** A running program, and its output so far. */
export class Program {
  readonly child: ChildProcess;
  /** Resolves when it has exited and all its output was read. */
  readonly ended: Promise<Ended>;
  out = "";
  err = "";
  readonly #onOutput = new Set<() => void>();

  constructor([program, ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) {
    // Ignores the user's kubeconfig, and prints no colors unless a test requests them.
    const own = { ...process.env, ...COMPILE_CACHE, KUBECONFIG: `${script}.missing`, NO_COLOR: "1", TZ, ...env };
    this.child = spawn(program!, args, { env: own, stdio: ["pipe", "pipe", "pipe"] });
    endAfterTests(this.child);
    this.child.stdout!.setEncoding("utf8").on("data", (text: string) => this.#add("out", text));
    this.child.stderr!.setEncoding("utf8").on("data", (text: string) => this.#add("err", text));
    this.child.stdin!.on("error", () => {});
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code, signal) => {
        resolve({ code, signal, out: this.out, err: this.err });
        this.#changed();
      });
    });
  }

  /** Sends a signal. Not by child.kill(), after which Deno reports the signal in place of the exit code. */
  kill(signal: NodeJS.Signals): void {
    process.kill(this.child.pid!, signal);
  }

  /** Resolves with the first match in its output; rejects if it exits without one, or is killed after 150 seconds. */
  async waitFor(pattern: RegExp, stream: "out" | "err" = "out"): Promise<RegExpMatchArray> {
    let hasEnded = false;
    this.ended.then(() => hasEnded = true);
    const limit = setTimeout(() => this.kill("SIGKILL"), 150_000);
    try {
      for (;;) {
        const match = this[stream].match(pattern);
        if (match) return match;
        if (hasEnded) throw new Error(`Ended without ${pattern}:\n${this.out}\n${this.err}`);
        await new Promise<void>((resolve) => this.#onOutput.add(resolve));
      }
    } finally {
      clearTimeout(limit);
    }
  }

  /** Resolves once a condition holds; rejects if it exits before, or is killed after 150 seconds. */
  async runsUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
    let hasEnded = false;
    this.ended.then(() => hasEnded = true);
    const limit = setTimeout(() => this.kill("SIGKILL"), 150_000);
    try {
      while (!await condition()) {
        if (hasEnded) throw new Error(`Ended:\n${this.out}\n${this.err}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      clearTimeout(limit);
    }
  }

  #add(stream: "out" | "err", text: string): void {
    this[stream] += text;
    this.#changed();
  }

  #changed(): void {
    for (const resolve of this.#onOutput) resolve();
    this.#onOutput.clear();
  }
}

/** Starts `kubecast`. */
export function startKubecast(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  return new Program([...KUBECAST, ...args], env);
}

/** Runs `kubecast` to its end. */
export function kubecast(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return startKubecast(args, env).ended;
}

/** Runs `kubecast` once per list of arguments, in one process, as starting a runtime is slow. */
export async function kubecastEach(lists: readonly (readonly string[])[]): Promise<Omit<Ended, "signal">[]> {
  const each = KUBECAST.map((part) =>
    part === script ? fileURLToPath(new URL("./kubecast_each.ts", import.meta.url)) : part
  );
  const { out, err } = await new Program([...each, JSON.stringify(lists)]).ended;
  if (out === "") throw new Error(err);
  return JSON.parse(out);
}
