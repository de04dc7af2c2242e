import { test } from "node:test";
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { FetchEventSink } from "../../../mod.ts";
import { connectionFetch as connect } from "../../../src/connect/connection/connection_fetch.ts";
import { inClusterConfig } from "../../../src/connect/in_cluster/mod.ts";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";
import { EventReader } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { eventually } from "../../eventually.ts";
import { readCertificate, serveTls } from "../in_cluster/tls_server.ts";
import { certificateData, Folder, kubeconfig, scopedTest } from "../kubeconfig/folder.ts";

const send = (request: Request): Promise<Response> => fetch(request);

/** The `fetch` of a connection that is never disposed of. */
const connectionFetch = (options: Omit<Parameters<typeof connect>[0], "close">) =>
  connect({ ...options, close: () => {} }).fetch;

/** Serves plain HTTP on a free port. */
async function serve(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with the request. */
function echo(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let body = "";
  incoming.on("data", (chunk) => body += chunk).on("end", () => {
    const { method, url, headers } = incoming;
    const { authorization: token, "impersonate-user": as, "content-type": type } = headers;
    outgoing.end(JSON.stringify({ method, url, body, type, token, as }));
  });
}

scopedTest("connectionFetch() takes paths, URLs, requests and options, as fetch does", async ({ keep }) => {
  const { url } = keep(await serve(echo));
  const request = connectionFetch({ server: `${url}/base`, token: () => "secret", send });
  const options = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  const posted = { method: "POST", body: "{}", type: "application/json", token: "Bearer secret" };
  const answer = async (...args: Parameters<typeof request>): Promise<unknown> => (await request(...args)).json();
  assert.deepEqual(await answer("/api/v1/pods?limit=1", options), { ...posted, url: "/base/api/v1/pods?limit=1" });
  assert.deepEqual(await answer("api/v1/pods", options), { ...posted, url: "/base/api/v1/pods" });
  assert.deepEqual(await answer("//evil.example/pods", options), { ...posted, url: "/base//evil.example/pods" });
  assert.deepEqual(await answer(`${url}/a`, options), { ...posted, url: "/a" });
  assert.deepEqual(await answer(new URL(`${url}/a`), options), { ...posted, url: "/a" });
  assert.deepEqual(await answer(new Request(`${url}/a`, options)), { ...posted, url: "/a" });
  assert.deepEqual(await answer(new Request(`${url}/a`), options), { ...posted, url: "/a" });
  const own = { ...options, headers: { authorization: "Bearer other" }, body: new TextEncoder().encode("bytes") };
  assert.deepEqual(await answer("/a", own), { method: "POST", url: "/base/a", body: "bytes", token: "Bearer other" });
  const streamed = { method: "PUT", body: new Blob(["streamed"]).stream(), duplex: "half" } as RequestInit;
  assert.deepEqual(await answer("/a", streamed), {
    method: "PUT",
    url: "/base/a",
    body: "streamed",
    token: "Bearer secret",
  });
  const plain = await request("/a");
  assert.equal(plain.url, `${url}/base/a`);
  await plain.body?.cancel();
});

scopedTest("connectionFetch() sends the token to its own server only, redirects included", async ({ keep }) => {
  const other = keep(await serve(echo));
  const { url } = keep(
    await serve((incoming, outgoing) => {
      const left = Number(incoming.url!.match(/^\/left\/(\d+)/)?.[1] ?? 0);
      if (left > 0) return void outgoing.writeHead(302, { location: `/left/${left - 1}` }).end();
      const [, status, target] = incoming.url!.match(/^\/to\/(\d+)\/(.*)/) ?? [];
      if (status === undefined) return echo(incoming, outgoing);
      outgoing.writeHead(Number(status), { location: decodeURIComponent(target!) }).end();
    }),
  );
  const request = connectionFetch({ server: url, token: () => "secret", headers: { "impersonate-user": "ann" }, send });
  const tokenOf = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await (await request(path, init)).json()).token;
  const away = encodeURIComponent(`${other.url}/there`);
  assert.equal(await tokenOf(`${other.url}/a`), undefined);
  assert.equal(await tokenOf(`/to/302/${away}`), undefined);
  assert.equal(await tokenOf(`/to/302/${away}`, { headers: { authorization: "Bearer mine" } }), undefined);
  assert.equal(await tokenOf("/to/302/%2Fhere"), "Bearer secret");
  const options = { method: "POST", body: "text", headers: { "content-type": "text/plain" } };
  const moved = async (status: number): Promise<unknown> => (await request(`/to/${status}/${away}`, options)).json();
  assert.deepEqual(await moved(307), { method: "POST", url: "/there", body: "text", type: "text/plain" });
  assert.deepEqual(await moved(303), { method: "GET", url: "/there", body: "" });
  const manual = await request(`/to/302/${away}`, { redirect: "manual" });
  assert.equal(manual.status, 302);
  await manual.body?.cancel();
  await assert.rejects(request(`/to/302/${away}`, { redirect: "error" }), TypeError);
  const local = encodeURIComponent(import.meta.url);
  await assert.rejects(request(`/to/302/${local}`), /redirects it to a URL that is not http or https/);
  await assert.rejects(request(`/to/302/${encodeURIComponent("data:text/plain,x")}`), TypeError);
  const bytes = { method: "POST", body: new TextEncoder().encode("text").buffer };
  assert.equal((await (await request(`/to/307/${away}`, bytes)).json()).body, "text");
  const form = { method: "POST", body: new URLSearchParams({ a: "1" }) };
  const type = "application/x-www-form-urlencoded;charset=UTF-8";
  const resent = await request(`/to/308/${away}`, form);
  assert.deepEqual([resent.url, resent.redirected], [`${other.url}/there`, true]);
  assert.deepEqual(await resent.json(), { method: "POST", url: "/there", body: "a=1", type });
  await assert.rejects(
    request(`/to/302/${encodeURIComponent("http://[")}`),
    /redirects it to a URL that is not http or https/,
  );
  await assert.rejects(request(new Request(`${url}/to/307/${away}`, form)), /its body has already been sent/);
  assert.equal(await tokenOf("/left/20"), "Bearer secret");
  await assert.rejects(request("/left/21"), /redirects it too often/);
  const streamed = { method: "POST", body: new Blob(["x"]).stream(), duplex: "half" } as RequestInit;
  await assert.rejects(request(`/to/307/${away}`, streamed), /its body has already been sent/);
});

