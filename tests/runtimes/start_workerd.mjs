import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import workerd from "workerd";

/**
 * Starts workerd, the runtime of Cloudflare Workers, with a worker in one isolate or several: `entry` is the source of its
 * main module, which may import `modules`, files that are copied beside it. `log` is what the runtime writes.
 *
 * With `isInspected`, `inspect` opens a session of the Chrome DevTools Protocol with an isolate, and workers may call `gc()`.
 */
export async function startWorkerd(entry, { modules, isolates = 1, isInspected = false }) {
  const folder = await mkdtemp(join(tmpdir(), "workerd-"));
  await writeFile(join(folder, "entry.mjs"), entry);
  for (const module of modules) await cp(module, join(folder, basename(module)));
  const names = Array.from({ length: isolates }, (_, i) => `worker${i}`);
  const embedded = ["entry.mjs", ...modules.map((module) => basename(module))];
  await writeFile(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${names.map((name) => `(name = "${name}", worker = .worker),`).join("\n    ")}
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [${
      names.map((name) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}")`).join(", ")
    }],
  v8Flags = [${isInspected ? '"--expose-gc"' : ""}],
);
const worker :Workerd.Worker = (
  modules = [${embedded.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
  compatibilityDate = "2026-01-01",
);
`,
  );
  const flags = isInspected ? ["--inspector-addr=127.0.0.1:0"] : [];
  const runtime = spawn(workerd.default, ["serve", "--control-fd=3", ...flags, "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [runtime.stdout, runtime.stderr]) stream.on("data", (chunk) => log += chunk);
  const exited = once(runtime, "exit");
  let inspector;
  const ports = await new Promise((resolve, reject) => {
    let lines = "";
    runtime.stdio[3].on("data", (chunk) => {
      lines += chunk;
      const told = lines.split("\n").slice(0, -1).map((line) => JSON.parse(line));
      inspector = told.find(({ event }) => event === "listen-inspector")?.port;
      const ports = told.filter(({ event }) => event === "listen").map(({ port }) => port);
      if (ports.length === isolates) resolve(ports);
    });
    exited.then(() => reject(new Error(`workerd has ended: ${log}`)));
  });
  return {
    ports,
    pid: runtime.pid,
    log: () => log,
    inspect: (isolate) => inspect(`ws://127.0.0.1:${inspector}/${names[isolate]}`),
    async close() {
      runtime.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens a session with an inspector, whose `send` returns the result of a command. */
async function inspect(url) {
  const socket = new WebSocket(url);
  const answers = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, ...answer } = JSON.parse(data); // to some commands workerd answers without a result
    answers.get(id)?.(answer);
  });
  await once(socket, "open");
  return {
    async send(method, params = {}) {
      const id = answers.size + 1;
      const { result, error } = await new Promise((resolve) => {
        answers.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      });
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    close: () => socket.close(),
  };
}
