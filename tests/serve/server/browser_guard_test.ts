import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent } from "./client.ts";

const URL = `http://127.0.0.1:8001${CORE}`;
// In a browser no script can set them, not even of a request that is never sent.
const skip = !new Request(URL, { headers: { host: "a", origin: "b", "sec-fetch-site": "c" } }).headers.has("host");

/** Sends a request as if it had come through a socket. */
function send(api: EventsApiServer, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return api.fetch(new Request(URL, { ...init, headers: { host: "127.0.0.1:8001", ...headers } }));
}

/** Sends a write, and returns its status and whether it took effect. */
async function write(api: EventsApiServer, headers: Record<string, string>): Promise<[code: number, stored: number]> {
  const type = { "content-type": "application/json" };
  const response = await send(api, { ...type, ...headers }, { method: "POST", body: JSON.stringify(coreEvent("a")) });
  await response.text();
  return [response.status, api.events().length];
}

const HOSTS: readonly [host: string, isAllowed: boolean][] = [
  ["127.0.0.1:8001", true],
  ["localhost:8001", true],
  ["LOCALHOST", true],
  ["localhost.:8001", true],
  ["events.localhost:8001", true],
  ["[::1]:8001", true],
  ["192.168.1.5:8001", true],
  ["[fe80::1]:8001", true],
  ["rebind.example:8001", false],
  ["rebind.example", false],
  ["127.0.0.1.rebind.example:8001", false],
  ["localhost.rebind.example", false],
  ["notlocalhost", false],
  ["events.internal:8001", false],
  ["a b", false],
];

for (const [host, isAllowed] of HOSTS) {
  test(`EventsApiServer ${isAllowed ? "serves" : "rejects"} the Host ${host}`, { skip }, async () => {
    assert.deepEqual(await write(new EventsApiServer(), { host }), isAllowed ? [201, 1] : [403, 0]);
  });
}

test("EventsApiServer explains allowedHosts in the Status for an unknown Host", { skip }, async () => {
  const response = await send(new EventsApiServer(), { host: "rebind.example:8001" });
  const { kind, reason, message } = await response.json();
  assert.deepEqual([response.status, kind, reason], [403, "Status", "Forbidden"]);
  assert.equal(
    message,
    'the request is rejected to protect the server from web pages: the Host "rebind.example:8001" is neither a loopback ' +
      "name nor an IP address; see the option allowedHosts, or --allow-host of kubecast serve",
  );
});

test("EventsApiServer checks the host of the URL if a browser sent no Host", { skip }, async () => {
  const api = new EventsApiServer();
  const headers = { "sec-fetch-site": "same-origin" };
  assert.equal((await api.fetch(new Request(URL, { headers }))).status, 200);
  const other = new Request(URL.replace("127.0.0.1", "rebind.example"), { headers });
  assert.equal((await api.fetch(other)).status, 403);
});

test("EventsApiServer.allowedHosts adds names, ignoring port and case", { skip }, async () => {
  const api = new EventsApiServer({ allowedHosts: ["Events.internal"] });
  for (const host of ["events.internal", "EVENTS.internal:8001"]) {
    assert.equal((await send(api, { host })).status, 200);
  }
  assert.equal((await send(api, { host: "a.events.internal" })).status, 403);
  assert.equal((await send(new EventsApiServer({ allowedHosts: ["*"] }), { host: "any.example" })).status, 200);
});

test("EventsApiServer serves in-process requests of any URL", async () => {
  const api = new EventsApiServer();
  for (const url of ["http://localhost", "https://cluster.example.com", "http://10.0.0.1:6443"]) {
    assert.equal((await api.fetch(`${url}${CORE}`)).status, 200);
  }
});

const ORIGINS: readonly [origin: string, isAllowed: boolean][] = [
  ["http://127.0.0.1:8001", true],
  ["https://127.0.0.1:8001", true],
  ["http://127.0.0.1:5173", false],
  ["http://localhost:8001", false],
  ["http://evil.example", false],
  ["null", false],
  ["", false],
];

for (const [origin, isAllowed] of ORIGINS) {
  test(`EventsApiServer ${isAllowed ? "serves" : "rejects"} pages of the origin "${origin}"`, { skip }, async () => {
    assert.deepEqual(await write(new EventsApiServer(), { origin }), isAllowed ? [201, 1] : [403, 0]);
  });
}

test("EventsApiServer rejects resources loaded by pages of other sites, and serves links", { skip }, async () => {
  const api = new EventsApiServer();
  const status = async (site: string, mode: string): Promise<number> =>
    (await send(api, { "sec-fetch-site": site, "sec-fetch-mode": mode })).status;
  assert.equal(await status("cross-site", "no-cors"), 403);
  assert.equal(await status("same-site", "no-cors"), 403);
  assert.equal(await status("cross-site", "navigate"), 200);
  assert.equal(await status("same-origin", "cors"), 200);
  assert.equal(await status("none", "navigate"), 200);
});

test("EventsApiServer rejects the preflight of another origin, before any fault", { skip }, async () => {
  let asked = 0;
  const api = new EventsApiServer({ faults: [{ when: () => ++asked > 0, answer: 503 }] });
  const preflight = { origin: "http://evil.example", "access-control-request-method": "DELETE" };
  const response = await send(api, preflight, { method: "OPTIONS" });
  assert.deepEqual([response.status, asked], [403, 0]);
  assert.equal(response.headers.get("access-control-allow-origin"), null);
});