scopedTest(
  "connectionFetch() sends a request that has credentials, or is of another server, as any other",
  async ({ keep }) => {
    const other = keep(await serve(echo));
    const { url } = keep(
      await serve((incoming, outgoing) => {
        if (incoming.url === "/away") outgoing.writeHead(302, { location: `${other.url}/there` }).end();
        else echo(incoming, outgoing);
      }),
    );
    const sent: string[] = [];
    const own = (request: Request): Promise<Response> => {
      assert.equal(request.redirect, "manual");
      sent.push(request.url);
      return fetch(request);
    };
    const request = connectionFetch({
      server: url,
      token: () => "secret",
      headers: { "impersonate-user": "ann" },
      send: own,
    });
    const answer = async (path: string, init: RequestInit): Promise<unknown> => {
      const { token, as } = await (await request(new Request(path, init))).json();
      return [token, as];
    };
    const headers = { authorization: "Bearer mine", "impersonate-user": "bob" };
    assert.deepEqual(await answer(`${url}/a`, { redirect: "manual" }), ["Bearer secret", "ann"]);
    assert.deepEqual(await answer(`${url}/a`, { redirect: "manual", headers }), ["Bearer mine", "bob"]);
    assert.deepEqual(await answer(`${url}/away`, { headers }), [undefined, "bob"]);
    assert.deepEqual(await answer(`${other.url}/a`, { redirect: "manual", headers }), ["Bearer mine", "bob"]);
    assert.deepEqual(sent, [`${url}/a`, `${url}/a`, `${url}/away`]);
  },
);

scopedTest("connectionFetch() asks for another token after a 401, once", async ({ keep }) => {
  const { url } = keep(
    await serve((incoming, outgoing) => {
      const { authorization } = incoming.headers;
      incoming.resume();
      outgoing.writeHead(authorization === "Bearer good" ? 200 : 401).end(authorization);
    }),
  );
  for (const body of [undefined, "again", new Uint8Array([1]), new Blob(["again"]), new FormData()]) {
    const asked: unknown[] = [];
    const tokens = ["old", "good"];
    const rotating = connectionFetch({ server: url, token: (refused) => (asked.push(refused), tokens.shift()!), send });
    const response = await rotating("/a", { method: "POST", ...body && { body } });
    assert.deepEqual([response.status, response.redirected, await response.text()], [200, false, "Bearer good"]);
    assert.deepEqual(asked, [undefined, "old"]);
  }
  const same = await connectionFetch({ server: url, token: () => "old", send })("/a");
  assert.deepEqual([same.status, await same.text()], [401, "Bearer old"]);
});

scopedTest("connectionFetch() streams a response, and ends it when its signal aborts", async ({ keep }) => {
  const ended: string[] = [];
  const { url } = keep(
    await serve((incoming, outgoing) => {
      outgoing.on("close", () => ended.push(incoming.url!));
      outgoing.writeHead(200).write("first");
    }),
  );
  const request = connectionFetch({ server: url, send });
  for (const path of ["/a", "/b"]) {
    const controller = new AbortController();
    const init = { signal: controller.signal };
    const response = await request(
      path === "/a" ? path : new Request(url + path, init),
      path === "/a" ? init : undefined,
    );
    const reader = response.body!.getReader();
    assert.equal(new TextDecoder().decode((await reader.read()).value), "first");
    controller.abort();
    await assert.rejects(reader.read(), { name: "AbortError" });
  }
  await assert.rejects(request("/c", { signal: AbortSignal.abort(new Error("late")) }));
  await eventually("The end of both requests", () => ended.length === 2);
  assert.deepEqual(ended.sort(), ["/a", "/b"]);
});

