/** Exports a cluster's events to a real Collector, beside its own k8s_events receiver; `run.sh` starts it. */
import assert from "node:assert/strict";
import { EventBroadcaster, FetchEventSink } from "../../../../mod.ts";
import { otlpLogs } from "../../../../src/read/opentelemetry/mod.ts";
import { EventReader, forward } from "../../../../src/read/mod.ts";
import { ADMIN_TOKEN, KubeApiServer } from "../../../cluster/kube_api_server.ts";
import { Collector, type Written } from "./collector.ts";

const [program, binaries] = [Deno.env.get("COLLECTOR"), Deno.env.get("KUBE_BINARIES")];
if (program === undefined || binaries === undefined) {
  throw new Error("Cannot test: COLLECTOR or KUBE_BINARIES is not set; see tests/read/opentelemetry/collector/run.sh");
}

const runtimes = new URL("../../../runtimes/node_modules/", import.meta.url).pathname;
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  deno: [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", "--node-modules-dir=manual"],
  bun: [`${runtimes}.bin/bun`],
  node: [`${runtimes}node24/bin/node`],
};

async function eventually<T>(what: string, get: () => T | undefined): Promise<T> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    const value = get();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Cannot wait for ${what} any longer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The records of an event by the key of each state that it had. */
function states(records: readonly Written[], name: string): Map<string, Written> {
  const own = records.filter(({ attributes }) => attributes["k8s.event.name"] === name);
  return new Map(own.map((written) => [String(written.attributes["k8s.event.count"]), written]));
}

/** The attributes that our records have and those of the receiver have not, in the version of `go.mod`. */
const OURS = [
  "k8s.event.reporting_controller",
  "k8s.event.reporting_instance",
  "kubecast.event.delta",
  "log.record.uid",
];

/** Asserts that two records of a state are equal, but for what only ours has. */
function assertEqual(ours: Written, theirs: Written): void {
  // The receiver names the host of every reporter; in these tests a kubelet's is node-1.
  const { "k8s.node.name": _host, ...resource } = theirs.resource;
  const isKubelet = ours.attributes["k8s.event.reporting_controller"] === "kubelet";
  assert.deepEqual(ours.resource, isKubelet ? theirs.resource : resource);
  const shared = Object.entries(ours.attributes).filter(([name]) => !OURS.includes(name));
  assert.deepEqual(Object.fromEntries(shared), theirs.attributes);
  assert.deepEqual(Object.keys(ours.attributes).filter((name) => !(name in theirs.attributes)), OURS);
  for (const field of ["body", "severityNumber", "severityText"]) {
    assert.deepEqual(ours.record[field], theirs.record[field], field);
  }
  assert.equal(ours.record["eventName"], "k8s.event");
  assert.ok(Number(ours.record["observedTimeUnixNano"]) > 0);
}

function msOf({ record }: Written): number {
  return Math.floor(Number(record["timeUnixNano"]) / 1e6);
}

