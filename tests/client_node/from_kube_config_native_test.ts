import assert from "node:assert/strict";
import { fromKubeConfig } from "../../src/client_node/mod.ts";
import { listen } from "../../src/listen/mod.ts";
import { scopedTest as test } from "../kubeconfig/folder.ts";

/** A KubeConfig of another client, or of a test. */
function kubeConfigLike(server: string, own: object = {}) {
  return {
    getCurrentCluster: () => ({ server }),
    getCurrentContext: () => "c",
    getContextObject: () => null,
    applyToHTTPSOptions: (options: object) => Promise.resolve(void Object.assign(options, own)),
  };
}

test("fromKubeConfig() takes a KubeConfig without an agent, and leaves out headers without a value", async ({ keep }) => {
  const headersOf = ({ headers }: Request): Response => Response.json(Object.fromEntries(headers));
  const { url } = keep(await listen({ fetch: headersOf }));
  const headers = { "X-Team": "shop", "X-None": undefined };
  const connection = keep(fromKubeConfig(kubeConfigLike(url, { auth: "änn:p€w", headers })));
  const sent = await (await connection.fetch("/a")).json();
  assert.deepEqual([sent["x-team"], sent["x-none"]], ["shop", undefined]);
  const basic = atob(sent["authorization"].replace("Basic ", ""));
  assert.equal(new TextDecoder().decode(Uint8Array.from(basic, (c) => c.charCodeAt(0))), "änn:p€w");
});

test("fromKubeConfig() tells the error of its credentials, and asks again for the next request", async ({ keep }) => {
  const { url } = keep(await listen({ fetch: () => new Response("ok") }));
  let logins = 0;
  const applyToHTTPSOptions = () => ++logins === 1 ? Promise.reject(new Error("log in first")) : Promise.resolve();
  const connection = keep(fromKubeConfig({ ...kubeConfigLike(url), applyToHTTPSOptions }));
  await assert.rejects(connection.fetch("/a"), /log in first/);
  assert.equal(await (await connection.fetch("/a")).text(), "ok");
});
