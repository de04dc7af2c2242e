import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { FetchEventSink } from "../../../mod.ts";
import { fromKubeConfig, type RequestSecurity } from "../../../src/connect/client_node/mod.ts";
import { listen } from "../../../src/serve/listen/mod.ts";
import { eventually, inTime } from "../../eventually.ts";
import { readCertificate, serveTls } from "../in_cluster/tls_server.ts";
import { type Scope, scopedTest as test } from "../kubeconfig/folder.ts";

/** A KubeConfig of another client, or of a test. */
function kubeConfigLike(server: string, own: object = {}) {
  return {
    getCurrentCluster: () => ({ server, skipTLSVerify: true }),
    getCurrentContext: () => "c",
    getContextObject: () => null,
    applyToHTTPSOptions: (options: object) => Promise.resolve(void Object.assign(options, own)),
  };
}

test("fromKubeConfig() takes a KubeConfig without an agent, sends headers in UTF-8, and leaves out those without a value", async ({ keep }) => {
  const headersOf = ({ headers }: Request): Response => Response.json(Object.fromEntries(headers));
  const { url } = keep(await listen({ fetch: headersOf }));
  const headers = { "Impersonate-User": "Jürgen €", "X-None": undefined };
  const connection = keep(fromKubeConfig(kubeConfigLike(url, { auth: "änn:p€w", headers })));
  const sent = await (await connection.fetch("/a")).json();
  const decoded = (bytes: string): string => Buffer.from(bytes, "latin1").toString();
  assert.deepEqual([decoded(sent["impersonate-user"]), sent["x-none"]], ["Jürgen €", undefined]);
  assert.equal(decoded(atob(sent["authorization"].replace("Basic ", ""))), "änn:p€w");
});

test("fromKubeConfig() rejects with the error of its credentials, and reads them again for the next request", async ({ keep }) => {
  const { url } = keep(await listen({ fetch: () => new Response("ok") }));
  let logins = 0;
  const applyToHTTPSOptions = () => ++logins === 1 ? Promise.reject(new Error("log in first")) : Promise.resolve();
  const connection = keep(fromKubeConfig({ ...kubeConfigLike(url), applyToHTTPSOptions }));
  await assert.rejects(connection.fetch("/a"), /log in first/);
  assert.equal(await (await connection.fetch("/a")).text(), "ok");
});

/** A server that admits one token, and a KubeConfig whose next token can be set. */
async function serveToken({ keep }: Scope) {
  const state = { admitted: "Bearer a", token: "Bearer a", requests: 0, reads: 0, bodies: [] as string[] };
  const { url } = keep(
    await listen({
      async fetch(request: Request) {
        state.requests++;
        state.bodies.push(await request.text());
        const isAdmitted = request.headers.get("authorization") === state.admitted;
        return new Response(isAdmitted ? "ok" : "no", { status: isAdmitted ? 200 : 401 });
      },
    }),
  );
  const applyToHTTPSOptions = (options: object) => {
    state.reads++;
    return Promise.resolve(void Object.assign(options, { headers: { Authorization: state.token } }));
  };
  const kubeConfig = { ...kubeConfigLike(url), applyToHTTPSOptions };
  return { state, kubeConfig, connection: keep(fromKubeConfig(kubeConfig)) };
}

test("fromKubeConfig() repeats a request after a 401 only with new credentials, and only once", async (scope) => {
  const { state, connection } = await serveToken(scope);
  assert.equal((await connection.fetch("/a")).status, 200);
  state.admitted = state.token = "Bearer b";
  const answer = await connection.fetch("/a", { method: "POST", body: "event" });
  assert.deepEqual([answer.status, await answer.text()], [200, "ok"]);
  assert.deepEqual(state.bodies, ["", "event", "event"]);
  state.admitted = "Bearer c";
  const refused = await connection.fetch("/a");
  assert.deepEqual([refused.status, state.requests], [401, 4]);
  assert.equal((await refused.json()).message, "HTTP 401 Unauthorized (sent a token from the KubeConfig)");
  state.token = "Bearer d";
  assert.equal((await connection.fetch("/a")).status, 401);
  assert.equal(state.requests, 6);
});

