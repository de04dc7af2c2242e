import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { EventsApiServer } from "../../dist/visits_server.mjs";
import { startWorkerd } from "./start_workerd.mjs";

const OVERLAPPING = 200;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves an Events API that answers after 0 to 60 ms, and loses one answer in twenty; `isDown` cuts all connections. */
export async function serve() {
  const api = new EventsApiServer();
  const server = { isDown: false, requests: 0, counts, close };
  const http = createServer(async (incoming, outgoing) => {
    server.requests++;
    const body = [];
    try {
      for await (const chunk of incoming) body.push(chunk);
    } catch {
      return; // the request was cancelled in the middle of its body
    }
    await sleep(Math.random() * 30);
    const dice = Math.random();
    if (server.isDown) return incoming.socket.destroy();
    if (dice < 0.0125) return incoming.socket.destroy();
    if (dice < 0.025) return; // never answered
    const { url, method, headers } = incoming;
    const response = await api.fetch(
      new Request(`http://localhost${url}`, { method, headers, body: body.length > 0 ? Buffer.concat(body) : null }),
    );
    const text = await response.text();
    await sleep(Math.random() * 30);
    if (dice < 0.0375) return incoming.socket.destroy();
    if (dice < 0.05) return;
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(text);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  server.url = `http://127.0.0.1:${http.address().port}`;
  return server;

  function counts() {
    const counts = new Map();
    for (const { message, count, series } of api.events()) {
      assert.ok(!counts.has(message), `${message} is stored twice`);
      counts.set(message, count ?? series?.count ?? 1);
    }
    return counts;
  }
  function close() {
    http.closeAllConnections();
    http.close();
  }
}

/** Runs workers in workerd, each in an isolate of its own. */
export async function startInWorkerd(isolates, options, { isInspected = false } = {}) {
  const make = options.isBare ? "makeBareWorker" : "makeWorker";
  const entry = `import { ${make} } from "./visits_worker.mjs";
const worker = ${make}(${JSON.stringify(options)});
export default {
  fetch(request, env, context) {
    if (!request.url.endsWith("/gc")) return worker.fetch(request, env, context);
    gc();
    return new Response();
  },
};`;
  const modules = ["dist/visits_worker.mjs"];
  const { ports, ...runtime } = await startWorkerd(entry, { modules, isolates, isInspected });
  return { ...runtime, get: (isolate, path, options) => get(ports[isolate], path, options) };
}

/** Makes a request; one that `resets` breaks its connection at some time, and resolves all the same. */
function get(port, path, { resets = false } = {}) {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, agent: false }, async (response) => {
      let text = "";
      try {
        for await (const chunk of response) text += chunk;
      } catch { /* reset */ }
      resolve(text);
    });
    request.on("error", (error) => resets ? resolve("") : reject(error));
    if (resets) setTimeout(() => request.socket?.resetAndDestroy(), Math.random() * 60);
    request.end();
  });
}

/** Visits pages, 200 at a time: a tenth of the clients reset their connection, and a tenth of the requests end early. */
export async function visitPages(runtime, { visits, isolates = 1, pauseMs = 0 }) {
  let made = 0;
  await Promise.all(Array.from({ length: OVERLAPPING }, async () => {
    while (made++ < visits) {
      const isKilled = Math.random() < 0.1;
      await runtime.get(made % isolates, isKilled ? "/killed" : "/visited", { resets: Math.random() < 0.1 });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }));
}

/** Has all isolates write what is left, asserts that the server has counted every visit, and returns their number. */
export async function assertCounted(runtime, { server, isolates = 1 }) {
  const told = new Map();
  for (let isolate = 0; isolate < isolates; isolate++) {
    let rest;
    let left = Infinity;
    for (let flushes = 0; left > 0 && flushes < 500; flushes++) {
      rest = JSON.parse(await runtime.get(isolate, "/flush"));
      left = rest.pending + rest.stats.owed;
    }
    assert.equal(left, 0);
    for (const [page, count] of rest.told) told.set(page, (told.get(page) ?? 0) + count);
  }
  const ordered = (counts) => [...counts].sort(([a], [b]) => a < b ? -1 : 1);
  assert.deepEqual(ordered(server.counts()), ordered(told));
  assert.doesNotMatch(runtime.log(), /different request|global scope|Uncaught/);
  return [...told.values()].reduce((sum, count) => sum + count, 0);
}
