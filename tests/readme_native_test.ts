import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

test("README's first program prints the output in its comments", async () => {
  const program = readme.match(/^```ts\n([\s\S]*?)^```$/m)![1]!;
  const promised = program.match(/(?:^\/\/ .*\n)+$/m)![0].trim().split("\n").map((line) => line.slice(3));
  const dist = new URL("../dist/", import.meta.url);
  await mkdir(dist, { recursive: true });
  const file = new URL("readme_program.ts", dist);
  await writeFile(file, program);
  const printed: string[] = [];
  const { log } = console;
  console.log = (...values: unknown[]): void => void printed.push(values.join(" "));
  try {
    await import(file.href);
  } finally {
    console.log = log;
  }
  assert.ok(promised.length > 1);
  assert.deepEqual(printed, promised);
});