scopedTest("loadKubeconfig() and inClusterConfig() return a fetch that reads and writes objects", async ({ keep }) => {
  const api = new EventsApiServer();
  const seen: unknown[] = [];
  const server = await serveTls((request, { clientName }) => {
    seen.push([request.method, request.headers.get("authorization"), clientName]);
    return api.fetch(request);
  });
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const folder = keep(new Folder());
  folder.write("token", "pod-token");
  folder.write("ca.crt", readCertificate("ca.crt"));
  const cluster = {
    server: `https://127.0.0.1:${server.port}`,
    "certificate-authority-data": certificateData("ca.crt"),
  };
  const user = {
    token: "my-token",
    "client-certificate-data": certificateData("ann.crt"),
    "client-key-data": certificateData("ann.key"),
  };
  // Over node:https where the runtime's fetch cannot do it.
  const insecure = { server: cluster.server, "insecure-skip-tls-verify": true };
  const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: `${server.port}` };
  const load = (name: string, cluster: object) =>
    loadKubeconfig({ path: folder.write(name, kubeconfig(cluster, user)), env: {} });
  const connections = [
    [keep(await load("config", cluster)), "Bearer my-token", "ann"],
    [keep(await load("insecure", insecure)), "Bearer my-token", "ann"],
    [keep(await inClusterConfig({ directory: folder.path, env })), "Bearer pod-token", undefined],
  ] as const;
  for (const [connection, token, clientName] of connections) {
    seen.length = 0;
    const path = "/api/v1/namespaces/default/events";
    const event = {
      metadata: { generateName: "a-" },
      involvedObject: { kind: "Pod", name: "a", namespace: "default" },
    };
    const headers = { "content-type": "application/json" };
    const created = await connection.fetch(path, { method: "POST", headers, body: JSON.stringify(event) });
    assert.equal(created.status, 201);
    const { metadata } = await created.json();
    const read = await connection.fetch(new URL(`${connection.server}${path}/${metadata.name}`));
    assert.equal((await read.json()).metadata.uid, metadata.uid);
    assert.deepEqual(seen, [["POST", token, clientName], ["GET", token, clientName]]);
    const names: unknown[] = [];
    for await (const event of new EventReader(connection).list()) names.push(event.metadata.name);
    assert.ok(names.includes(metadata.name));
    assert.equal((await new FetchEventSink(connection).check()).ok, true);
  }
});

test("FetchEventSink and EventReader take a fetch of one request, and the runtime's", () => {
  const simple = (request: Request): Promise<Response> => fetch(request);
  for (const fetch of [simple, globalThis.fetch]) {
    assert.ok(new FetchEventSink({ fetch }));
    assert.ok(new EventReader({ fetch }));
  }
});

scopedTest("Kubeconfig.fetch() repeats a GET whose connection was closed when it was used again", async ({ keep }) => {
  for (const isSecure of [true, false]) {
    let seen = 0;
    // Closes each connection after its first response, with the second request on its way.
    const answer = (socket: Socket): void => {
      let requests = 0;
      socket.on("error", () => {}).on("data", () => {
        seen++;
        if (++requests > 1) return void socket.destroy();
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      });
    };
    const [cert, key] = [readCertificate("server.crt"), readCertificate("server.key")];
    const server = isSecure ? createTlsServer({ cert, key }, answer) : createTcpServer(answer);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    keep({ [Symbol.dispose]: () => void server.close() });
    const cluster = {
      server: `http${isSecure ? "s" : ""}://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...isSecure && { "certificate-authority-data": certificateData("ca.crt") },
    };
    const path = keep(new Folder()).write("config", kubeconfig(cluster));
    const { fetch } = keep(await loadKubeconfig({ path, env: {} }));
    for (let i = 0; i < 3; i++) assert.equal(await (await fetch("/")).text(), "ok");
    assert.ok(seen >= 3);
  }
});

test("connectionFetch() repeats a GET once that was reset, and no other request", async () => {
  const reset = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const abort = new AbortController();
  for (
    const [failures, init, sent] of [
      [[reset], {}, 2],
      [[reset, reset], {}, 2],
      [[refused], {}, 1],
      [[reset], { method: "POST", body: "{}" }, 1],
      [[reset], { signal: abort.signal }, 1],
    ] as const
  ) {
    let requests = 0;
    const fetch = connectionFetch({
      server: "http://a",
      send() {
        if ("signal" in init) abort.abort();
        const failure = failures[requests++];
        return failure === undefined ? Promise.resolve(new Response("ok")) : Promise.reject(failure);
      },
    });
    const status = await fetch("/", init).then(({ status }) => status, () => undefined);
    assert.deepEqual([requests, status], [sent, sent > failures.length ? 200 : undefined]);
  }
});
