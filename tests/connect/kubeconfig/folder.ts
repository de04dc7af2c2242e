import { test } from "node:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inTime } from "../../eventually.ts";
import { readCertificate } from "../in_cluster/tls_server.ts";

/** A folder of files for a test, which is removed afterwards. */
export class Folder implements Disposable {
  readonly path: string = mkdtempSync(join(tmpdir(), "kubecast-"));

  /** Writes a file, strings unchanged and other values as JSON, a subset of YAML; returns its path. */
  write(name: string, content: unknown, mode = 0o600): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode });
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

/** Disposes of a test's resources: Node 22 does not support `using`. */
export interface Scope {
  /** Disposes of a value at the end of the test. */
  keep<T extends Disposable | AsyncDisposable>(value: T): T;
}

/** A test with a scope. */
export function scopedTest(name: string, run: (scope: Scope) => Promise<void>): void {
  test(name, () => scoped(run));
}

/** Runs with a scope, and returns what that returns. */
export async function scoped<R>(run: (scope: Scope) => Promise<R>): Promise<R> {
  const kept: (Disposable | AsyncDisposable)[] = [];
  try {
    return await run({ keep: (value) => (kept.unshift(value), value) });
  } finally {
    for (const value of kept) {
      if (Symbol.asyncDispose in value) await inTime("The disposal", value[Symbol.asyncDispose]());
      else value[Symbol.dispose]();
    }
  }
}

/** A kubeconfig of one cluster, one user and one context, all named `a`. */
export function kubeconfig(cluster: object, user: object = {}, namespace?: string): object {
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "a", cluster }],
    users: [{ name: "a", user }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a", namespace } }],
    "current-context": "a",
  };
}

/** A certificate or key of the tests, as in the `-data` fields. */
export function certificateData(name: string): string {
  return btoa(readCertificate(name));
}
