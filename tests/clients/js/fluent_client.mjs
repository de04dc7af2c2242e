// kubernetes-fluent-client, whose watch reports what it cannot parse.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, pid } from "node:process";
import { after, test } from "node:test";

// It uses a kubeconfig, read at its first call.
const folder = mkdtempSync(join(tmpdir(), "fluent-client-"));
after(() => rmSync(folder, { recursive: true }));
env.KUBECONFIG = join(folder, "config");
writeFileSync(
  env.KUBECONFIG,
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server: env.KUBE_API_URL, "insecure-skip-tls-verify": true } }],
    users: [{ name: "test", user: {} }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  }),
);
const { K8s, kind } = await import("kubernetes-fluent-client");

const namespace = `fluent-${pid}`;
const event = (name, fields) => ({
  metadata: { name, namespace },
  involvedObject: { kind: "Pod", namespace, name: "web" },
  reason: "Pulled",
  ...fields,
});

test("kubernetes-fluent-client creates, gets and deletes, and gets an error for server-side apply", async () => {
  const created = await K8s(kind.CoreEvent).Create(event("a", { count: 1 }));
  assert.equal(created.count, 1);
  await assert.rejects(K8s(kind.CoreEvent).Apply(event("a", { count: 2 })), { status: 415 });
  assert.equal((await K8s(kind.CoreEvent).InNamespace(namespace).Get("a")).reason, "Pulled");
  await K8s(kind.CoreEvent).InNamespace(namespace).Delete("a");
  await assert.rejects(K8s(kind.CoreEvent).InNamespace(namespace).Get("a"), { status: 404 });
});

test("kubernetes-fluent-client watches, without an error at the start", async () => {
  const seen = [];
  let wake;
  const watcher = K8s(kind.CoreEvent).InNamespace(namespace).Watch((object, phase) => {
    seen.push(`${phase} ${object.metadata.name}`);
    wake?.();
  });
  for (const error of ["network_error", "data_error", "watch_error", "list_error", "give_up"]) {
    watcher.events.on(error, (cause) => {
      seen.push(`${error} ${cause}`);
      wake?.();
    });
  }
  await watcher.start();
  await K8s(kind.CoreEvent).Create(event("b"));
  while (seen.length < 1) await new Promise((resolve) => wake = resolve);
  await K8s(kind.CoreEvent).InNamespace(namespace).Delete("b");
  while (seen.length < 2) await new Promise((resolve) => wake = resolve);
  watcher.close();
  assert.deepEqual(seen, ["ADDED b", "DELETED b"]);
});
