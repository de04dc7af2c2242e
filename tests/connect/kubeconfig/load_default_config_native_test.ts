import assert from "node:assert/strict";
import { ConnectionError, FetchEventSink, RequestConstructionError } from "../../../mod.ts";
import { KubeconfigError, loadDefaultConfig } from "../../../src/connect/kubeconfig/mod.ts";
import { NotInClusterError } from "../../../src/connect/in_cluster/mod.ts";
import { readCertificate } from "../in_cluster/tls_server.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { Folder, kubeconfig, scopedTest as test } from "./folder.ts";

test("loadDefaultConfig() uses the kubeconfig, if there is one", async ({ keep }) => {
  const path = keep(new Folder()).write(
    "config",
    kubeconfig({ server: "https://one.example" }, { token: "t" }, "shop"),
  );
  const pod = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const config = keep(await loadDefaultConfig({ env: { KUBECONFIG: path, ...pod } }));
  assert.deepEqual([config.server, config.namespace, config.context], ["https://one.example", "shop", "a"]);
  const broken = keep(new Folder()).write("config", "{");
  await assert.rejects(loadDefaultConfig({ env: { KUBECONFIG: broken, ...pod } }), /invalid YAML/);
});

test("loadDefaultConfig() uses the pod's account if there is no kubeconfig, or names what is missing", async ({ keep }) => {
  const folder = keep(new Folder());
  const home = { HOME: folder.path };
  await assert.rejects(loadDefaultConfig({ env: home }), (error) => {
    assert.ok(error instanceof KubeconfigError);
    assert.match(error.message, /config: not found or empty; set KUBECONFIG, or pass server /);
    return true;
  });
  folder.write("token", "secret");
  folder.write("ca.crt", readCertificate("ca.crt"));
  const pod = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: "443", POD_NAMESPACE: "shop" };
  const inPod = { env: { ...home, ...pod }, directory: folder.path };
  const config = keep(await loadDefaultConfig(inPod));
  assert.deepEqual([config.server, config.namespace, config.context], ["https://127.0.0.1:443", "shop", ""]);
  assert.equal(await config.token!(), "secret");
  await config[Symbol.asyncDispose]();
  await assert.rejects(config.fetch("/"), new TypeError("The connection was disposed of"));
  folder.write("token", "");
  await assert.rejects(loadDefaultConfig(inPod), (error) => {
    assert.ok(error instanceof NotInClusterError);
    assert.match(error.message, /^Cannot use the pod's service account: The token file is empty: /);
    return true;
  });
});

test("loadDefaultConfig() rejects unknown options, and a Promise of options", async () => {
  for (const options of [null, Promise.resolve({}), { paths: "" }]) {
    await assert.rejects(loadDefaultConfig(options as never), TypeError);
  }
  await assert.rejects(loadDefaultConfig(null as never), /options must be an object/);
});

test("loadDefaultConfig() returns a fetch that tells which server it cannot reach, and why, without secrets", async (scope) => {
  const server = "http://127.0.0.1:65529";
  const { fetch } = scope.keep(await loadDefaultConfig({ server, env: {} }));
  for (const method of ["GET", "POST"]) {
    await assert.rejects(fetch("/api?token=a-secret-value", { method }), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([error.message, error.kind], [`Cannot reach ${server}: connection refused`, "refused"]);
      return true;
    });
  }
  await assert.rejects(fetch("/", { signal: AbortSignal.abort(new Error("late")) }), { message: "late" });
  const blocked = scope.keep(await loadDefaultConfig({ server: "http://127.0.0.1:6000", env: {} }));
  // A port that fetch refuses, except on Node; a sink, which uses this fetch, tells the same.
  const failed: Error = await blocked.fetch("/").then(() => assert.fail("served"), (error) => error);
  assert.ok(failed instanceof ConnectionError || failed instanceof RequestConstructionError, String(failed));
  const { name, message } = failed;
  await assert.rejects(new FetchEventSink(blocked).isServed({ signal: AbortSignal.timeout(60_000) }), {
    name,
    message,
  });
});

test("loadDefaultConfig() with a server and no kubeconfig tells in a 401 what to pass", async (scope) => {
  const server = await serveHttp(() => Promise.resolve(new Response("Unauthorized", { status: 401 })));
  try {
    const connection = scope.keep(await loadDefaultConfig({ server: server.url, env: {} }));
    const { problems } = await new FetchEventSink(connection).check({ signal: AbortSignal.timeout(60_000) });
    const fix = "Pass a token (--token) and an https URL, or a kubeconfig (--kubeconfig)";
    assert.deepEqual(problems.map((problem) => problem.fix), [fix]);
  } finally {
    await server.close();
  }
});
