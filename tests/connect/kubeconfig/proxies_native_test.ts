import { test as plainTest } from "node:test";
import assert from "node:assert/strict";
import { FetchEventSink } from "../../../mod.ts";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";
import { inClusterConfig } from "../../../src/connect/in_cluster/mod.ts";
import { proxyOf } from "../../../src/connect/in_cluster/proxy.ts";
import { inTime } from "../../eventually.ts";
import { runProgram } from "../../run_program.ts";
import { readCertificate, serveTls } from "../in_cluster/tls_server.ts";
import { certificateData, Folder, kubeconfig, type Scope, scopedTest as test } from "./folder.ts";
import { httpProxy, silentServer, socksProxy } from "./proxies.ts";

const CA = { "certificate-authority-data": certificateData("ca.crt") };

/** Serves the name of the client's certificate, and returns the port. */
async function servePeer({ keep }: Scope, certificate = "server"): Promise<number> {
  const server = await serveTls((_, peer) => Promise.resolve(Response.json(peer)), certificate);
  keep({ [Symbol.asyncDispose]: () => server.close() });
  return server.port;
}

/** Sends a request with a kubeconfig. */
async function answerOf(
  { keep }: Scope,
  cluster: Record<string, unknown>,
  env: Record<string, string> = {},
  user: object = {},
): Promise<Response> {
  const path = keep(new Folder()).write("config", kubeconfig(cluster, user));
  return await keep(await loadKubeconfig({ path, env })).fetch("/");
}

/** Sends requests in a process with these variables, which the runtimes' own `fetch` reads; returns what became of each. */
async function answersIn(
  { keep }: Scope,
  variables: Record<string, string>,
  clusters: readonly object[],
  user: object = {},
): Promise<readonly { readonly clientName?: string; readonly name?: string; readonly kind?: string }[]> {
  const folder = keep(new Folder());
  const args = clusters.map((cluster, i) => folder.write(`config-${i}`, kubeconfig(cluster, user)));
  const printed = await runProgram(new URL("./request_program.ts", import.meta.url), {
    args,
    // Deno looks for updates, through the proxy.
    variables: { DENO_NO_UPDATE_CHECK: "1", ...variables },
  });
  return printed.split("\n").map((line) => JSON.parse(line));
}

plainTest("proxyOf() chooses by kubectl's rule", () => {
  const P = "http://proxy.example:3128/";
  const all = { HTTPS_PROXY: P, HTTP_PROXY: "http://plain.example:3128" };
  const chosen = (server: string, env: Record<string, string>, proxyUrl?: string): string | undefined =>
    proxyOf(server, { proxyUrl, env, fail: (fault) => assert.fail(fault) })?.href;
  for (
    const [server, env, expected] of [
      ["https://api.example", {}, undefined],
      ["https://api.example", { HTTPS_PROXY: P }, P],
      ["https://api.example", { https_proxy: P }, P],
      ["https://api.example", { HTTPS_PROXY: "", https_proxy: P }, P],
      ["https://api.example", { HTTPS_PROXY: "proxy.example:3128" }, P],
      ["https://api.example", { HTTP_PROXY: P, ALL_PROXY: P }, undefined],
      ["http://api.example", all, "http://plain.example:3128/"],
      ["http://api.example", { HTTP_PROXY: P, REQUEST_METHOD: "GET" }, undefined],
      ["https://localhost:6443", all, undefined],
      ["http://localhost", all, undefined],
      ["https://127.0.0.1", all, undefined],
      ["https://127.9.9.9:1", all, undefined],
      ["https://[::1]:6443", all, undefined],
      ["https://10.96.0.1", all, P],
    ] as const
  ) assert.equal(chosen(server, env), expected, `${server} ${JSON.stringify(env)}`);
  for (
    const [server, noProxy, isDirect] of [
      ["https://10.96.0.1", "10.96.0.0/12", true],
      ["https://10.96.0.1", "localhost, 10.96.0.1 ,x", true],
      ["https://10.96.0.1", "10.112.0.0/12", false],
      ["https://10.96.0.1:6443", "10.96.0.1:6443", true],
      ["https://10.96.0.1:6443", "10.96.0.1:443", false],
      ["https://10.96.0.1", "10.96.0.1:443", true],
      ["https://[fd00::1]", "fd00::/8", true],
      ["https://[fd00::1]", "[fd00::1]", true],
      ["https://[fd00::1]:6443", "[fd00::1]:6443", true],
      ["https://[fd00::1]", "fd00:0::1", true],
      ["https://[fd00::1]", "10.0.0.0/8", false],
      ["https://10.96.0.1", "not/9,10.96/12,/8", false],
      ["https://api.shop.example", "*", true],
      ["https://api.shop.example", "shop.example", true],
      ["https://api.shop.example", ".shop.example", true],
      ["https://api.shop.example", "*.shop.example", true],
      ["https://API.Shop.example", "api.SHOP.example", true],
      ["https://shop.example", "shop.example", true],
      ["https://shop.example", ".shop.example", false],
      ["https://workshop.example", "shop.example", false],
      ["https://api.shop.example:6443", "shop.example:6443", true],
      ["https://api.shop.example:6443", "shop.example:443", false],
      ["https://api.shop.example", ", ,", false],
    ] as const
  ) {
    for (const name of ["NO_PROXY", "no_proxy"]) {
      const expected = isDirect ? undefined : P;
      assert.equal(chosen(server, { HTTPS_PROXY: P, [name]: noProxy }), expected, `${server} ${noProxy}`);
    }
    assert.equal(chosen(server, { NO_PROXY: noProxy }, P), P);
  }
  assert.equal(chosen("https://127.0.0.1", {}, P), P);
});

