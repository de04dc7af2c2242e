// Has pages in Chromium attack an EventsApiServer on loopback, and others use it with permission: node24 tests/runtimes/cross_origin.mjs
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { serveHttp } from "../serve/server/serve_http.ts";
import { openChromium } from "./open_chromium.mjs";
import { report } from "./report.mjs";

const PATH = "/api/v1/namespaces/default/events";
const event = {
  metadata: { name: "a" },
  involvedObject: { kind: "Pod", name: "web", namespace: "default" },
  reason: "Forged",
};

/** Serves an empty page on every path, so that scripts can run with its origin. */
async function servePage() {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, close: () => server.close() };
}

const page = await servePage();
const browser = await openChromium(["--host-resolver-rules=MAP *.example 127.0.0.1"]);
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };

/** Runs a script in a page, beside a server with one event, `kept`. */
async function test(name, { from, options = {} }, script, check) {
  let requests = 0;
  const api = new EventsApiServer(options);
  await api.fetch(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...event, metadata: { name: "kept" } }),
  });
  const server = await serveHttp((request) => {
    requests++;
    return api.fetch(request);
  });
  const { port } = new URL(server.url);
  const tab = await browser.newPage();
  tab.setDefaultTimeout(180_000);
  try {
    await tab.goto(from({ page: page.port, api: port }));
    const answer = await tab.evaluate(script, { url: `${server.url}${PATH}`, path: PATH, event });
    const stored = api.events().map(({ metadata }) => metadata.name);
    assert.ok(requests > 0, "Chromium sent no request");
    check(answer, stored);
    result.passed++;
  } catch (error) {
    result.failed++;
    result.lines.push(`not ok ${name}: ${error.stack}`);
  } finally {
    await tab.close();
    await server.close();
  }
}

// Pages of a public name, of another port of the same machine, and of a name rebound to the server (DNS rebinding).
const evil = { from: (ports) => `http://evil.example:${ports.page}/` };
const neighbour = { from: (ports) => `http://localhost:${ports.page}/` };
const rebound = { from: (ports) => `http://rebind.example:${ports.api}/api/v1/events` };
const untouched = (_, stored) => assert.deepEqual(stored, ["kept"]);

for (const [name, origin] of [["evil", evil], ["neighbouring", neighbour]]) {
  await test(`no-cors with a Blob from an ${name} page stores nothing`, origin, async ({ url, event }) => {
    await fetch(url, { method: "POST", mode: "no-cors", body: new Blob([JSON.stringify(event)]) }).catch(() => {});
  }, untouched);
  await test(`sendBeacon from an ${name} page stores nothing`, origin, async ({ url, event }) => {
    navigator.sendBeacon(url, new Blob([JSON.stringify(event)]));
    // It is sent after the beacon on the same connection.
    for (let i = 0; i < 3; i++) await fetch(url, { mode: "no-cors" }).catch(() => {});
  }, untouched);
  await test(`a preflighted DELETE from an ${name} page deletes nothing`, origin, async ({ url }) => {
    return await fetch(url, { method: "DELETE" }).then(() => "answered", (error) => error.name);
  }, (answer, stored) => {
    assert.equal(answer, "TypeError");
    untouched(answer, stored);
  });
  await test(`a form of an ${name} page stores nothing`, origin, async ({ url, event }) => {
    const target = Object.assign(document.createElement("iframe"), { name: "target" });
    const form = Object.assign(document.createElement("form"), { method: "POST", action: url, target: "target" });
    form.enctype = "text/plain";
    const [first, second] = JSON.stringify({ ...event, message: "=" }).split("=");
    form.append(Object.assign(document.createElement("input"), { name: first, value: second }));
    document.body.append(target, form);
    const loaded = new Promise((resolve) => target.addEventListener("load", resolve));
    form.submit();
    await loaded;
  }, untouched);
}

await test("a page whose name was rebound to the server can neither read nor delete", rebound, async ({ path }) => {
  const list = await fetch(path);
  const deleted = await fetch(path, { method: "DELETE" });
  return [list.status, (await list.json()).items, deleted.status];
}, (answer, stored) => {
  assert.deepEqual(answer, [403, undefined, 403]);
  untouched(answer, stored);
});

const allowed = { from: neighbour.from, options: { allowedOrigins: [`http://localhost:${page.port}`] } };

await test("a page of an allowed origin writes, reads errors, watches and deletes", allowed, async ({ url, event }) => {
  const { metadata } = await (await fetch(url)).json();
  const watch = await fetch(`${url}?watch=true&resourceVersion=${metadata.resourceVersion}`);
  const headers = { "content-type": "application/json" };
  const created = await fetch(url, { method: "POST", headers, body: JSON.stringify(event) });
  const again = await fetch(url, { method: "POST", headers, body: JSON.stringify(event) });
  const reader = watch.body.getReader();
  let text = "";
  while (!text.trim().endsWith("}")) text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  const patched = await fetch(`${url}/a`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ count: 2 }),
  });
  const deleted = await fetch(`${url}/kept`, { method: "DELETE" });
  return [created.status, (await again.json()).reason, JSON.parse(text).object.reason, patched.status, deleted.status];
}, (answer, stored) => {
  assert.deepEqual(answer, [201, "AlreadyExists", "Forged", 200, 200]);
  assert.deepEqual(stored, ["a"]);
});

await test("a page of an allowed origin cannot omit the content type", allowed, async ({ url, event }) => {
  return (await fetch(url, { method: "POST", body: new Blob([JSON.stringify(event)]) })).status;
}, (answer, stored) => {
  assert.equal(answer, 415);
  untouched(answer, stored);
});

await test("a page under an allowed name of the server uses it", {
  ...rebound,
  options: { allowedHosts: ["rebind.example"] },
}, async ({ path }) => {
  return (await (await fetch(path)).json()).items.length;
}, (answer) => assert.equal(answer, 1));

await browser.close();
page.close();
report("cross-origin pages", result);