test("fromKubeConfig() cancels the body of a 401 after which it repeats the request", async ({ keep }) => {
  const gone = Promise.withResolvers<void>();
  let token = "a";
  const fetch = ({ signal, headers }: Request): Response => {
    if (headers.get("authorization") === "b") return new Response("ok");
    token = "b";
    signal.addEventListener("abort", () => gone.resolve());
    return new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }), { status: 401 });
  };
  const { url } = keep(await listen({ fetch }));
  const applyToHTTPSOptions = (options: object) =>
    Promise.resolve(void Object.assign(options, { headers: { authorization: token } }));
  const connection = keep(fromKubeConfig({ ...kubeConfigLike(url), applyToHTTPSOptions }));
  assert.equal(await (await connection.fetch("/a")).text(), "ok");
  await inTime("The end of the replaced answer", gone.promise);
});

test("fromKubeConfig() keeps credentials for five seconds, even if the clock is set back", async (scope) => {
  const { now } = Date;
  let nowMs = 1e12;
  Date.now = () => nowMs;
  try {
    const { state, connection } = await serveToken(scope);
    const readsAfter = async (ms: number): Promise<number> => {
      nowMs += ms;
      assert.equal(await (await connection.fetch("/a")).text(), "ok");
      return state.reads;
    };
    const reads: number[] = [];
    for (const ms of [0, 0, 5000, 1, -5000, -1]) reads.push(await readsAfter(ms));
    assert.deepEqual(reads, [1, 1, 1, 2, 2, 3]);
  } finally {
    Date.now = now;
  }
});

test("fromKubeConfig() sends nothing once another server is current, or after it was disposed of", async (scope) => {
  const { state, kubeConfig } = await serveToken(scope);
  let server = kubeConfig.getCurrentCluster().server;
  const connection = scope.keep(
    fromKubeConfig({ ...kubeConfig, getCurrentCluster: () => ({ server, skipTLSVerify: true }) }),
  );
  const { server: former } = connection;
  server = "http://127.0.0.1:9";
  await assert.rejects(connection.fetch("/a"), new TypeError(`Cannot send a request: ${former} is no longer current`));
  server = former;
  assert.equal(await (await connection.fetch("/a")).text(), "ok");
  await connection[Symbol.asyncDispose]();
  await assert.rejects(connection.fetch("/a"), /The connection was disposed of/);
  assert.equal(state.requests, 1);
});

test("fromKubeConfig() sends the body of every method, each as one request", async ({ keep }) => {
  const seen: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    seen.push([request.method, await request.text()]);
    return new Response("ok");
  };
  const connection = keep(fromKubeConfig(kubeConfigLike(keep(await listen({ fetch })).url)));
  for (const method of ["DELETE", "OPTIONS", "PATCH", "POST"]) {
    assert.equal(await (await connection.fetch("/a", { method, body: "{}" })).text(), "ok");
  }
  assert.deepEqual(seen, [["DELETE", "{}"], ["OPTIONS", "{}"], ["PATCH", "{}"], ["POST", "{}"]]);
});

test("fromKubeConfig() rejects with the signal's reason, before the response and while it is read", async ({ keep }) => {
  const gone: string[] = [];
  const asked = Promise.withResolvers<void>();
  const fetch = ({ url, signal }: Request): Promise<Response> => {
    if (url.endsWith("/waiting")) asked.resolve();
    signal.addEventListener("abort", () => gone.push(new URL(url).pathname));
    const start = new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode("first")) });
    return url.endsWith("/begun") ? Promise.resolve(new Response(start)) : new Promise(() => {});
  };
  const connection = keep(fromKubeConfig(kubeConfigLike(keep(await listen({ fetch })).url)));
  const abort = new AbortController();
  const { signal } = abort;
  const begun = (await connection.fetch("/begun", { signal })).body!.getReader();
  assert.equal(new TextDecoder().decode((await begun.read()).value), "first");
  const waiting = connection.fetch("/waiting", { signal });
  const reason = new Error("enough");
  void asked.promise.then(() => abort.abort(reason));
  await inTime("The rejection of the request", assert.rejects(waiting, reason));
  await inTime("The rejection of the read", assert.rejects(begun.read(), reason));
  await assert.rejects(connection.fetch("/late", { signal }), reason);
  await eventually("The end of both requests", () => gone.length === 2);
  assert.deepEqual(gone.sort(), ["/begun", "/waiting"]);
});

