import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";
import { KUBECTL, Kubectl } from "./kubectl.ts";
import { serveHttp } from "./serve_http.ts";

/** A server that kubectl can reach, with the core/v1 event `web.1` and the events.k8s.io/v1 event `job.1`. */
interface Bench {
  readonly api: EventsApiServer;
  readonly kubectl: Kubectl;
}

/** A test that needs kubectl; without one it is skipped, by name. */
function kubectlTest(name: string, body: (bench: Bench) => Promise<void>): void {
  const skip = KUBECTL === undefined &&
    "there is no kubectl on the PATH (tests/serve/server/install_kubectl.sh installs one)";
  test(`kubectl ${name}`, { skip }, async () => {
    const api = new EventsApiServer({ clock: { now: () => Date.parse("2026-01-01T00:10:00Z") } });
    await send(api, "POST", CORE, { body: coreEvent("web.1", { type: "Warning", count: 3 }) });
    const regarding = { kind: "Job", namespace: "default", name: "job", apiVersion: "batch/v1" };
    await send(api, "POST", EVENTS, { body: eventsEvent("job.1", { regarding }) });
    const server = await serveHttp(api.fetch);
    const kubectl = new Kubectl(server.url);
    try {
      await body({ api, kubectl });
    } finally {
      kubectl.close();
      await api.shutdown();
      await server.close();
    }
  });
}

const columns = (line: string | undefined): string[] => (line ?? "").split(/\s{2,}/);

kubectlTest("get events prints the columns of a cluster", async ({ kubectl }) => {
  const [head, job, web] = (await kubectl.output(["get", "events", "-A"])).split("\n");
  assert.deepEqual(columns(head), ["NAMESPACE", "LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"]);
  assert.deepEqual(columns(job), ["default", "10m", "Normal", "Created", "job/job", "Created pod web"]);
  assert.deepEqual(columns(web), ["default", "10m", "Warning", "Pulled", "pod/web", "Container image pulled"]);
  const wide = (await kubectl.output(["get", "ev", "-n", "default", "-o", "wide"])).split("\n");
  assert.deepEqual(columns(wide[0]), [
    "LAST SEEN",
    "TYPE",
    "REASON",
    "OBJECT",
    "SUBOBJECT",
    "SOURCE",
    "MESSAGE",
    "FIRST SEEN",
    "COUNT",
    "NAME",
  ]);
  assert.match(wide[2]!, /kubelet, node-1 +Container image pulled +10m +3 +web\.1/);
});

kubectlTest("get events prints json, yaml, names and custom columns", async ({ kubectl }) => {
  const list = JSON.parse(await kubectl.output(["get", "events", "-o", "json"]));
  assert.deepEqual([list.kind, list.items.length, list.items[0].kind], ["List", 2, "Event"]);
  assert.match(await kubectl.output(["get", "event", "web.1", "-o", "yaml"]), /^involvedObject:\n {2}apiVersion: v1$/m);
  assert.equal(await kubectl.output(["get", "events", "-o", "name"]), "event/job.1\nevent/web.1\n");
  const custom = await kubectl.output(["get", "events", "--no-headers", "-o", "custom-columns=C:.count"]);
  assert.equal(custom, "<none>\n3\n");
});

kubectlTest("get events selects, sorts and pages", async ({ api, kubectl }) => {
  const names = async (...args: string[]): Promise<string> =>
    await kubectl.output(["get", "events", "-o", "name", ...args]);
  assert.equal(await names("--field-selector", "type=Warning,involvedObject.kind=Pod"), "event/web.1\n");
  assert.equal(await names("--field-selector", "type!=Warning"), "event/job.1\n");
  assert.equal(await names("-l", "app"), "");
  for (let i = 0; i < 5; i++) await send(api, "POST", CORE, { body: coreEvent(`x.${i}`) });
  assert.equal((await names("--chunk-size=2")).trim().split("\n").length, 7);
  const sorted = await kubectl.output(["get", "events", "--sort-by=.count"]);
  assert.equal(sorted.trim().split("\n").at(-1)!.includes("Warning"), true, sorted);
});