test("loadKubeconfig() connects through proxy-url, regardless of the environment", async (scope) => {
  const port = await servePeer(scope);
  const env = { HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*" };
  const ann = {
    "client-certificate-data": certificateData("ann.crt"),
    "client-key-data": certificateData("ann.key"),
  };
  for (const variables of [{}, env]) {
    for (const scheme of ["http", "https", "socks5"]) {
      const proxy = scheme === "socks5"
        ? await socksProxy(scope)
        : await httpProxy(scope, { isSecure: scheme === "https" });
      const cluster = { server: `https://localhost:${port}`, "proxy-url": `${scheme}://127.0.0.1:${proxy.port}` };
      const clusters = [
        { ...cluster, ...CA },
        { ...cluster, ...CA, "tls-server-name": "127.0.0.1" },
        { ...cluster, "insecure-skip-tls-verify": true },
        { ...cluster, "certificate-authority-data": certificateData("other_ca.crt") },
      ];
      const answers = await answersIn(scope, variables, clusters, ann);
      assert.deepEqual(answers.map(({ clientName, name }) => clientName ?? name), [
        "ann",
        "ann",
        "ann",
        "ConnectionError",
      ]);
      assert.ok(proxy.seen.length >= 3);
      for (const line of proxy.seen) assert.match(line, new RegExp(`^(CONNECT|SOCKS) localhost:${port}$`));
    }
  }
});

test("loadKubeconfig() sends the credentials of a proxy's URL to the proxy only", async (scope) => {
  const port = await servePeer(scope);
  const proxy = await httpProxy(scope);
  const server = `https://localhost:${port}`;
  const url = `http://ann:s%40cret@127.0.0.1:${proxy.port}`;
  assert.equal((await answerOf(scope, { server, ...CA, "proxy-url": url })).status, 200);
  assert.deepEqual(proxy.seen, [`CONNECT localhost:${port} as ann:s@cret`]);
  const socks = await socksProxy(scope, "s@cret");
  const good = { server, ...CA, "proxy-url": `socks5://ann:s%40cret@127.0.0.1:${socks.port}` };
  assert.equal((await answerOf(scope, good)).status, 200);
  for (const name of ["socks5://ann:other@", "socks5://"]) {
    await assert.rejects(
      answerOf(scope, { ...good, "proxy-url": `${name}127.0.0.1:${socks.port}` }),
      (error: Error & { kind?: string }) => {
        assert.equal(error.kind, "proxy");
        assert.match(
          error.message,
          /: the proxy socks5:\/\/127\.0\.0\.1:\d+ does not connect: it (needs different|refuses the) cred/,
        );
        return true;
      },
    );
  }
});

test("loadKubeconfig() obeys HTTPS_PROXY and NO_PROXY, and connects to loopback addresses directly", async (scope) => {
  const port = await servePeer(scope);
  const proxy = await httpProxy(scope);
  const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
  const near = [CA, { "insecure-skip-tls-verify": true }, { ...CA, "tls-server-name": "localhost" }].flatMap((more) =>
    ["127.0.0.1", "localhost"].map((host) => ({ server: `https://${host}:${port}`, ...more }))
  );
  for (const answer of await answersIn(scope, { HTTPS_PROXY }, near)) assert.equal(answer.name, undefined);
  assert.deepEqual(proxy.seen, []);
  // Names that do not resolve: to ask the proxy for one shows the way.
  const far = [{ server: `https://kubernetes.invalid:${port}`, ...CA }];
  assert.deepEqual(await answersIn(scope, { HTTPS_PROXY }, far), [{ name: "ConnectionError", kind: "proxy" }]);
  assert.deepEqual(proxy.seen, [`CONNECT kubernetes.invalid:${port}`]);
  const [direct] = await answersIn(scope, { HTTPS_PROXY, NO_PROXY: "invalid" }, far);
  assert.notEqual(direct!.kind, "proxy");
  assert.equal(proxy.seen.length, 1);
});

test("loadKubeconfig() lets a proxy forward requests to an http URL", async (scope) => {
  const proxy = await httpProxy(scope);
  const cluster = {
    server: "http://kubernetes.invalid:8001/prefix",
    "proxy-url": `http://u:p@127.0.0.1:${proxy.port}`,
  };
  assert.equal(await (await answerOf(scope, cluster)).text(), "forwarded");
  assert.deepEqual(proxy.seen, ["GET http://kubernetes.invalid:8001/prefix/ as u:p"]);
});

test("loadKubeconfig() names a proxy that is down or refuses, without its password", async (scope) => {
  const port = await servePeer(scope);
  const refusing = await httpProxy(scope, { status: 403 });
  const asking = await httpProxy(scope, { status: 407 });
  const server = `https://localhost:${port}`;
  for (
    const [address, why] of [
      ["127.0.0.1:1", /^connection refused$/],
      [`127.0.0.1:${refusing.port}`, /^it refuses \(403\)$/],
      [`127.0.0.1:${asking.port}`, /^it refuses the credentials \(407\)$/],
      [
        `127.0.0.1:${port}`,
        /^(it closes the connection|connection reset|it refuses \(.+\))$/,
      ],
    ] as const
  ) {
    const path = scope.keep(new Folder()).write(
      "config",
      kubeconfig({ server, ...CA, "proxy-url": `http://ann:hunter2@${address}` }),
    );
    const config = scope.keep(await loadKubeconfig({ path, env: {} }));
    const { problems: [problem] } = await new FetchEventSink(config).check();
    assert.equal(problem!.type, "unreachable");
    const prefix = `Cannot reach ${server}: the proxy http://${address} does not connect: `;
    assert.equal(problem!.message.slice(0, prefix.length), prefix);
    assert.match(problem!.message.slice(prefix.length), why);
    assert.match(problem!.fix, /^Check the URL of the proxy/);
  }
  const anonymous = { server, ...CA, "proxy-url": `http://127.0.0.1:${asking.port}` };
  await assert.rejects(
    answerOf(scope, anonymous),
    /: it needs credentials \(407\), given as http:\/\/name:password@host$/,
  );
});

test("loadKubeconfig() passes an IP address to a SOCKS5 proxy as an address, and explains why the proxy does not connect", async (scope) => {
  const proxy = await socksProxy(scope);
  for (const host of ["127.0.0.1", "[::ffff:7f00:1]", "localhost"]) {
    const cluster = { server: `https://${host}:1`, ...CA, "proxy-url": `socks5://127.0.0.1:${proxy.port}` };
    await assert.rejects(answerOf(scope, cluster), / does not connect: the server refuses its connection$/);
  }
  assert.deepEqual(proxy.seen, [
    "SOCKS 127.0.0.1:1",
    "SOCKS 0000:0000:0000:0000:0000:ffff:7f00:0001:1",
    "SOCKS localhost:1",
  ]);
});

test("Kubeconfig.fetch() rejects at once with the signal's reason while it waits for a silent proxy", async (scope) => {
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  const port = await silentServer(scope, (socket) => {
    socket.on("close", () => closed.resolve());
    stop.abort(new Error("given up"));
  });
  const path = scope.keep(new Folder()).write(
    "config",
    kubeconfig({ server: "https://a.example", ...CA, "proxy-url": `http://127.0.0.1:${port}` }),
  );
  const config = scope.keep(await loadKubeconfig({ path, env: {} }));
  const asked = inTime("The end of the request", config.fetch("/version", { signal: stop.signal }));
  await assert.rejects(asked, /^Error: given up$/);
  await inTime("The end of the connection", closed.promise);
});

test("loadKubeconfig() rejects an invalid proxy URL, without showing it", async (scope) => {
  for (const url of ["hunter2", "ftp://hunter2", "http://"]) {
    const refused = { name: "KubeconfigError", message: /: proxy-url must be a URL of http, https or socks5$/ };
    await assert.rejects(answerOf(scope, { server: "https://a", "proxy-url": url }), refused);
  }
  for (const server of ["https://a", "http://a"]) {
    const escaped = answerOf(scope, { server, "proxy-url": "http://ann:hunter2%zz@a" });
    await assert.rejects(escaped, (error: Error) => {
      assert.match(error.message, /: proxy-url has a "%" in its credentials that does not encode a character/);
      return !error.message.includes("hunter2");
    });
  }
  const env = { HTTPS_PROXY: "ftp://hunter2" };
  await assert.rejects(
    answerOf(scope, { server: "https://a" }, env),
    /: HTTPS_PROXY must be a URL of http, https or socks5$/,
  );
});

test("inClusterConfig() obeys HTTPS_PROXY and NO_PROXY", async (scope) => {
  const proxy = await httpProxy(scope, { status: 502 });
  const folder = scope.keep(new Folder());
  folder.write("token", "token-1");
  folder.write("ca.crt", readCertificate("ca.crt"));
  const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
  const env = { KUBERNETES_SERVICE_HOST: "192.0.2.1", KUBERNETES_SERVICE_PORT: "443", HTTPS_PROXY };
  const config = scope.keep(await inClusterConfig({ directory: folder.path, env }));
  await assert.rejects(config.fetch("/"), { kind: "proxy" });
  assert.deepEqual(proxy.seen, ["CONNECT 192.0.2.1:443"]);
  const port = await servePeer(scope);
  const near = { ...env, KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: `${port}` };
  const direct = scope.keep(await inClusterConfig({ directory: folder.path, env: near }));
  assert.equal((await direct.fetch("/")).status, 200);
  assert.equal(proxy.seen.length, 1);
});