test("fromKubeConfig() ends the requests in flight when it is disposed of", async ({ keep }) => {
  const asked = Promise.withResolvers<string>();
  const gone = Promise.withResolvers<void>();
  const fetch = ({ signal }: Request): Promise<Response> => {
    signal.addEventListener("abort", () => gone.resolve());
    asked.resolve("asked");
    return new Promise(() => {});
  };
  const connection = fromKubeConfig(kubeConfigLike(keep(await listen({ fetch })).url));
  const refused = assert.rejects(connection.fetch("/a"));
  assert.equal(await inTime("The request", Promise.race([asked.promise, refused])), "asked");
  await connection[Symbol.asyncDispose]();
  await inTime("The rejection", refused);
  await inTime("The end of the request", gone.promise);
});

test("fromKubeConfig() reuses connections, and sends what prepare() adds, however late", async ({ keep }) => {
  const fetch = ({ headers }: Request): Response => new Response(headers.get("x-team"));
  const { url } = keep(await listen({ fetch }));
  for (const server of [url, "https://127.0.0.1:9"]) {
    let agent: unknown;
    const prepare = async (security: RequestSecurity): Promise<void> => {
      ({ agent } = security);
      await new Promise((resolve) => setTimeout(resolve, 5));
      security.headers["x-team"] = "shop";
    };
    const connection = keep(fromKubeConfig(kubeConfigLike(server, { agent: new Agent() }), { prepare }));
    const answer = connection.fetch("/a").then((response) => response.text());
    if (server === url) assert.equal(await answer, "shop");
    else await assert.rejects(answer);
    assert.equal((agent as { keepAlive?: boolean }).keepAlive, true);
  }
});

test("fromKubeConfig() sends nothing on a connection that opens after it was disposed of, for example through a slow proxy", async ({ keep }) => {
  let requests = 0;
  const { url, port } = keep(await listen({ fetch: () => new Response(`${++requests}`) }));
  const opened = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const agent = Object.assign(new Agent(), {
    createConnection(_options: object, callback: (error: null, socket: Socket) => void) {
      asked.resolve();
      void opened.promise.then(() => callback(null, connect(port, "127.0.0.1")));
    },
  });
  const connection = fromKubeConfig(kubeConfigLike(url, { agent }));
  const refused = connection.fetch("/a").then((response) => response.text()).then(assert.fail, () => {});
  // Other runtimes' node:http opens the connection itself.
  if (!("Deno" in globalThis || "Bun" in globalThis)) await inTime("The connection", asked.promise);
  await connection[Symbol.asyncDispose]();
  opened.resolve();
  await inTime("The rejection", refused);
  assert.equal(requests, 0);
});

test("fromKubeConfig() rejects all but a KubeConfig with a current cluster", () => {
  const rule = "Cannot use a KubeConfig: kubeConfig must be a KubeConfig of @kubernetes/client-node 1.3 or newer";
  for (const value of [undefined, {}, { ...kubeConfigLike("http://a"), applyToHTTPSOptions: undefined }]) {
    assert.throws(() => fromKubeConfig(value as never), (error: Error) => error.message.startsWith(rule));
  }
  const lost = { ...kubeConfigLike("http://a"), getCurrentCluster: () => null };
  assert.throws(() => fromKubeConfig(lost), /it has no current cluster/);
  for (const [server, shown] of [["http://a", "http://a"], ["http://localhost:8080", ".* that has found no file\\)"]]) {
    const plain = { ...kubeConfigLike(server!), getCurrentCluster: () => ({ server: server! }) };
    assert.throws(() => fromKubeConfig(plain), new RegExp(`: ${shown} needs skipTLSVerify: true in its cluster`));
  }
  const proxied = { ...kubeConfigLike(""), getCurrentCluster: () => ({ server: "https://a", proxyUrl: "http://b" }) };
  assert.equal(fromKubeConfig(proxied).server, "https://a");
  return Promise.resolve();
});

