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

test("README's first program is short, and kubectl describe shows its event", async () => {
  const program = readme.match(/^```ts ignore\n([\s\S]*?)^```$/m)![1]!;
  assert.ok(program.match(/^.+$/gm)!.length <= 11);
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
    const server_ = "server: process.argv[2]";
    assert.ok(program.includes(server_), program);
    await run("first", program.replace(server_, `server: "${server.url}", env: {}`));
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

test("README's first program runs without the pod too, and exits with another code than 0 if its event is lost", async () => {
  const program = readme.match(/^```ts ignore\n([\s\S]*?)^```$/m)![1]!;
  const api = new EventsApiServer();
  const { warn, error } = console;
  const { exitCode } = process;
  const codes: unknown[] = [];
  try {
    console.warn = console.error = () => {}; // the hint about the missing uid, and why an event is lost
    for (const isRefused of [false, true]) {
      const server = await serveHttp((request) =>
        isRefused && request.method === "POST"
          ? Promise.resolve(
            Response.json({ kind: "Status", code: 422, reason: "Invalid", message: "no" }, { status: 422 }),
          )
          : api.fetch(request)
      );
      process.exitCode = 0;
      const connection = `server: "${server.url}", env: {}`;
      await run(`first_${isRefused}`, program.replace("server: process.argv[2]", connection));
      codes.push(process.exitCode);
      await server.close();
    }
  } finally {
    Object.assign(console, { warn, error });
    // Bun keeps a code that is set to undefined.
    process.exitCode = exitCode ?? 0;
  }
  assert.deepEqual(codes, [0, 1]);
  assert.deepEqual(api.events().map(({ involvedObject: { name }, message }) => [name, message]), [
    ["web", "Backed up 1,234 files"],
  ]);
});

const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program]) => program!);

test("README has programs that run without a cluster", () => assert.ok(programs.length > 1));

/** Node before 24 knows no `await using`. */
const knowsUsing = "asyncDispose" in Symbol && !/^2[0-3]\./.test(process.versions.node);

for (const [i, program] of programs.entries()) {
  const skip = program.includes("await using") && !knowsUsing;
  test(`README's program ${i + 1} without a cluster prints the lines in its last comments`, { skip }, async () => {
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
  assert.ok(readme.split("\n").length <= 160);
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

test("The docs' transformIgnorePatterns of Jest except the packages that they name, as npm and pnpm install them", async () => {
  for (const file of ["../README.md", "../.github/POLICY.md", "../src/connect/client_node/mod.ts"]) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    const ignored = new RegExp(text.match(/`transformIgnorePatterns: \["(.*?)"\]`/)![1]!);
    for (
      const name of file.endsWith(".ts")
        ? ["@kubecast/events", "@kubernetes/client-node", "jose"]
        : ["@kubecast/events"]
    ) {
      assert.doesNotMatch(`/project/node_modules/${name}/mod.js`, ignored);
      const folder = `${name.replace("/", "+")}@1.0.0`;
      assert.doesNotMatch(`/project/node_modules/.pnpm/${folder}/node_modules/${name}/mod.js`, ignored);
    }
    assert.match("/project/node_modules/lru-cache/index.js", ignored);
    assert.match("/project/node_modules/.pnpm/lru-cache@11.0.0/node_modules/lru-cache/index.js", ignored);
  }
});
