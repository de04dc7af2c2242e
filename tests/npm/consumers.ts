// Uses the package as its users do, outside this workspace: deno task more consumers
//
// Deno takes exactly the files that are published to JSR; everything else installs the tarball of `deno task npm`.
import { existsSync } from "node:fs";
import { dirname } from "node:path";

const root = Deno.cwd();
const tools = `${root}/tests/npm/node_modules/.bin`;
const runtimes = `${root}/tests/runtimes/node_modules`;
const tarball = `${root}/dist/kubecast-events.tgz`;

/** Records two equal events into an API in memory: the body of every consumer. */
const body = `const api = new EventsApiServer();
const broadcaster = new EventBroadcaster();
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
const recorder = broadcaster.newRecorder({ component: "consumer" });
recorder.event(pod, "Normal", "Pulled", "there");
recorder.event(pod, "Normal", "Pulled", "there");
await broadcaster.shutdown();
const answer = await api.fetch(new Request("http://localhost/api/v1/events"));
const { items } = (await answer.json())EVENTS;
const fake = new FakeRecorder();
fake.event(pod, "Normal", "Pulled", "there");
const result = \`\${items.length} event, \${recording.stats().accepted} accepted, \${fake.lines.length} line\`;
`;
const expected = "1 event, 2 accepted, 1 line";
const imported = `import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";
import { FakeRecorder } from "@kubecast/events/testing";

`;
const untyped = body.replace("EVENTS", "");
const required = imported.replace(/^import (.*) from (.*);$/gm, "const $1 = require($2);");
/** Loads every entry point: `require` rejects modules with a top-level await. */
const requireAll = `const { exports: entries } = require("@kubecast/events/package.json");
for (const entry of Object.keys(entries)) require("@kubecast/events" + entry.slice(1));
`;
const printed = "console.log(result);\n";
const programs = {
  module: imported + untyped + printed,
  commonJs: `${required}${requireAll}(async () => {\n${untyped}${printed}})();\n`,
  typed: imported + body.replace("EVENTS", " as { items: unknown[] }") + printed,
  typedCommonJs: `${imported}void (async () => {\n${
    body.replace("EVENTS", " as { items: unknown[] }") + printed
  }})();\n`,
  worker: `${imported}export default { async fetch() {\n${untyped}return new Response(result);\n} };\n`,
  page: `${imported}globalThis.result = (async () => {\n${untyped}return result;\n})();\n`,
};

/** Disposables as a controller uses them. */
const disposing = `import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

await using api = new EventsApiServer();
await using broadcaster = new EventBroadcaster();
await using recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
using watcher = broadcaster.watch();
console.log(recording.stats().accepted, watcher.queued);
`;

/** A mistake for the compiler to tell. */
const mistaken = `import type { CoreV1Event, EventsV1Event } from "@kubecast/events";
import { toOccurrence } from "@kubecast/events/reader";

declare const event: EventsV1Event;
export const wrong: CoreV1Event = event;
export const worse = toOccurrence({ metadata: {}, count: "two" });
`;

/** Objects of @kubernetes/client-node as a controller uses them, with dates as times. */
const withClientNode = `import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventRecording } from "@kubecast/events/client-go";
import { fromKubeConfig } from "@kubecast/events/client-node";
import { toOccurrence } from "@kubecast/events/reader";
import { type CoreV1Event, type EventsV1Event, KubeConfig, type KubernetesObject, type V1Node, type V1ObjectReference, V1Pod, type V1PodList } from "@kubernetes/client-node";

declare const [pod, node, reference, object, list]: [V1Pod, V1Node, V1ObjectReference, KubernetesObject, V1PodList];
const kindOf = (item: object) => item instanceof V1Pod ? { apiVersion: "v1", kind: "Pod" } : undefined;
const recorder = new EventBroadcaster().newRecorder({ component: "consumer" }, { kindOf });
for (const about of [pod, node, reference, object, list, ...list.items]) recorder.event(about, "Normal", "Seen", "there");
recorder.record(pod, { type: "Normal", reason: "Bound", message: "there", related: node });

declare const [coreEvent, event]: [CoreV1Event, EventsV1Event];
new EventRecording(new FetchEventSink(fromKubeConfig(new KubeConfig()))).accept(coreEvent);
console.log(toOccurrence(coreEvent).count, toOccurrence(event).count);
`;

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd, env: { NO_COLOR: "1" } }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`Cannot use the package: ${command} ${args.join(" ")} failed\n${out}${err}`);
  return `${out}${err}`;
}