kubectlTest("get events of events.k8s.io, of one event, and of a missing one", async ({ kubectl }) => {
  const one = JSON.parse(await kubectl.output(["get", "events.v1.events.k8s.io", "job.1", "-o", "json"]));
  assert.deepEqual([one.apiVersion, one.note], ["events.k8s.io/v1", "Created pod web"]);
  assert.match(await kubectl.output(["get", "event", "web.1"]), /pod\/web/);
  const { code, stderr } = await kubectl.run(["get", "event", "nope"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Error from server \(NotFound\): events "nope" not found$/m);
});

kubectlTest("get events -w follows changes until the server ends", async ({ api, kubectl }) => {
  const watch = kubectl.start(["get", "events", "-w"]);
  await watch.saw(/pod\/web/);
  // The watch begins after the list was printed: changes in between are in the history.
  await send(api, "POST", CORE, { body: coreEvent("late.1", { reason: "Late", type: "Warning" }) });
  await watch.saw(/Warning +Late +pod\/web/);
  await api.shutdown();
  const { code, stdout } = await watch.outcome;
  assert.equal(code, 0);
  assert.equal(stdout.match(/LAST SEEN/g)?.length, 1);
});

kubectlTest("events lists and follows", async ({ api, kubectl }) => {
  const list = await kubectl.output(["events", "-A"]);
  assert.match(list, /Warning +Pulled +Pod\/web +Container image pulled/);
  assert.match(list, /Normal +Created +Job\/job/);
  const watch = kubectl.start(["events", "-w"]);
  await watch.saw(/Job\/job/);
  await send(api, "POST", CORE, { body: coreEvent("late.1", { reason: "Late" }) });
  await watch.saw(/Late +Pod\/web/);
  watch.stop();
  await watch.outcome;
});

kubectlTest("events --for finds the kinds of the server", async ({ kubectl }) => {
  const pod = await kubectl.output(["events", "--for", "pod/web"]);
  assert.match(pod, /Pod\/web/);
  assert.ok(!pod.includes("Job/job"));
  assert.match(await kubectl.output(["events", "--for", "job/job", "--types=Normal"]), /Job\/job/);
  assert.match((await kubectl.run(["events", "--for", "deploy/x"])).stderr, /No events found/);
  assert.match((await kubectl.run(["events", "--for", "widget/x"])).stderr, /the server doesn't have a resource type/);
});

kubectlTest("describe event prints all fields", async ({ kubectl }) => {
  const text = await kubectl.output(["describe", "event", "web.1"]);
  assert.match(text, /^Name: +web\.1$/m);
  assert.match(text, /Reason: +Pulled/);
});

/** A manifest of an event. */
function manifest(name: string, fields: Json = {}): Json {
  return { apiVersion: "v1", kind: "Event", ...coreEvent(name, fields) };
}

kubectlTest("create stores an event, with validation on", async ({ api, kubectl }) => {
  assert.equal(await kubectl.output(["create", "-f", "-"], manifest("new.1")), "event/new.1 created\n");
  assert.equal((await send(api, "GET", `${CORE}/new.1`)).body.reason, "Pulled");
  const again = await kubectl.run(["create", "-f", "-"], manifest("new.1"));
  assert.match(again.stderr, /\(AlreadyExists\).*events "new\.1" already exists/);
  const dry = await kubectl.output(["create", "--dry-run=server", "-f", "-"], manifest("dry.1"));
  assert.equal(dry, "event/dry.1 created (server dry run)\n");
  assert.equal((await send(api, "GET", `${CORE}/dry.1`)).code, 404);
  const strict = await kubectl.run(["create", "-f", "-"], manifest("odd.1", { nope: 1 }));
  assert.match(strict.stderr, /unknown field "nope"/);
  const strictApi = { apiVersion: "events.k8s.io/v1", kind: "Event", ...eventsEvent("new.2") };
  assert.equal(await kubectl.output(["create", "-f", "-"], strictApi), "event.events.k8s.io/new.2 created\n");
});

kubectlTest("create reports an invalid event", async ({ kubectl }) => {
  const { code, stderr } = await kubectl.run(["create", "-f", "-"], {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    ...eventsEvent("bad.1", { type: "Error" }),
  });
  assert.equal(code, 1);
  assert.match(stderr, /The Event "bad\.1" is invalid: type: Invalid value: "": has invalid value: Error/);
});

kubectlTest("apply creates, configures and leaves unchanged", async ({ api, kubectl }) => {
  assert.equal(await kubectl.output(["apply", "-f", "-"], manifest("app.1")), "event/app.1 created\n");
  assert.equal(await kubectl.output(["apply", "-f", "-"], manifest("app.1")), "event/app.1 unchanged\n");
  assert.equal(await kubectl.output(["apply", "-f", "-"], manifest("app.1", { count: 9 })), "event/app.1 configured\n");
  assert.equal((await send(api, "GET", `${CORE}/app.1`)).body.count, 9);
});

kubectlTest("apply --server-side is refused with the reason", async ({ kubectl }) => {
  const { code, stderr } = await kubectl.run(["apply", "--server-side", "-f", "-"], manifest("ssa.1"));
  assert.equal(code, 1);
  assert.match(stderr, /server-side apply of events is not supported: use a client-side apply or another patch/);
});

kubectlTest("auth can-i lists the verbs for events", async ({ kubectl }) => {
  assert.equal(await kubectl.output(["auth", "can-i", "create", "events"]), "yes\n");
  assert.equal(await kubectl.output(["auth", "can-i", "patch", "events.events.k8s.io", "-n", "shop"]), "yes\n");
  assert.equal((await kubectl.run(["auth", "can-i", "create", "pods"])).stdout, "no - only events are served here\n");
  assert.match(await kubectl.output(["auth", "can-i", "--list"]), /^events +\[\] +\[\] +\[create delete /m);
});

kubectlTest("replace overwrites an event", async ({ api, kubectl }) => {
  assert.equal(await kubectl.output(["replace", "-f", "-"], manifest("web.1", { count: 8 })), "event/web.1 replaced\n");
  assert.equal((await send(api, "GET", `${CORE}/web.1`)).body.count, 8);
});

kubectlTest("edit changes an event", async ({ api, kubectl }) => {
  assert.equal(await kubectl.output(["edit", "event", "web.1"]), "event/web.1 edited\n");
  assert.equal((await send(api, "GET", `${CORE}/web.1`)).body.count, 7);
});

kubectlTest("patch, label and annotate change an event", async ({ api, kubectl }) => {
  for (
    const [type, patch] of [["strategic", { count: 5 }], ["merge", { count: 6 }], ["json", [{
      op: "replace",
      path: "/count",
      value: 7,
    }]]]
  ) {
    const output = await kubectl.output(["patch", "event", "web.1", `--type=${type}`, "-p", JSON.stringify(patch)]);
    assert.equal(output, "event/web.1 patched\n");
  }
  assert.equal(await kubectl.output(["label", "event", "web.1", "a=b"]), "event/web.1 labeled\n");
  assert.match(await kubectl.output(["annotate", "event", "web.1", "c=d"]), /^event\/web\.1 annotated?\n$/);
  const { body } = await send(api, "GET", `${CORE}/web.1`);
  assert.deepEqual([body.count, body.metadata.labels, body.metadata.annotations], [7, { a: "b" }, { c: "d" }]);
});

kubectlTest("delete removes one event, and all events", async ({ api, kubectl }) => {
  assert.match(await kubectl.output(["delete", "event", "web.1"]), /^event "web\.1" deleted/);
  assert.equal((await send(api, "GET", `${CORE}/web.1`)).code, 404);
  assert.match(await kubectl.output(["delete", "events", "--all"]), /^event "job\.1" deleted/);
  assert.match((await kubectl.run(["get", "events"])).stderr, /No resources found/);
});

kubectlTest("diff prints the change", async ({ kubectl }) => {
  const { code, stdout } = await kubectl.run(["diff", "-f", "-"], manifest("new.1"));
  assert.equal(code, 1);
  assert.match(stdout, /^\+reason: Pulled$/m);
});

kubectlTest("wait waits for a change and for an end", async ({ api, kubectl }) => {
  const waiting = kubectl.start(["wait", "--for=jsonpath={.count}=9", "event/web.1", "--timeout=150s"]);
  await send(api, "PUT", `${CORE}/web.1`, { body: coreEvent("web.1", { count: 9 }) });
  assert.match((await waiting.outcome).stdout, /event\/web\.1 condition met/);
  const gone = kubectl.start(["wait", "--for=delete", "event/web.1", "--timeout=150s"]);
  await send(api, "DELETE", `${CORE}/web.1`);
  assert.equal((await gone.outcome).code, 0);
});

kubectlTest("discovery: version, api-resources, --raw", async ({ kubectl }) => {
  assert.match(await kubectl.output(["version"]), /Server Version: .*v1\./);
  assert.match(await kubectl.output(["api-resources"]), /^events +ev +events\.k8s\.io\/v1 +true +Event$/m);
  assert.equal(JSON.parse(await kubectl.output(["get", "--raw", "/api/v1/events"])).items.length, 2);
});