Deno.test({
  name: "A Collector of our own",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async (t) => {
    await using server = new KubeApiServer({ binaries });
    await server.start();
    const kubeconfig = server.writeKubeconfig({ token: ADMIN_TOKEN }, "default");
    await using collector = new Collector(program, kubeconfig);
    await collector.ready();
    // Its receiver ignores events from before its start, whose times are in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1000 - Date.now() % 1000 + 10));
    using client = Deno.createHttpClient({ caCerts: [server.ca] });
    const connection = {
      server: server.url,
      token: ADMIN_TOKEN,
      fetch: (request: Request): Promise<Response> => fetch(request, { client }),
    };
    const received = (): Written[] => collector.written("received");
    const read = (): Written[] => collector.written("read");
    const deliver = otlpLogs({ url: collector.url });
    await using forwarding = forward(new EventReader(connection), { deliver, maxDelayMs: 50 });
    forwarding.finished.catch(() => {}); // reported by the steps, whose waits then time out

    const create = async (event: object): Promise<{ name: string; resourceVersion: string }> => {
      const response = await server.request("/api/v1/namespaces/default/events", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(event),
      });
      const created = await response.json();
      assert.ok(response.ok, JSON.stringify(created));
      return created.metadata;
    };

    await t.step("otlpLogs() exports core/v1 events with the receiver's attributes", async () => {
      const now = new Date(Date.now() + 1000).toISOString().slice(0, 19) + "Z";
      const web = { apiVersion: "v1", kind: "Pod", namespace: "default", name: "web", uid: "u1", resourceVersion: "7" };
      const created = [
        await create({
          metadata: { name: "full" },
          involvedObject: { ...web, fieldPath: "spec.containers{web}" },
          type: "Warning",
          reason: "BackOff",
          message: 'Back-off restarting "web" \u00e9\u{1f600}\n',
          source: { component: "kubelet", host: "node-1" },
          action: "Restart",
          reportingComponent: "kubelet",
          reportingInstance: "node-1",
          count: 3,
          firstTimestamp: now,
          lastTimestamp: now,
        }),
        await create({
          metadata: { name: "sparse" },
          involvedObject: { namespace: "default" },
          count: 1,
          lastTimestamp: now,
        }),
        await create({
          metadata: { name: "odd-type" },
          involvedObject: web,
          type: "Custom",
          message: "Of a type of its own",
          count: 1,
          lastTimestamp: now,
        }),
      ];
      for (const { name, resourceVersion } of created) {
        const [ours, theirs] = await eventually(`${name} in both files`, () => {
          const [one, other] = [received(), read()].map((records) => [...states(records, name).values()][0]);
          return one && other && [one, other] as const;
        });
        assertEqual(ours, theirs);
        assert.equal(ours.record["timeUnixNano"], theirs.record["timeUnixNano"], name);
        assert.equal(
          ours.attributes["log.record.uid"],
          `${ours.attributes["k8s.event.uid"]}/${ours.attributes["k8s.event.count"]}@${resourceVersion}`,
        );
      }
    });

    await t.step("otlpLogs() exports every repeat of a recorder's event, as the receiver does", async () => {
      const broadcaster = new EventBroadcaster();
      const recording = broadcaster.startRecordingToSink(new FetchEventSink(connection));
      const recorder = broadcaster.newRecorder({ component: "example-controller", host: "node-1" });
      for (let i = 0; i < 4; i++) {
        recorder.event({ kind: "Pod", namespace: "default", name: "repeated" }, "Normal", "Pulled", "Pulled image");
        await recording.flush();
      }
      await broadcaster.shutdown();
      const of = (records: readonly Written[]): Map<string, Written> => {
        const name = records.find(({ resource }) => resource["k8s.object.name"] === "repeated")
          ?.attributes["k8s.event.name"];
        return states(records, String(name));
      };
      const [ours, theirs] = await eventually("four states in both files", () => {
        const both = [of(received()), of(read())] as const;
        return both.every(({ size }) => size === 4) ? both : undefined;
      });
      for (const [count, written] of ours) {
        assertEqual(written, theirs.get(count)!);
        assert.equal(msOf(written), msOf(theirs.get(count)!));
        assert.equal(written.attributes["kubecast.event.delta"], "1");
      }
    });

    await t.step("otlpLogs() exports the count and last time of a series, unlike the receiver", async () => {
      const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
      const recording = broadcaster.startRecordingToSink(
        new FetchEventSink({ ...connection, apiVersion: "events.k8s.io/v1" }),
      );
      const recorder = broadcaster.newRecorder({ reportingController: "example.com/controller" });
      for (let i = 0; i < 2; i++) {
        const about = { kind: "Pod", namespace: "default", name: "series", uid: "u2" };
        recorder.eventf(about, undefined, "Normal", "Pulled", "Pull", "Pulled image");
        await recording.flush();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await broadcaster.shutdown();
      const of = (records: readonly Written[]): Written[] =>
        records.filter(({ resource }) => resource["k8s.object.name"] === "series");
      const [ours, theirs] = await eventually("both states in both files", () => {
        const both = [of(received()), of(read())] as const;
        return both.every(({ length }) => length === 2) ? both : undefined;
      });
      assert.deepEqual(ours.map(({ attributes }) => attributes["k8s.event.count"]), ["1", "2"]);
      assert.deepEqual(theirs.map(({ attributes }) => attributes["k8s.event.count"]), [undefined, undefined]);
      assert.equal(ours[0]!.record["timeUnixNano"], theirs[0]!.record["timeUnixNano"], "to the microsecond");
      assert.ok(msOf(ours[1]!) > msOf(ours[0]!));
      assert.equal(msOf(theirs[1]!), msOf(theirs[0]!));
      const { "k8s.event.count": _count, ...attributes } = ours[0]!.attributes;
      assertEqual({ ...ours[0]!, attributes }, theirs[0]!);
    });

    for (const [runtime, command] of Object.entries(COMMANDS)) {
      await t.step(`otlpLogs() on ${runtime} exports an event with the span that it was recorded in`, async () => {
        const script = new URL("../sdk/span_program.mts", import.meta.url).pathname;
        const certificates = Deno.makeTempFileSync();
        Deno.writeTextFileSync(certificates, server.ca);
        const { success, stdout, stderr } = await new Deno.Command(command[0]!, {
          args: [...command.slice(1), ...(runtime === "deno" ? [`--cert=${certificates}`] : []), script],
          env: {
            KUBE_API_URL: server.url,
            KUBE_API_TOKEN: ADMIN_TOKEN,
            COLLECTOR_URL: collector.url,
            INSTANCE: runtime,
            NODE_EXTRA_CA_CERTS: certificates,
          },
        }).output();
        Deno.removeSync(certificates);
        const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
        assert.ok(success, err);
        const { traceId, spanId } = JSON.parse(out!);
        const written = await eventually("the record", () => {
          return received().find(({ resource }) => resource["service.instance.id"] === runtime);
        });
        assert.equal(written.attributes["k8s.event.reason"], "Traced");
        assert.deepEqual([written.record["traceId"], written.record["spanId"]], [traceId, spanId]);
        assert.equal(written.record["flags"], 1);
      });
    }

    await t.step("otlpLogs() counts what it exported", async () => {
      await forwarding.stop();
      const { exported, rejected } = deliver.stats();
      assert.equal(rejected, 0);
      // The Collector writes what it has accepted a moment later.
      const own = await eventually("all exported records", () => {
        const own = received().filter(({ resource }) => !("service.instance.id" in resource));
        return own.length >= exported ? own : undefined;
      });
      assert.equal(own.length, exported);
      assert.equal(forwarding.stats().delivered, exported);
    });

    await t.step("kubecast forward --to otlp=URL exports events to the Collector", async () => {
      const before = received().length;
      const script = new URL("../../../app/cli/kubecast.ts", import.meta.url).pathname;
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", script, "forward", "-A", "--to", `otlp=${collector.url}`],
        env: { KUBECONFIG: kubeconfig },
        stdout: "null",
        stderr: "piped",
      }).spawn();
      // Without a checkpoint, all that is there: one record of each event.
      const { items } = await (await server.request("/api/v1/events")).json();
      await eventually("a record of each event", () => received().length >= before + items.length || undefined);
      child.kill("SIGTERM");
      const { code, stderr } = await child.output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      const forwarded = received().slice(before).map(({ attributes }) => attributes["k8s.event.uid"]);
      const uids = items.map(({ metadata }: { metadata: { uid: string } }) => metadata.uid);
      assert.deepEqual(forwarded.sort(), uids.sort());
    });
  },
});
