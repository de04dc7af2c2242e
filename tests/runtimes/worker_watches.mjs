// Watches the events of a worker in workerd, while other requests write, end or are killed:
// deno task more worker && node tests/runtimes/worker_watches.mjs
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import process from "node:process";
import { report } from "./report.mjs";
import { startWorkerd } from "./start_workerd.mjs";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const EVENTS = "/api/v1/namespaces/default/events";

/** Starts the example of a worker, or `watched`, which has more than one server and readers of its own. */
async function start(worker) {
  const entry = `export { default } from "./${worker}.mjs";`;
  const { ports: [port], ...runtime } = await startWorkerd(entry, { modules: [`dist/${worker}.mjs`] });
  const watches = [];
  return {
    url: `http://127.0.0.1:${port}`,
    log: runtime.log,

    async get(path) {
      return await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    },

    /** Creates events, each in a request of its own. */
    async write(names, path = EVENTS) {
      for (const name of names) {
        const involvedObject = { kind: "Pod", namespace: "default", name: "web" };
        const body = JSON.stringify({ metadata: { name }, involvedObject, type: "Normal", reason: "Pulled" });
        const headers = { "content-type": "application/json" };
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
        assert.equal(response.status, 201, await response.text());
      }
    },

    /** Opens a stream of lines, by a connection of its own; resolves once the headers have come. */
    watch(path) {
      const watch = { lines: [], isOver: false };
      watches.push(watch);
      return new Promise((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, agent: false }, async (response) => {
          resolve(watch);
          let text = "";
          try {
            for await (const chunk of response) {
              text += chunk;
              const lines = text.split("\n");
              text = lines.pop();
              watch.lines.push(...lines.map((line) => lineOf(line, watch)));
            }
          } catch { /* killed */ }
          watch.isOver = true;
        });
        sent.on("error", reject);
        sent.end();
        watch.kill = () => sent.socket.resetAndDestroy();
      });
    },

    /** Waits until watches have seen exactly these lines, and are over or not. */
    async see(watches, lines, isOver = false) {
      const seen = ({ lines, isOver }) => `${lines.join(", ")}${isOver ? ", end" : ""}`;
      const expected = seen({ lines, isOver });
      for (let polls = 0; polls < 600 && watches.some((watch) => seen(watch) !== expected); polls++) await sleep(50);
      assert.deepEqual(watches.map(seen), watches.map(() => expected));
    },

    async close() {
      for (const watch of watches) watch.kill();
      await runtime.close();
      assert.doesNotMatch(runtime.log().slice(0, 500), /hung|different request's|Uncaught|global scope/);
    },
  };
}

/** "ADDED e1" for a line of a watch, whose version it sets; lines of other streams as they are. */
function lineOf(line, watch) {
  if (!line.startsWith("{")) return line;
  const { type, object } = JSON.parse(line);
  watch.version = object.metadata.resourceVersion;
  return `${type} ${object.metadata.name}`;
}

const added = (...names) => names.map((name) => `ADDED ${name}`);

async function seeAll(worker, count) {
  const { watch, write, see } = worker;
  const watches = [];
  for (let i = 0; i < count; i++) {
    watches.push(await watch(`${EVENTS}?watch=true${i % 2 === 0 ? "" : "&timeoutSeconds=600"}`));
  }
  await write(["e0", "e1", "e2", "e3", "e4"]);
  await see(watches, added("e0", "e1", "e2", "e3", "e4"));
  await write(["e5"]);
  await see(watches, added("e0", "e1", "e2", "e3", "e4", "e5"));
}

async function outliveKilled({ watch, write, see }) {
  const watches = [];
  for (let i = 0; i < 15; i++) watches.push(await watch(`${EVENTS}?watch=true`));
  await write(["e0"]);
  await see(watches, added("e0"));
  const killed = watches.splice(0, 5);
  for (const watch of killed) watch.kill();
  await write(["e1", "e2"]);
  await see(watches, added("e0", "e1", "e2"));
}

async function outliveLeft({ get, watch, write, see }) {
  for (let i = 0; i < 3; i++) assert.equal(await get("/left"), "left");
  const first = await watch(`${EVENTS}?watch=true`);
  for (let i = 0; i < 3; i++) assert.equal(await get("/left"), "left");
  const second = await watch(`${EVENTS}?watch=true`);
  await write(["e0", "e1"]);
  await see([first, second], added("e0", "e1"));
}

async function endOnTime({ watch, write, see }) {
  const short = [];
  for (let i = 0; i < 3; i++) short.push(await watch(`${EVENTS}?watch=true&timeoutSeconds=2`));
  const long = await watch(`${EVENTS}?watch=true&timeoutSeconds=600`);
  await write(["e0"]);
  await see(short, added("e0"), true);
  await write(["e1"]);
  await see([long], added("e0", "e1"));
}

