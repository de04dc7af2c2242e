import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { EventsApiServer } from "../src/serve/server/mod.ts";
import { KUBECTL, Kubectl } from "./serve/server/kubectl.ts";
import { serveHttp } from "./serve/server/serve_http.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

/** Runs a program of README, and returns what it printed. */
async function run(name: string, program: string): Promise<string[]> {
  const dist = new URL("../dist/", import.meta.url);
  await mkdir(dist, { recursive: true });
  // Several runtimes may run this test at once, each with a server of its own.
  const file = new URL(`readme_${name}_${process.pid}.ts`, dist);
  await writeFile(file, program);
  const printed: string[] = [];
  const { log } = console;
  console.log = (...values: unknown[]): void => void printed.push(values.join(" "));
  try {
    await import(file.href);
  } finally {
    console.log = log;
    await rm(file);
  }
  return printed;
}

test("README's first program has eight lines of code, and kubectl describe shows its event", async () => {
  const program = readme.match(/^```ts ignore\n([\s\S]*?)^```$/m)![1]!;
  assert.equal(program.match(/^.+$/gm)!.length, 8);
  const api = new EventsApiServer();
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", uid: crypto.randomUUID() },
    spec: { containers: [{ name: "web", image: "web" }] },
    status: { phase: "Running" },
  };
  // What a cluster has beside events: the pod.
  const server = await serveHttp((request) => {
    const isPod = new URL(request.url).pathname === "/api/v1/namespaces/shop/pods/web";
    return isPod ? Promise.resolve(Response.json(pod)) : api.fetch(request);
  });
  const kubectl = KUBECTL === undefined ? undefined : new Kubectl(server.url);
  try {
    assert.ok(program.includes("loadDefaultConfig()"), program);
    await run(
      "first",
      program.replace("loadDefaultConfig()", `loadDefaultConfig({ server: "${server.url}", env: {} })`),
    );
    const [event, ...others] = api.events();
    assert.deepEqual(others, []);
    assert.equal(event?.involvedObject.uid, pod.metadata.uid);
    const promised = readme.match(/^ {2}Normal .*$/m)![0].trim().split(/ {2,}/);
    assert.deepEqual(promised.filter((_, column) => column !== 2), [
      event.type,
      event.reason,
      event.source?.component,
      event.message,
    ]);
    if (kubectl === undefined) return;
    const described = await kubectl.output(["describe", "pod", "web", "-n", "shop"]);
    const shown = described.match(/^ {2}Normal .*$/m)?.[0].trim().split(/ {2,}/) ?? [];
    const withoutAge = ([type, reason, , ...rest]: readonly string[]): unknown => [type, reason, ...rest];
    assert.deepEqual(withoutAge(shown), withoutAge(promised), described);
  } finally {
    kubectl?.close();
    await server.close();
  }
});

const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program]) => program!);

test("README has programs that run without a cluster", () => assert.ok(programs.length > 1));

for (const [i, program] of programs.entries()) {
  test(`README's program ${i + 1} without a cluster prints the lines in its last comments`, async () => {
    const promised = program.match(/\n((?:\/\/ .*\n)+)$/)?.[1]?.trim().split("\n").map((line) => line.slice(3));
    assert.ok(promised !== undefined, program);
    assert.deepEqual(await run(`program_${i + 1}`, program), promised);
  });
}

test("README names two whole commands near its top: the demo and the tests, by the pinned Deno", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(new URL("runtimes/package.json", import.meta.url), "utf8"),
  );
  const { deno } = { ...dependencies, ...devDependencies };
  const top = readme.split("\n").slice(0, 15);
  for (const task of ["demo", "test"]) {
    assert.ok(top.some((line) => line.startsWith(`npx -y deno@${deno} task ${task}  `)), `${deno} ${task}`);
  }
});

test("README is short, and links to nothing that is gone", async () => {
  assert.ok(readme.split("\n").length <= 162);
  for (const [, path] of readme.matchAll(/github\.com\/kubecast\/events\/(?:blob|tree)\/main\/([\w./]+)/g)) {
    await readFile(new URL(`../${path}`, import.meta.url)).catch((error) => {
      if (error.code !== "EISDIR") throw error;
    });
  }
  for (const [, path] of readme.matchAll(/`(examples\/\w+\.ts)`/g)) {
    await readFile(new URL(`../${path}`, import.meta.url));
  }
});

test("Each entry point's page begins with a task and its program", async () => {
  const { exports } = JSON.parse(await readFile(new URL("../deno.json", import.meta.url), "utf8"));
  for (const [name, path] of Object.entries(exports)) {
    const source = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
    const lines = source.split("*/")[0]!.split("\n");
    const program = lines.findIndex((line) => line.startsWith(" * ```"));
    assert.ok(program > 0 && program < 15, `${name}: ${program}`);
    const end = lines.indexOf(" * ```", program);
    assert.ok(end - program > 3, name);
  }
});
