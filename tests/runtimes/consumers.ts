// Uses the package as its users do, outside this workspace, with exactly the files that are published: deno task consumers
import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** What every consumer does with the package: records one event into an API in memory. */
const program = `import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";
import { FakeRecorder } from "@kubecast/events/testing";

const api = new EventsApiServer();
const broadcaster = new EventBroadcaster();
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
const recorder = broadcaster.newRecorder({ component: "consumer" });
recorder.event(pod, "Normal", "Pulled", "there");
recorder.event(pod, "Normal", "Pulled", "there");
await broadcaster.shutdown();
const list = await (await api.fetch(new Request("http://localhost/api/v1/events"))).json();
const fake = new FakeRecorder();
fake.event(pod, "Normal", "Pulled", "there");
console.log(\`\${list.items.length} event, \${recording.stats().accepted} accepted, \${fake.lines.length} line\`);
`;
/** What a consumer does with the objects of @kubernetes/client-node, whose times are no strings. */
const withClientNode = `import { EventBroadcaster } from "@kubecast/events";
import { type KubernetesObject, type V1Node, type V1ObjectReference, V1Pod, type V1PodList } from "@kubernetes/client-node";

declare const [pod, node, reference, object, list]: [V1Pod, V1Node, V1ObjectReference, KubernetesObject, V1PodList];
const kindOf = (item: object) => item instanceof V1Pod ? { apiVersion: "v1", kind: "Pod" } : undefined;
const recorder = new EventBroadcaster().newRecorder({ component: "consumer" }, { kindOf });
for (const about of [pod, node, reference, object, list, ...list.items]) recorder.event(about, "Normal", "Seen", "there");
recorder.record(pod, { type: "Normal", reason: "Bound", message: "there", related: node });
`;
const promised = "1 event, 2 accepted, 1 line";
const [bun, tsc] = ["bun", "tsc"].map((name) => new URL(`node_modules/.bin/${name}`, import.meta.url).pathname) as [
  string,
  string,
];

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

function expect(who: string, printed: string): void {
  if (!printed.includes(promised)) throw new Error(`Cannot use the package: ${who} printed ${printed}`);
  console.log(`${who}: ok`);
}

const root = Deno.cwd();
const listed = await run(root, Deno.execPath(), "publish", "--dry-run", "--allow-dirty");
const files = [...listed.matchAll(/^ *file:\/\/(\S+) \(/gm)].map(([, path]) => path!.slice(root.length + 1));
const { exports, version, imports } = JSON.parse(Deno.readTextFileSync("deno.json"));
if (!files.includes("mod.ts") || files.some((file) => /^(tests|examples)\//.test(file))) {
  throw new Error(`Cannot use the package: what is published is ${files.join(", ")}`);
}

const folder = await Deno.makeTempDir({ prefix: "kubecast-consumers-" });
try {
  // Deno: the package and the stand-in for @std/async as linked packages, in the place of JSR.
  for (const file of files.filter((file) => file !== "deno.json")) {
    write(`${folder}/deno/package/${file}`, Deno.readTextFileSync(file));
  }
  write(`${folder}/deno/package/deno.json`, { name: "@kubecast/events", version, exports, imports });
  const standIn = "tests/offline/std_async";
  for (const { name } of Deno.readDirSync(standIn)) {
    if (/^(deno\.json|.*\.ts)$/.test(name)) {
      write(`${folder}/deno/async/${name}`, Deno.readTextFileSync(`${standIn}/${name}`));
    }
  }
  write(`${folder}/deno/deno.json`, {
    imports: Object.fromEntries(
      ["", "/server", "/testing"].map((part) => [`@kubecast/events${part}`, `jsr:@kubecast/events@^${version}${part}`]),
    ),
    links: ["./package", "./async"],
  });
  write(`${folder}/deno/main.ts`, program);
  expect("deno", await run(`${folder}/deno`, Deno.execPath(), "run", "--check", "main.ts"));
  await run(`${folder}/deno`, Deno.execPath(), "bundle", "--platform", "browser", "--output", "bundle.mjs", "main.ts");
  expect("deno bundle", await run(`${folder}/deno`, Deno.execPath(), "run", "--no-config", "bundle.mjs"));

  // npm's layout, as JSR's registry for npm makes it: JavaScript with declarations, and dependencies by their npm names.
  const modules = `${folder}/npm/node_modules`;
  const events = `${modules}/@kubecast/events`;
  Deno.mkdirSync(events, { recursive: true });
  await run(root, Deno.execPath(), "pack", "--quiet", "--allow-dirty", "--output", `${folder}/events.tgz`);
  await run(folder, "tar", "xzf", "events.tgz", "--strip-components=1", "-C", events);
  // The package takes the stand-in with it, whose place is beside it.
  write(`${modules}/@std/async/delay.js`, Deno.readTextFileSync(`${events}/${standIn}/delay.js`));
  write(`${modules}/@std/async/package.json`, { type: "module", exports: { "./delay": "./delay.js" } });
  for (const name of ["lru-cache", "fast-json-patch"]) {
    await run(root, "cp", "-rL", `node_modules/${name}`, `${modules}/`);
  }
  write(`${folder}/npm/package.json`, { type: "module" });
  write(`${folder}/npm/main.js`, program);
  expect("bun, npm's layout", await run(`${folder}/npm`, bun, "run", "main.js"));
  expect("node, npm's layout", await run(`${folder}/npm`, "node", "main.js"));
  await run(`${folder}/npm`, bun, "build", "main.js", "--target", "browser", "--minify", "--outfile", "bundle.mjs");
  expect("bun build", await run(`${folder}/npm`, "node", "bundle.mjs"));

  // The oldest TypeScript that has all types that are used. What TypeScript infers has changed since: Deno's is newer.
  // Libraries are not checked, as the declarations of this Deno lack the members that a Symbol names.
  const blocks = Deno.readTextFileSync("README.md").matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  const clients = `${root}/tests/server/clients/node_modules/@kubernetes`;
  if (existsSync(clients)) Deno.symlinkSync(clients, `${modules}/@kubernetes`);
  else {console.log(
      "The objects of @kubernetes/client-node: left out (npm ci --prefix tests/server/clients installs it)",
    );}
  const programs = [program, ...existsSync(clients) ? [withClientNode] : [], ...[...blocks].map(([, block]) => block!)];
  for (const [index, text] of programs.entries()) write(`${folder}/npm/typed/${index}.ts`, `${text}\nexport {};\n`);
  for (const module of ["esnext", "nodenext"]) {
    write(`${folder}/npm/tsconfig.json`, {
      compilerOptions: {
        module,
        moduleResolution: module === "esnext" ? "bundler" : module,
        target: "es2022",
        lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ["typed"],
    });
    await run(`${folder}/npm`, tsc, "--project", ".");
    console.log(`TypeScript ${(await run(folder, tsc, "--version")).match(/[\d.]+/)}, ${module}: ok`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