async function endTogether({ get, watch, write, see }) {
  const watches = [];
  for (let i = 0; i < 5; i++) watches.push(await watch(`${EVENTS}?watch=true`));
  await write(["e0"]);
  assert.equal(await get("/closed"), "closed");
  await see(watches, added("e0"), true);
}

async function seeExpired({ watch, write, see }) {
  const path = `/forgetful${EVENTS}`;
  const watches = [];
  for (let i = 0; i < 5; i++) watches.push(await watch(`${path}?watch=true`));
  await write(["e0"], path);
  await see(watches, ["ADDED e0", "DELETED e0"]);
  await write(["e1"], path);
  await see(watches, ["ADDED e0", "DELETED e0", "ADDED e1", "DELETED e1"]);
}

async function readInRequests({ watch, write, see }) {
  await write(["e0"]);
  const readers = [];
  for (let i = 0; i < 5; i++) readers.push(await watch("/read"));
  await see(readers, ["ADDED e0", "BOOKMARK undefined"]);
  readers.splice(0, 2).forEach((reader) => reader.kill());
  await write(["e1", "e2"]);
  await see(readers, ["ADDED e0", "BOOKMARK undefined", "ADDED e1", "ADDED e2"]);
}

/** Lists, and then watches a second at a time, each time from the last version. */
async function inform({ get, watch }, count) {
  const { items, metadata } = JSON.parse(await get(EVENTS));
  const lines = added(...items.map(({ metadata }) => metadata.name));
  let version = metadata.resourceVersion;
  while (lines.length < count) {
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=1&resourceVersion=${version}`;
    const part = await watch(`${EVENTS}?${query}`);
    while (!part.isOver) await sleep(10);
    lines.push(...part.lines);
    version = part.version ?? version;
  }
  return lines;
}

async function informAll(worker) {
  const names = Array.from({ length: 20 }, (_, i) => `e${i + 10}`);
  await worker.write(names.slice(0, 2));
  const informers = Array.from({ length: 10 }, () => inform(worker, names.length));
  for (const name of names.slice(2)) {
    await worker.write([name]);
    await sleep(150);
  }
  for (const lines of await Promise.all(informers)) assert.deepEqual(lines, added(...names));
}

async function watchWithKubectl({ url, write, see }) {
  const commands = Array.from({ length: 2 }, () => {
    // The example records what kubectl asks for besides, about pages.
    const flags = [
      "-w",
      "--field-selector=involvedObject.kind=Pod",
      "--no-headers",
      "-o",
      "custom-columns=:.metadata.name",
    ];
    const command = spawn("kubectl", ["get", "events", `--server=${url}`, "--cache-dir=/dev/null", ...flags], {
      env: { ...process.env, KUBECONFIG: "/dev/null" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const watch = { lines: [], isOver: false, kill: () => command.kill() };
    let text = "";
    command.stdout.on("data", (chunk) => watch.lines = (text += chunk).split("\n").filter((line) => line !== ""));
    command.on("exit", () => watch.isOver = true);
    return { watch, command };
  });
  const watches = commands.map(({ watch }) => watch);
  try {
    await write(["e0"]);
    await see(watches, ["e0"]);
    await write(["e1", "e2"]);
    await see(watches, ["e0", "e1", "e2"]);
  } finally {
    for (const { command } of commands) {
      command.kill();
      if (command.exitCode === null && command.signalCode === null) await once(command, "exit");
    }
  }
}

const hasKubectl = await new Promise((resolve) => {
  const command = spawn("kubectl", ["version", "--client"], { stdio: "ignore" });
  command.on("error", () => resolve(false)).on("exit", (code) => resolve(code === 0));
});
const scenarios = [
  ...[1, 2, 15, 100].map((count) => [
    `watches of an empty store see every event of other requests, ${count} at once`,
    "worker",
    (worker) => seeAll(worker, count),
  ]),
  ["watches outlive others whose clients are killed", "watched", outliveKilled],
  ["watches outlive requests that ended amid a read", "watched", outliveLeft],
  ["watches end after their timeoutSeconds, and no others with them", "watched", endOnTime],
  ["watches end when another request closes them", "watched", endTogether],
  ["watches see events expire on time", "watched", seeExpired],
  ["readers in requests see every event, also after others were killed", "watched", readInRequests],
  ["informers list, and resume again and again, without a loss or a double", "worker", informAll],
  ["kubectl get events -w, twice, sees every event", "worker", watchWithKubectl, !hasKubectl],
];
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };
for (const [what, file, scenario, isSkipped] of scenarios) {
  const name = `EventsApiServer in workerd: ${what}`;
  if (isSkipped) {
    result.skipped++;
    result.lines.push(`skipped ${name}`);
    continue;
  }
  try {
    const worker = await start(file);
    try {
      await scenario(worker);
    } finally {
      await worker.close();
    }
    result.passed++;
    result.lines.push(`ok ${name}`);
  } catch (error) {
    result.failed++;
    result.lines.push(`not ok ${name}: ${error.stack}`);
  }
}
report("watches in workerd", result);
process.exit();