function write(file: string, content: unknown): void {
  Deno.mkdirSync(dirname(file), { recursive: true });
  Deno.writeTextFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

function expect(consumer: string, printed: string): void {
  if (!printed.includes(expected)) throw new Error(`Cannot use the package: ${consumer} printed ${printed}`);
  console.log(`${consumer}: ok`);
}

const folder = await Deno.makeTempDir({ prefix: "kubecast-consumers-" });
try {
  await checkDeno(`${folder}/deno`);
  await checkTarball();
  const project = `${folder}/npm`;
  write(`${project}/package.json`, { private: true });
  await run(project, "npm", "install", "--no-audit", "--no-fund", tarball);
  await checkRuntimes(project);
  await checkCommand(project);
  await checkBundledCommand(project);
  await checkBundles(project);
  await checkJest(`${folder}/jest`);
  await checkTypes(project);
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Links the files published to JSR, and the stand-in for @std/async, in place of JSR. */
async function checkDeno(project: string): Promise<void> {
  const listed = await run(root, Deno.execPath(), "publish", "--dry-run", "--allow-dirty");
  const files = [...listed.matchAll(/^ *file:\/\/(\S+) \(/gm)].map(([, path]) => path!.slice(root.length + 1));
  if (!files.includes("mod.ts") || files.some((file) => /^(tests|examples)\//.test(file))) {
    throw new Error(`Cannot use the package: JSR would get ${files.join(", ")}`);
  }
  const { exports, version, imports } = JSON.parse(Deno.readTextFileSync("deno.json"));
  for (const file of files.filter((file) => file !== "deno.json")) {
    write(`${project}/package/${file}`, Deno.readTextFileSync(file));
  }
  write(`${project}/package/deno.json`, { name: "@kubecast/events", version, exports, imports });
  const standIn = "tests/offline/std_async";
  for (const { name } of Deno.readDirSync(standIn)) {
    if (/^(deno\.json|.*\.ts)$/.test(name)) {
      write(`${project}/async/${name}`, Deno.readTextFileSync(`${standIn}/${name}`));
    }
  }
  const parts = Object.keys(exports).map((path) => path.slice(1));
  write(`${project}/deno.json`, {
    imports: Object.fromEntries(
      parts.map((part) => [`@kubecast/events${part}`, `jsr:@kubecast/events@^${version}${part}`]),
    ),
    links: ["./package", "./async"],
  });
  write(`${project}/main.ts`, programs.typed);
  expect("deno", await run(project, Deno.execPath(), "run", "--check", "main.ts"));
  await run(project, Deno.execPath(), "bundle", "--platform", "browser", "--output", "bundle.mjs", "main.ts");
  expect("deno bundle", await run(project, Deno.execPath(), "run", "--no-config", "bundle.mjs"));
}

/** The files that Node loads of the package for one of them. */
function loadedFiles(file: string, loaded: Set<string> = new Set()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, other] of Deno.readTextFileSync(`dist/npm/${file}`).matchAll(/^import .* from "\.\/(.*)";$/gm)) {
    loadedFiles(other!, loaded);
  }
  return loaded;
}

async function checkTarball(): Promise<void> {
  const names = (await run(root, "tar", "-tzf", tarball)).trim().split("\n");
  if (names.some((name) => name.endsWith(".map"))) throw new Error("Cannot use the package: it has source maps");
  // Packages of ESM alone: `require` takes them from Node 20.19 on, older resolutions do not.
  await run(root, `${tools}/attw`, tarball, "--profile", "esm-only");
  console.log("arethetypeswrong: ok");
  const linted = await run(root, `${tools}/publint`, tarball, "--strict");
  if (!linted.includes("All good!")) throw new Error(`Cannot use the package: publint found\n${linted}`);
  console.log("publint: ok");
  if (!/^ \* ## What differs$/m.test(Deno.readTextFileSync("dist/npm/client-go.d.ts"))) {
    throw new Error("Cannot use the package: the declarations of an entry point lack its page");
  }
  // Each costs Node time to load: deno task more bench:import
  const loaded = loadedFiles("mod.js");
  if (loaded.size > 5) throw new Error(`Cannot use the package: its main entry loads ${[...loaded].join(", ")}`);
  console.log(`files of the main entry: ${loaded.size}`);
}

async function checkRuntimes(project: string): Promise<void> {
  write(`${project}/main.mjs`, programs.module);
  write(`${project}/main.cjs`, programs.commonJs);
  for (const node of ["node", `${runtimes}/node22/bin/node`, `${runtimes}/node24/bin/node`]) {
    const version = (await run(project, node, "--version")).trim();
    expect(`node ${version}, import`, await run(project, node, "main.mjs"));
    expect(`node ${version}, require`, await run(project, node, "--no-warnings", "main.cjs"));
  }
  // As in README, in a folder made by npm init.
  const [, script] = Deno.readTextFileSync("README.md").match(/^\$ node (\S+\.mts)/m)!;
  write(`${project}/init/package.json`, { private: true, type: "commonjs" });
  write(`${project}/init/${script}`, programs.typed);
  for (const node of ["node22", "node24"]) {
    expect(`${node}, ${script}`, await run(`${project}/init`, `${runtimes}/${node}/bin/node`, script!));
  }
  const bun = `${runtimes}/.bin/bun`;
  write(`${project}/bun/package.json`, { private: true, type: "module" });
  await run(`${project}/bun`, bun, "add", tarball);
  write(`${project}/bun/${script}`, programs.typed);
  expect("bun", await run(`${project}/bun`, bun, script!));
  for (const installer of ["pnpm@9", "yarn@1"]) {
    const installed = `${project}/${installer}`;
    write(`${installed}/package.json`, { private: true });
    await run(installed, "npx", "-y", installer, "add", `file:${tarball}`);
    write(`${installed}/main.mjs`, programs.module);
    expect(installer, await run(installed, "node", "main.mjs"));
  }
}

/** Bundles a program that imports the command, which must not run by itself. */
async function checkBundledCommand(project: string): Promise<void> {
  write(`${project}/own.mjs`, 'import { main } from "@kubecast/events/cli";\nconsole.log("own", typeof main);\n');
  const options = ["--bundle", "--format=esm", "--platform=node", "--outfile=own.bundle.mjs"];
  await run(project, `${tools}/esbuild`, "own.mjs", ...options);
  const printed = (await run(project, `${runtimes}/.bin/bun`, "own.bundle.mjs")).trim();
  if (printed !== "own function") throw new Error(`Cannot use the package: a bundle of the command printed ${printed}`);
  console.log("kubecast, bundled into another program: ok");
}

/** Serves events with the installed command, records one, and reads it back, on Node and on Bun. */
async function checkCommand(project: string): Promise<void> {
  const kubecast = `${project}/node_modules/.bin/kubecast`;
  const { version } = JSON.parse(Deno.readTextFileSync("deno.json"));
  for (const [runtime, ...command] of [["node", kubecast], ["bun", `${runtimes}/.bin/bun`, "--bun", kubecast]]) {
    const [program, ...args] = command as [string, ...string[]];
    const printed = (await run(project, program, ...args, "--version")).trim();
    if (printed !== version) throw new Error(`Cannot use the package: kubecast --version printed ${printed}`);
    const server = new Deno.Command(program, {
      args: [...args, "serve", "--port", "0"],
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }).spawn();
    try {
      const url = await firstUrl(server);
      const event = ["record", "pod/web", "BackOff", "Back-off restarting", "--type", "Warning", "-n", "shop"];
      await run(project, program, ...args, ...event, "--server", url);
      const { items } = await (await fetch(`${url}/api/v1/namespaces/shop/events`)).json();
      if (items.length !== 1) throw new Error(`Cannot use the package: ${items.length} events after kubecast record`);
      const ui = new Deno.Command(program, {
        args: [...args, "ui", "-A", "--server", url],
        stdout: "piped",
        stderr: "piped",
        env: { NO_COLOR: "1" },
      }).spawn();
      const { status } = await fetch(new URL("/page.js", await firstUrl(ui)));
      ui.kill();
      if (status !== 200 || !(await ui.status).success) throw new Error("Cannot use the package: kubecast ui failed");
      console.log(`kubecast on ${runtime}: ok`);
    } finally {
      server.kill();
      await server.status;
    }
  }
}

/** The first URL that a process prints. */
async function firstUrl({ stdout, stderr }: Deno.ChildProcess): Promise<string> {
  const find = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> => {
    let text = "";
    for await (const part of stream.pipeThrough(new TextDecoderStream())) {
      text += part;
      const url = text.match(/http:\/\/[\w.:[\]]+:\d+(\/#[\w-]+)?(?=\s|$)/m)?.[0];
      if (url !== undefined) return url;
    }
    throw new Error(`Cannot use the package: kubecast serve printed ${text}`);
  };
  return await Promise.any([find(stdout), find(stderr)]);
}

/** Tests of CommonJS in Jest, through Babel and ts-jest, with the configuration that README names. */
async function checkJest(project: string): Promise<void> {
  const readme = Deno.readTextFileSync("README.md");
  const [, patterns] = readme.match(/`(transformIgnorePatterns: .*?)`/)!;
  const [preset] = readme.match(/ts-jest\/presets\/[\w-]+/)!;
  write(`${project}/package.json`, { private: true });
  write(
    `${project}/babel.config.js`,
    'module.exports = { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };\n',
  );
  write(`${project}/tsconfig.json`, {
    compilerOptions: { module: "commonjs", target: "es2022", strict: true, allowJs: true, skipLibCheck: true },
  });
  const test = `test("records", async () => {
  ${untyped}
  expect(result).toBe("${expected}");
});
`;
  write(`${project}/record.test.js`, `${required}${test}`);
  write(`${project}/record.test.ts`, `${imported}${test}`);
  write(`${project}/babel.jest.config.js`, `module.exports = { testMatch: ["**/*.test.js"], ${patterns} };\n`);
  const tsJest = `preset: "${preset}", testMatch: ["**/*.test.ts"], ${patterns}`;
  write(`${project}/ts.jest.config.js`, `module.exports = { ${tsJest} };\n`);
  const packages = [
    "jest@30.5.2",
    "@babel/preset-env@7.29.14",
    "ts-jest@29.4.15",
    "typescript@5.9.3",
    "@types/jest@30.0.0",
  ];
  await run(project, "npm", "install", "--no-audit", "--no-fund", ...packages, tarball);
  for (const transform of ["babel", "ts"]) {
    const printed = await run(project, "npx", "jest", "-c", `${transform}.jest.config.js`);
    if (!printed.includes("1 passed")) {
      throw new Error(`Cannot use the package in Jest (${transform}): it printed ${printed}`);
    }
  }
  console.log("Jest, CommonJS, by Babel and ts-jest: ok");
}

async function checkBundles(project: string): Promise<void> {
  const bundle = async (entry: keyof typeof programs | "alone", ...args: string[]): Promise<string> => {
    const output = `${project}/${entry}.bundle.mjs`;
    const options = ["--bundle", "--format=esm", "--platform=browser", "--target=es2022", `--outfile=${output}`];
    await run(project, `${tools}/esbuild`, `${entry}.mjs`, ...options, ...args);
    return output;
  };
  write(`${project}/page.mjs`, programs.page);
  write(`${project}/worker.mjs`, programs.worker);
  const places = ["page", await bundle("page"), "worker", await bundle("worker")];
  const results = (await run(root, "node", "tests/npm/run_bundles.mjs", ...places)).trim().split("\n");
  expect("esbuild, in Chromium", results[0]!);
  expect("esbuild, in workerd", results[1]!);

  write(`${project}/alone.mjs`, 'export { Broadcaster } from "@kubecast/events";\n');
  const { size } = await Deno.stat(await bundle("alone", "--minify"));
  const measured = await run(root, Deno.execPath(), "task", "more", "size");
  const source = Number(measured.match(/\{ Broadcaster \}` alone \| ([\d,]+) bytes/)![1]!.replace(",", ""));
  const percent = Math.round(size / source * 100);
  console.log(`Broadcaster alone, by esbuild: ${size} bytes minified, ${percent} % of the same from source`);
  if (percent > 110) throw new Error("Cannot shake the package: Broadcaster alone takes more than a tenth more");
}

async function checkTypes(project: string): Promise<void> {
  const blocks = Deno.readTextFileSync("README.md").matchAll(/^```ts(?: ignore)?\n(import [\s\S]*?)^```$/gm);
  const typed = [programs.typed, disposing, ...[...blocks].map(([, block]) => block!)];
  await run(project, "npm", "install", "--no-audit", "--no-fund", "@types/node@26.6.6");
  const clients = `${root}/tests/clients/js/node_modules/@kubernetes`;
  if (existsSync(clients)) {
    Deno.symlinkSync(clients, `${project}/node_modules/@kubernetes`);
    write(`${project}/client_node/main.ts`, withClientNode);
  } else console.log("@kubernetes/client-node: left out (npm ci --prefix tests/clients/js installs it)");
  for (const [index, text] of typed.entries()) write(`${project}/typed/${index}.ts`, `${text}\nexport {};\n`);

  const compile = async (tsc: string, include: string, options: Record<string, unknown>): Promise<void> => {
    const compilerOptions = {
      target: "es2022",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: ["node"],
      ...options,
    };
    write(`${project}/package.json`, { private: true, type: "module" });
    write(`${project}/tsconfig.json`, { compilerOptions, include: [include] });
    await run(project, tsc, "--project", ".");
  };
  // The oldest TypeScript that has every type in use, and the newest.
  for (const typescript of ["typescript", "typescript-newest"]) {
    const tsc = `${root}/tests/npm/node_modules/${typescript}/bin/tsc`;
    const version = (await run(folder, tsc, "--version")).match(/[\d.]+/);
    for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
      for (const dom of [[], ["dom"], ["dom", "dom.iterable"], ["dom", "dom.iterable", "dom.asynciterable"]]) {
        const lib = ["es2022", ...dom];
        await compile(tsc, "typed", { module, moduleResolution, lib });
        console.log(`TypeScript ${version}, ${moduleResolution}, lib ${lib.join(" ")}: ok`);
      }
    }
    // A page's project, as Vite makes them: no types of Node, and the DOM library as it is.
    write(`${project}/page/main.ts`, `${programs.typed}export {};\n`);
    const page = { module: "esnext", moduleResolution: "bundler", types: [], lib: ["es2023", "dom", "dom.iterable"] };
    await compile(tsc, "page", page);
    // Errors name the types by the names that they are imported by.
    write(`${project}/mistake/main.ts`, mistaken);
    const told = await compile(tsc, "mistake", page).then(() => "", String);
    if (!told.includes("'CoreV1Event'") || /import\("/.test(told)) {
      throw new Error(`Cannot use the package: TypeScript ${version} tells ${told}`);
    }
    console.log(`TypeScript ${version}, a page: ok`);
    // Of CommonJS: the older resolution, which the newest TypeScript no longer has, and the one that knows `exports`.
    const settings = typescript === "typescript"
      ? { module: "commonjs", moduleResolution: "node10" }
      : { module: "nodenext", moduleResolution: "nodenext" };
    write(`${project}/commonjs/main.cts`, programs.typedCommonJs);
    await compile(tsc, "commonjs", { ...settings, noEmit: false, lib: ["es2022", "dom"] });
    expect(`TypeScript ${version}, CommonJS`, await run(project, "node", "--no-warnings", "commonjs/main.cjs"));
    if (existsSync(clients)) {
      // Its own declarations have errors of their own.
      await compile(tsc, "client_node", { module: "nodenext", lib: ["esnext", "dom"], skipLibCheck: true });
      console.log(`TypeScript ${version}, objects of @kubernetes/client-node: ok`);
    }
  }
}
