import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const readJson = async (file: string) => JSON.parse(await readFile(new URL(file, root), "utf8"));

/** Licenses that ask for no more than a notice. */
const LICENSES = ["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

test("every installed dependency has a license that requires only a notice", async () => {
  const { packages } = await readJson("package-lock.json");
  const installed = Object.entries<{ license?: string; dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path.startsWith("node_modules/") && !path.startsWith("node_modules/@std/") && !dev);
  assert.ok(installed.length >= 4, `${installed.length} dependencies`);
  for (const [path, { license = "" }] of installed) {
    // Those of an expression with AND hold together.
    const licenses = license.replace(/^\((.*)\)$/, "$1").split(" AND ");
    assert.ok(licenses.every((each) => LICENSES.includes(each)), `${path}: ${license}`);
  }
});

test("deno.json and package.json ask for the same versions, and have the same entry points", async () => {
  const [deno, npm] = [await readJson("deno.json"), await readJson("package.json")];
  assert.deepEqual(npm.exports, deno.exports);
  for (const [name, range] of Object.entries(npm.dependencies)) {
    if (!name.startsWith("@std/")) assert.equal(deno.imports[name], `npm:${name}@${range}`);
  }
});

test("every task has a description, and few are listed in deno.json", async () => {
  const { tasks } = await readJson("deno.json");
  const more = (await readJson("tests/tasks.json")).tasks;
  for (const [name, task] of Object.entries<{ description?: string }>({ ...tasks, ...more })) {
    assert.ok(task.description, `deno task ${name}`);
  }
  assert.ok(Object.keys(tasks).length <= 12, `${Object.keys(tasks).length} tasks in deno.json`);
});