const PAGE = "http://localhost:5173";

test("EventsApiServer.allowedOrigins answers preflights", { skip }, async () => {
  const api = new EventsApiServer({ allowedOrigins: [PAGE] });
  const response = await send(api, {
    origin: PAGE,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization,content-type",
  }, { method: "OPTIONS" });
  assert.equal(response.status, 204);
  assert.deepEqual([...response.headers].sort(), [
    ["access-control-allow-headers", "authorization,content-type"],
    ["access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE"],
    ["access-control-allow-origin", PAGE],
    ["access-control-max-age", "600"],
    ["vary", "Origin, Access-Control-Request-Headers"],
  ]);
  const other = { origin: "http://localhost:5174", "access-control-request-method": "PATCH" };
  assert.equal((await send(api, other, { method: "OPTIONS" })).status, 403);
});

test(
  "EventsApiServer.allowedOrigins treats OPTIONS without a preflight header as an ordinary request",
  { skip },
  async () => {
    const api = new EventsApiServer({ allowedOrigins: [PAGE] });
    assert.equal((await send(api, { origin: PAGE }, { method: "OPTIONS" })).status, 405);
    assert.equal((await send(api, { origin: PAGE, "access-control-request-method": "GET" })).status, 200);
  },
);

test("EventsApiServer.allowedOrigins allows public pages to reach the local network", { skip }, async () => {
  const api = new EventsApiServer({ allowedOrigins: [PAGE] });
  const preflight = { origin: PAGE, "access-control-request-method": "GET" };
  const allowed = async (headers: Record<string, string>): Promise<string | null> =>
    (await send(api, { ...preflight, ...headers }, { method: "OPTIONS" })).headers.get(
      "access-control-allow-private-network",
    );
  assert.equal(await allowed({ "access-control-request-private-network": "true" }), "true");
  assert.equal(await allowed({}), null);
});

test("EventsApiServer.allowedOrigins accepts * and null", { skip }, async () => {
  const codes = async (allowedOrigins: string[]): Promise<number[]> => {
    const api = new EventsApiServer({ allowedOrigins });
    return [(await send(api, { origin: PAGE })).status, (await send(api, { origin: "null" })).status];
  };
  assert.deepEqual(await codes(["*"]), [200, 200]);
  assert.deepEqual(await codes(["null"]), [403, 200]);
});

test("EventsApiServer.allowedOrigins allows its pages to read responses, errors and watches", { skip }, async () => {
  const api = new EventsApiServer({ allowedOrigins: [PAGE] });
  assert.deepEqual(await write(api, { origin: PAGE }), [201, 1]);
  const cors = async (response: Promise<Response>): Promise<(string | null)[]> => {
    const { headers, body } = await response;
    await body?.cancel();
    return ["access-control-allow-origin", "access-control-expose-headers", "vary"].map((name) => headers.get(name));
  };
  const shared = [PAGE, "Retry-After, Warning", "Origin"];
  assert.deepEqual(await cors(send(api, { origin: PAGE })), shared);
  const headers = { host: "127.0.0.1:8001", origin: PAGE };
  assert.deepEqual(await cors(api.fetch(`${URL}/missing`, { headers })), shared);
  assert.deepEqual(await cors(api.fetch("/api/v1/pods", { method: "POST", headers })), shared);
  assert.deepEqual(await cors(api.fetch(`${URL}?watch=true`, { headers })), shared);
  await api.shutdown();
  assert.deepEqual(await cors(send(api, { origin: PAGE })), shared);
  assert.deepEqual(await cors(send(new EventsApiServer(), { origin: "http://127.0.0.1:8001" })), [null, null, null]);
});

test(
  "EventsApiServer rejects a body without a content type from a browser, and accepts it from others",
  { skip },
  async () => {
    const api = new EventsApiServer({ allowedOrigins: [PAGE] });
    const post = (headers: Record<string, string>): Promise<Response> =>
      send(api, headers, { method: "POST", body: new Blob([JSON.stringify(coreEvent("a"))]) });
    assert.equal((await post({ origin: PAGE })).status, 415);
    assert.equal((await post({ "sec-fetch-site": "same-origin" })).status, 415);
    assert.equal(api.events().length, 0);
    assert.equal((await post({})).status, 201);
  },
);

test("EventsApiServer rejects malformed allowedHosts and allowedOrigins", () => {
  for (const host of ["http://a", "a:80", "a/b", "", undefined]) {
    assert.throws(() => new EventsApiServer({ allowedHosts: [host as string] }), {
      name: "TypeError",
      message: "Cannot serve events: allowedHosts must be a list of host names without a port, such as " +
        `"events.example.com", or "*", received ${JSON.stringify(host)}`,
    });
  }
  for (const origin of ["localhost:5173", "http://a/", "a"]) {
    assert.throws(() => new EventsApiServer({ allowedOrigins: [origin] }), {
      name: "TypeError",
      message:
        'Cannot serve events: allowedOrigins must be a list of origins, such as "http://localhost:5173", or "*", ' +
        `received ${JSON.stringify(origin)}`,
    });
  }
  assert.throws(() => new EventsApiServer({ allowedOrigins: "*" as never }), /received "\*"$/);
});
