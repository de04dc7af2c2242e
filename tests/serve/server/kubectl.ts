import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { endAfterTests } from "../../run_program.ts";

/** Path of kubectl: the variable `KUBECTL`, or the first on the `PATH`; `undefined` if there is none. */
export const KUBECTL: string | undefined = env["KUBECTL"] ??
  (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "kubectl")).find((file) => existsSync(file));

/** Output of a kubectl that has exited. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A kubectl that is running. */
export interface Running {
  readonly outcome: Promise<Outcome>;
  /** Waits until a line of its output matches. */
  saw(pattern: RegExp): Promise<void>;
  stop(): void;
}

/** Runs kubectl against a server, with its own home folder, isolated from this machine. */
export class Kubectl {
  readonly #server: string;
  readonly #home = mkdtempSync(join(tmpdir(), "kubecast-kubectl-"));
  readonly #running = new Set<ChildProcess>();

  constructor(server: string) {
    this.#server = server;
  }

  /** Runs a command to its end; `-f -` reads `stdin`. */
  run(args: readonly string[], stdin?: unknown): Promise<Outcome> {
    return this.start(args, stdin).outcome;
  }

  /** The output of a command that must succeed. */
  async output(args: readonly string[], stdin?: unknown): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, stdin);
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** Starts a command. */
  start(args: readonly string[], stdin?: unknown): Running {
    const child = spawn(KUBECTL!, [`--server=${this.#server}`, ...args], {
      // The editor of `kubectl edit`.
      env: { PATH: env["PATH"] ?? "", HOME: this.#home, KUBE_EDITOR: "perl -pi -e 's/^count: .*/count: 7/'" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    endAfterTests(child);
    this.#running.add(child);
    let stdout = "";
    let stderr = "";
    let wake: () => void = () => {};
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      wake();
    });
    child.stderr.on("data", (chunk) => stderr += chunk);
    child.stdin.end(stdin === undefined ? "" : JSON.stringify(stdin));
    let ended = false;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        ended = true;
        this.#running.delete(child);
        wake();
        resolve({ code, stdout, stderr });
      });
    });
    return {
      outcome,
      async saw(pattern): Promise<void> {
        while (!pattern.test(stdout)) {
          if (ended) throw new Error(`kubectl ended without ${pattern}: ${stdout}${stderr}`);
          await new Promise<void>((resolve) => wake = resolve);
        }
      },
      stop: () => void child.kill(),
    };
  }

  /** Kills all running processes and deletes the home folder. */
  close(): void {
    for (const child of this.#running) child.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
