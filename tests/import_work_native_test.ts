import { test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { execPath } from "node:process";
import { promisify } from "node:util";

/** What loads a part of a runtime when it is first used, or does something. */
const COSTLY: readonly string[] = [
  ..."Headers Request Response FormData Blob AbortController Worker BroadcastChannel MessageChannel".split(" "),
  ..."fetch setTimeout setInterval queueMicrotask structuredClone".split(" "),
];

const root = new URL("../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("deno.json", root), "utf8")) as { exports: Record<string, string> };

/** Prints which of them were used while the modules were imported. */
function program(modules: readonly string[]): string {
  return `
    const used = [];
    for (const owner of [globalThis, Intl]) {
      const names = owner === Intl ? Object.getOwnPropertyNames(Intl) : ${JSON.stringify(COSTLY)};
      for (const name of names.filter((name) => typeof owner[name] === "function")) {
        const note = (way) => (...parts) => (used.push(name), Reflect[way](...parts));
        owner[name] = new Proxy(owner[name], { construct: note("construct"), apply: note("apply") });
      }
    }
    for (const module of ${JSON.stringify(modules)}) await import(module);
    console.log(JSON.stringify(used));
  `;
}

test("modules do no work when they are imported", async () => {
  const flags = "Deno" in globalThis ? ["eval"] : "Bun" in globalThis ? ["--eval"] : ["--input-type=module", "--eval"];
  const modules = Object.values(exports).map((file) => new URL(file, root).href);
  const { stdout } = await promisify(execFile)(execPath, [...flags, program(modules)], { cwd: root });
  assert.deepEqual(JSON.parse(stdout), []);
});