test("fromKubeConfig() connects by TLS with the options of the KubeConfig, and names the namespace of its context", async ({ keep }) => {
  const server = await serveTls((_request, { serverName }) => Promise.resolve(new Response(serverName)));
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const tls = { ca: readCertificate("ca.crt"), servername: "localhost", path: "/left-out" };
  const kubeConfig = {
    ...kubeConfigLike(`https://127.0.0.1:${server.port}`, tls),
    getContextObject: () => ({ namespace: "shop" }),
  };
  const connection = keep(fromKubeConfig(kubeConfig));
  assert.equal(connection.namespace, "shop");
  assert.equal(await (await connection.fetch("/a")).text(), "localhost");
  const untrusted = keep(fromKubeConfig(kubeConfigLike(connection.server)));
  assert.equal("namespace" in untrusted, false);
  await assert.rejects(untrusted.fetch("/a"));
});

test("fromKubeConfig() distinguishes unusable credentials from an unreachable server", async ({ keep }) => {
  const [cert, key] = ["ann.crt", "bob.key"].map(readCertificate);
  const server = "https://127.0.0.1:1";
  const unusable = `Cannot reach ${server}: the KubeConfig has no usable credentials: `;
  const applyToHTTPSOptions = () => Promise.reject(new Error("log in first"));
  for (
    const [kubeConfig, why] of [
      [
        kubeConfigLike(server, { cert, key }),
        "the client key does not belong to the client certificate of CN=ann, O=team",
      ],
      [{ ...kubeConfigLike(server), applyToHTTPSOptions }, "log in first"],
    ] as const
  ) {
    const { problems: [problem] } = await new FetchEventSink(keep(fromKubeConfig(kubeConfig))).check();
    assert.deepEqual([problem!.message, problem!.fix], [
      unusable + why,
      "Log in again, or correct the user in the KubeConfig",
    ]);
  }
});

test("fromKubeConfig() adds to a 401 which credentials were sent", async ({ keep }) => {
  const server = await serveTls(() => Promise.resolve(new Response(null, { status: 401 })));
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const [ca, cert, key] = ["ca.crt", "late.crt", "late.key"].map(readCertificate);
  for (
    const [own, sent] of [
      [{ cert, key }, "sent a client certificate of CN=late, O=team, which expired at 2020-01-02T00:00:00Z, from "],
      [{ auth: "ann:secret" }, "sent a user name and password from "],
      [{}, "no credentials were sent: "],
    ] as const
  ) {
    const connection = keep(fromKubeConfig(kubeConfigLike(`https://127.0.0.1:${server.port}`, { ca, ...own })));
    const { message } = await (await connection.fetch("/version")).json();
    assert.ok(message.includes(`(${sent}the KubeConfig`), message);
  }
});

test("fromKubeConfig() takes a client certificate of version 1, and names one that this runtime refuses", async ({ keep }) => {
  const server = await serveTls((_request, { sentName }) => Promise.resolve(new Response(sentName)));
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const fetchWith = (name: string) => {
    const [ca, cert, key] = ["ca.crt", `${name}.crt`, `${name}.key`].map(readCertificate);
    const kubeConfig = kubeConfigLike(`https://127.0.0.1:${server.port}`, { ca, cert, key });
    return keep(fromKubeConfig(kubeConfig)).fetch("/a");
  };
  assert.equal(await (await fetchWith("v1")).text(), "v1");
  if (!("Deno" in globalThis)) return;
  await assert.rejects(
    fetchWith("critical"),
    /refuses the client certificate of CN=critical, O=team: it has a critical ext/,
  );
});
