import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { FetchEventSink } from "../../../mod.ts";
import { type Kubeconfig, loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { eventually, inTime } from "../../eventually.ts";
import { readCertificate, serveTls, type TlsPeer } from "../in_cluster/tls_server.ts";
import { makeEvent } from "../../record/recording/make_event.ts";
import { certificateData, Folder, kubeconfig, scoped, scopedTest as test } from "./folder.ts";

const { signal } = new AbortController();
const CA = { "certificate-authority-data": certificateData("ca.crt") };

function clientOf(name: string): object {
  return {
    "client-certificate-data": certificateData(`${name}.crt`),
    "client-key-data": certificateData(`${name}.key`),
  };
}

/** Runs against a server that responds with its knowledge of the client. */
async function withPeerServer(run: (port: number) => Promise<void>, certificate = "server"): Promise<void> {
  const server = await serveTls((_, peer) => Promise.resolve(Response.json(peer)), certificate);
  try {
    await run(server.port);
  } finally {
    await server.close();
  }
}

/** Makes one request with a kubeconfig. */
async function peerOf(cluster: object, user: object = {}): Promise<TlsPeer> {
  return await scoped(async ({ keep }) => {
    const path = keep(new Folder()).write("config", kubeconfig(cluster, user));
    const config = keep(await loadKubeconfig({ path, env: {} }));
    return await (await config.fetch(new Request(config.server))).json();
  });
}

test("loadKubeconfig() authenticates by a client certificate, inline or in files, with keys of any format", async (scope) => {
  await withPeerServer(async (port) => {
    const server = `https://127.0.0.1:${port}`;
    assert.equal((await peerOf({ server, ...CA }, clientOf("ann"))).clientName, "ann");
    assert.equal((await peerOf({ server, ...CA }, clientOf("bob"))).clientName, "bob");
    const spaced = (name: string): string => btoa(readCertificate(name).replaceAll("\n", " \t\r\n"));
    for (const name of ["ann", "bob"]) {
      const user = { "client-certificate-data": spaced(`${name}.crt`), "client-key-data": spaced(`${name}.key`) };
      assert.equal((await peerOf({ server, ...CA }, user)).clientName, name);
    }
    assert.equal((await peerOf({ server, ...CA }, clientOf("stranger"))).clientName, undefined);
    assert.equal((await peerOf({ server, ...CA })).clientName, undefined);
    const folder = scope.keep(new Folder());
    for (const name of ["ca.crt", "ann.crt", "ann.key"]) folder.write(`pki/${name}`, readCertificate(name));
    const files = kubeconfig({ server, "certificate-authority": "pki/ca.crt" }, {
      "client-certificate": "pki/ann.crt",
      "client-key": "pki/ann.key",
    });
    const config = scope.keep(await loadKubeconfig({ path: folder.write("config", files), env: {} }));
    const { clientName } = await (await config.fetch(new Request(server))).json() as TlsPeer;
    assert.equal(clientName, "ann");
  });
});

test("loadKubeconfig() records events with a client certificate", async (scope) => {
  const api = new EventsApiServer();
  const server = await serveTls((request, { clientName }) =>
    clientName === "ann" ? api.fetch(request) : Promise.resolve(new Response(null, { status: 401 }))
  );
  try {
    const folder = scope.keep(new Folder());
    const cluster = { server: `https://127.0.0.1:${server.port}`, ...CA };
    const path = folder.write("config", kubeconfig(cluster, clientOf("ann")));
    const config = scope.keep(await loadKubeconfig({ path, env: {} }));
    const sink = new FetchEventSink(config);
    const created = await sink.create(makeEvent("a"), { signal });
    const patched = await sink.patch(created, [{ op: "replace", path: "/count", value: 7 }], { signal });
    assert.equal(patched.count, 7);
    const anonymous = scope.keep(await loadKubeconfig({ path: folder.write("other", kubeconfig(cluster)), env: {} }));
    await assert.rejects(new FetchEventSink(anonymous).create(makeEvent("b"), { signal }), { code: 401 });
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() rejects certificates of another authority, of another name, and expired ones", async () => {
  const untrusted = /certificate|self.signed|ALTNAME|altnames|EXPIRED|UNABLE_TO_VERIFY|CERT/i;
  const refused = async (cluster: object): Promise<void> => {
    await assert.rejects(peerOf(cluster), (error: Error) => {
      const causes = [error, error.cause].map((e) => `${(e as { code?: string })?.code} ${(e as Error)?.message}`);
      assert.match(causes.join(" "), untrusted);
      return true;
    });
  };
  await withPeerServer(async (port) => {
    const server = `https://127.0.0.1:${port}`;
    await refused({ server });
    await refused({ server, "certificate-authority-data": certificateData("other_ca.crt") });
    await refused({ server, ...CA, "tls-server-name": "kubernetes.example" });
    // Nothing remains of the insecure kubeconfig.
    assert.ok(await peerOf({ server, "insecure-skip-tls-verify": true }));
    await refused({ server });
  });
  await withPeerServer((port) => refused({ server: `https://127.0.0.1:${port}`, ...CA }), "named");
  await withPeerServer((port) => refused({ server: `https://127.0.0.1:${port}`, ...CA }), "expired");
});

test("loadKubeconfig() reads the file of a certificate authority again when the server is not trusted", async (scope) => {
  const folder = scope.keep(new Folder());
  await withPeerServer(async (port) => {
    const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority": "ca.crt" };
    folder.write("ca.crt", readCertificate("other_ca.crt"));
    const { fetch } = scope.keep(await loadKubeconfig({ path: folder.write("config", kubeconfig(cluster)), env: {} }));
    folder.write("ca.crt", readCertificate("ca.crt"));
    await assert.rejects(fetch("/"), { kind: "certificate" });
    assert.ok(await (await fetch("/")).text());
  });
});

test("loadKubeconfig() checks a server's certificate against tls-server-name", async () => {
  await withPeerServer(async (port) => {
    const cluster = { server: `https://127.0.0.1:${port}`, ...CA, "tls-server-name": "kubernetes.example" };
    const expected = { clientName: "ann", sentName: "ann", serverName: "kubernetes.example" };
    assert.deepEqual(await peerOf(cluster, clientOf("ann")), expected);
  }, "named");
});

test("loadKubeconfig() with the server option ignores the cluster's tls-server-name", async (scope) => {
  await withPeerServer(async (port) => {
    const cluster = { server: "https://127.0.0.1:1", ...CA, "tls-server-name": "kubernetes.example" };
    const path = scope.keep(new Folder()).write("config", kubeconfig(cluster));
    const config = scope.keep(await loadKubeconfig({ path, env: {}, server: `https://127.0.0.1:${port}` }));
    const { serverName } = await (await config.fetch(new Request(config.server))).json() as TlsPeer;
    assert.notEqual(serverName, "kubernetes.example");
  });
});

test("loadKubeconfig() with insecure-skip-tls-verify accepts any certificate, and still sends its own", async () => {
  for (const certificate of ["server", "expired", "named"]) {
    await withPeerServer(async (port) => {
      const cluster = { server: `https://127.0.0.1:${port}`, "insecure-skip-tls-verify": true };
      assert.equal((await peerOf(cluster, clientOf("ann"))).clientName, "ann");
    }, certificate);
  }
});

test("loadKubeconfig() reads client certificate files again after 5 minutes", async (scope) => {
  await withPeerServer(async (port) => {
    const folder = scope.keep(new Folder());
    const write = (cert: string, key: string): void => {
      folder.write("tls.crt", readCertificate(cert));
      folder.write("tls.key", readCertificate(key));
    };
    const startMs = Date.UTC(2026, 0, 1);
    const clock = { ms: startMs, now: (): number => clock.ms };
    write("ann.crt", "ann.key");
    const user = { "client-certificate": "tls.crt", "client-key": "tls.key" };
    const path = folder.write("config", kubeconfig({ server: `https://127.0.0.1:${port}`, ...CA }, user));
    const config = scope.keep(await loadKubeconfig({ path, env: {}, clock }));
    const name = async (): Promise<unknown> =>
      (await (await config.fetch(new Request(config.server))).json()).clientName;
    write("bob.crt", "ann.key");
    clock.ms = startMs + 299_999;
    assert.equal(await name(), "ann");
    clock.ms = startMs + 300_000;
    assert.equal(await name(), "ann", "a key that does not belong to the certificate yet");
    write("bob.crt", "bob.key");
    assert.equal(await name(), "ann");
    clock.ms = startMs + 600_000;
    assert.equal(await name(), "bob");
    write("ann.crt", "ann.key");
    clock.ms = startMs + 900_000;
    assert.equal(await name(), "ann");
    write("bob.crt", "bob.key");
    clock.ms = startMs - 3_600_000;
    assert.equal(await name(), "bob", "the clock was set back");
  });
});

test("Kubeconfig ends no request in flight when its client certificate is replaced", async ({ keep }) => {
  const begun = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<Response>();
  const server = await serveTls(({ url }) => {
    if (!url.endsWith("/slow")) return Promise.resolve(new Response("quick"));
    begun.resolve();
    return slow.promise;
  });
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const folder = keep(new Folder());
  const write = (name: string): void => {
    for (const part of ["crt", "key"]) folder.write(`tls.${part}`, readCertificate(`${name}.${part}`));
  };
  const clock = { ms: 0, now: (): number => clock.ms };
  write("ann");
  const user = { "client-certificate": "tls.crt", "client-key": "tls.key" };
  const path = folder.write("config", kubeconfig({ server: `https://127.0.0.1:${server.port}`, ...CA }, user));
  const { fetch } = keep(await loadKubeconfig({ path, env: {}, clock }));
  const answer = fetch("/slow").then((response) => response.text());
  await inTime("The request", begun.promise);
  write("bob");
  clock.ms = 300_000;
  assert.equal(await (await fetch("/quick")).text(), "quick");
  slow.resolve(new Response("slow"));
  assert.equal(await inTime("The answer", answer), "slow");
});

test("Kubeconfig sends nothing after disposal, which is idempotent", async (scope) => {
  await withPeerServer(async (port) => {
    const folder = scope.keep(new Folder());
    const path = folder.write("config", kubeconfig({ server: `https://127.0.0.1:${port}`, ...CA }));
    const config: Kubeconfig = await loadKubeconfig({ path, env: {} });
    await config[Symbol.asyncDispose]();
    await config[Symbol.asyncDispose]();
    await assert.rejects(config.fetch(new Request(config.server)), /The connection was disposed of/);
  });
});

for (
  const [what, options] of Object.entries({
    "trusts an authority": CA,
    "skips the check": { "insecure-skip-tls-verify": true },
  })
) {
  test(`Kubeconfig that ${what} ends its requests and their bodies when it is disposed of`, async ({ keep }) => {
    let asked = 0;
    const server = await serveTls(({ url }) => {
      asked++;
      return url.endsWith("/begun") ? Promise.resolve(new Response(new ReadableStream())) : new Promise(() => {});
    });
    keep({ [Symbol.asyncDispose]: () => server.close() });
    const cluster = { server: `https://127.0.0.1:${server.port}`, ...options };
    const path = keep(new Folder()).write("config", kubeconfig(cluster));
    const config = keep(await loadKubeconfig({ path, env: {} }));
    const begun = assert.rejects((await inTime("The response", config.fetch("/begun"))).text());
    const waiting = assert.rejects(config.fetch("/waiting"));
    await eventually("Both requests", () => asked === 2);
    await config[Symbol.asyncDispose]();
    await inTime("The rejections", Promise.all([begun, waiting]));
    await eventually("The end of the sockets", () => server.sockets.size === 0);
  });
}

test("Kubeconfig of an http URL ends its requests when it is disposed of", async ({ keep }) => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  keep({ [Symbol.dispose]: () => void server.close().closeAllConnections() });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = keep(await loadKubeconfig({ server: url, env: { HOME: keep(new Folder()).path } }));
  const asked = new Promise((resolve) => server.on("request", resolve));
  const refused = assert.rejects(config.fetch("/waiting"));
  await inTime("The request", asked);
  await config[Symbol.asyncDispose]();
  await inTime("The rejection", refused);
});

test("loadKubeconfig() with insecure-skip-tls-verify sends bodies, and reads responses of every kind", async (scope) => {
  const server = await serveTls(async (request) => {
    const status = Number(new URL(request.url).searchParams.get("status"));
    // Response allows no such status.
    if (status === 999) return Object.defineProperty(new Response(null), "status", { value: status });
    if (status !== 200) return new Response(null, { status, headers: { "x-status": `${status}` } });
    return Response.json({ method: request.method, text: await request.text(), type: request.headers.get("x-type") });
  });
  try {
    const url = `https://127.0.0.1:${server.port}`;
    const cluster = { server: url, "insecure-skip-tls-verify": true };
    const path = scope.keep(new Folder()).write("config", kubeconfig(cluster));
    const { fetch } = scope.keep(await loadKubeconfig({ path, env: {} }));
    const init = { method: "POST", body: "größe", headers: { "x-type": "text" } };
    const posted = await fetch(new Request(`${url}/?status=200`, init));
    assert.deepEqual(await posted.json(), { method: "POST", text: "größe", type: "text" });
    // Whoever takes the buffer of a chunk takes nothing else.
    const { value } = await (await fetch(new Request(`${url}/?status=200`))).body!.getReader().read();
    assert.equal(value!.length, value!.buffer.byteLength);
    for (const status of [204, 205, 304, 404]) {
      const response = await fetch(new Request(`${url}/?status=${status}`));
      assert.deepEqual([response.status, response.headers.get("x-status")], [status, `${status}`]);
      assert.equal(await response.text(), "");
    }
    // Bun's own fetch accepts any status.
    if (!("Bun" in globalThis)) await assert.rejects(fetch(new Request(`${url}/?status=999`)));
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() sends impersonation headers in UTF-8, each of several as-groups and extras in its own", async (scope) => {
  const [cert, key] = [readCertificate("server.crt"), readCertificate("server.key")];
  const server = createTlsServer({ cert, key }, ({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const cluster = { server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, ...CA };
    const folder = scope.keep(new Folder());
    const sentOf = async (user: object): Promise<string[]> => {
      const config = scope.keep(
        await loadKubeconfig({ path: folder.write("config", kubeconfig(cluster, user)), env: {} }),
      );
      const request = new Request(config.server, { headers: { ...config.headers } });
      const raw: string[] = await (await config.fetch(request)).json();
      return raw.flatMap((name, i) => {
        const value = Buffer.from(raw[i + 1] ?? "", "latin1").toString();
        return i % 2 === 0 ? [`${name.toLowerCase()}: ${value}`] : [];
      }).filter((line) => line.startsWith("impersonate-")).sort();
    };
    const extra = { scope: ["x", "y"], one: ["z"] };
    assert.deepEqual(await sentOf({ as: "Jürgen", "as-groups": ["a,b", "c", "группа"], "as-user-extra": extra }), [
      "impersonate-extra-one: z",
      "impersonate-extra-scope: x",
      "impersonate-extra-scope: y",
      "impersonate-group: a,b",
      "impersonate-group: c",
      "impersonate-group: группа",
      "impersonate-user: Jürgen",
    ]);
    // By the fetch of the runtime, if that can.
    assert.deepEqual(await sentOf({ as: "Юрий", "as-uid": "€" }), ["impersonate-uid: €", "impersonate-user: Юрий"]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
