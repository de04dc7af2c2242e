import assert from "node:assert/strict";
import { type ApiVersion, StatusError } from "../../mod.ts";
import { getFieldSelector } from "../../src/client_go/mod.ts";
import { EventReader, type EventReaderOptions, type EventStream, readerRbacRules } from "../../src/read/mod.ts";
import { AppliedEvents, versionsOf } from "../read/reader/applied_events.ts";
import { RECORDER_TOKEN } from "./kube_api_server.ts";
import { type Check, grant, until } from "./own_server_checks.ts";
import { call, type Cluster, CoreV1Scene, makeNamespace, pod, storedEvents } from "./recording_checks.ts";

/** A `fetch` whose connections can be cut. */
function cuttable(fetch: Cluster["fetch"]): { fetch: Cluster["fetch"]; cut: () => void } {
  let aborter = new AbortController();
  return {
    fetch: (request) => fetch(new Request(request, { signal: AbortSignal.any([request.signal, aborter.signal]) })),
    cut: () => {
      aborter.abort(new TypeError("connection cut"));
      aborter = new AbortController();
    },
  };
}

/** A reader of a cluster, its stream and what that has reported, until it is disposed of. */
class ReadingScene implements AsyncDisposable {
  readonly stream: EventStream<ApiVersion>;
  readonly applied: AppliedEvents;
  readonly cut: () => void;
  readonly log: string[] = [];

  constructor(
    { url, fetch, token }: Cluster,
    { since, ...options }: EventReaderOptions<ApiVersion> & { since?: string } = {},
  ) {
    const network = cuttable(fetch);
    this.cut = network.cut;
    const log = (line: string): void => void this.log.push(line);
    const logger = { warn: log, error: log };
    const reader = new EventReader({ server: url, token, fetch: network.fetch, logger, ...options });
    this.stream = reader.watch(since === undefined ? {} : { since });
    this.applied = AppliedEvents.of(this.stream);
  }

  /** Waits until the delivered changes equal the stored events. */
  async caughtUp({ send }: Cluster, namespace: string): Promise<void> {
    await until(async () => {
      assert.equal(this.applied.error, undefined);
      const stored = versionsOf(await storedEvents(send, namespace));
      return JSON.stringify(this.applied.versions) === JSON.stringify(stored);
    }, "the reader");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stream[Symbol.asyncDispose]();
  }
}

function emit(scene: CoreV1Scene, namespace: string, names: readonly string[]): Promise<unknown> {
  for (const name of names) scene.recorder.event(pod(namespace, name), "Warning", "BackOff", "Back-off restarting");
  return scene.recording.flush();
}

const ABC = ["a", "b", "c"];

/** Reads recorded events, from any cluster. */
export const readingChecks: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  "Reading: pages, a bookmark, then every change, in both APIs": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    await emit(scene, namespace, ABC);
    await using core = new ReadingScene(cluster, { namespace, pageSize: 2 });
    await using events = new ReadingScene(cluster, { namespace, apiVersion: "events.k8s.io/v1" });
    for (const reading of [core, events]) await until(() => reading.applied.bookmarks === 1, "the initial events");
    await emit(scene, namespace, ["a", "d"]);
    const { metadata } = (await storedEvents(cluster.send, namespace))[0]!;
    await call(cluster.send, "DELETE", `/api/v1/namespaces/${namespace}/events/${metadata.name}`);
    for (const reading of [core, events]) {
      await reading.caughtUp(cluster, namespace);
      assert.deepEqual([reading.stream.stats().lists, reading.stream.stats().gaps], [1, 0]);
      assert.equal(reading.applied.changes.length, 6);
    }
  },

  "Reading: occurrences, and waitFor with selectors": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    const options = { server: cluster.url, token: cluster.token, fetch: cluster.fetch, namespace };
    const fieldSelector = getFieldSelector("v1", { kind: "Pod", name: "b" });
    const found = new EventReader({ ...options, fieldSelector }).waitFor(({ count }) => count >= 3);
    for (let i = 0; i < 4; i++) await emit(scene, namespace, ABC);
    const { regarding, reporter, message, first, last } = await found;
    assert.deepEqual([regarding.name, reporter.component, message], ["b", "cluster-test", "Back-off restarting"]);
    assert.ok(first! <= last!);
    const total = new Map<string, number>();
    for await (const { regarding, delta } of new EventReader(options).occurrences()) {
      total.set(regarding.name!, (total.get(regarding.name!) ?? 0) + delta);
      if ([...total.values()].join() === "4,4,4") break;
    }
    // A reader that watches has read all that was there.
    const enough = new AbortController();
    const fetch: Cluster["fetch"] = (request) => {
      if (request.url.includes("watch=true")) enough.abort(new Error("enough"));
      return cluster.fetch(request);
    };
    await assert.rejects(
      new EventReader({ ...options, fetch }).waitFor("Pulled", { signal: enough.signal }),
      /^Error: Cannot find an event that matches "Pulled": enough; 3 others occurred:\n {2}Warning BackOff Back-off restarting \(Pod\/a, x4\)\n/,
    );
  },

  "Reading: since now skips the history, and since a version goes on after it": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    await emit(scene, namespace, ABC);
    const options = { server: cluster.url, token: cluster.token, fetch: cluster.fetch, namespace };
    const stream = new EventReader(options).watch({ since: "now" });
    for await (const { type } of stream) if (type === "BOOKMARK") break;
    await emit(scene, namespace, ["d"]);
    for await (const { type, object } of new EventReader(options).watch({ since: stream.resourceVersion })) {
      assert.ok(type === "ADDED");
      assert.equal(object.involvedObject.name, "d");
      break;
    }
  },

  "Reading: cut connections lose nothing and repeat nothing": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    await using reading = new ReadingScene(cluster, { namespace });
    await until(() => reading.stream.stats().watches === 1, "the watch");
    for (let round = 1; round <= 3; round++) {
      await emit(scene, namespace, ABC);
      reading.cut();
      await emit(scene, namespace, ["a", `new-${round}`]);
      await reading.caughtUp(cluster, namespace);
    }
    assert.deepEqual([reading.stream.stats().lists, reading.stream.stats().gaps], [1, 0]);
  },
};

/** What only a server of our own can be put through. */
export const ownServerReadingChecks: Readonly<Record<string, Check>> = {
  "Reading: a version that etcd has compacted is made up for by a list": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin);
    await emit(scene, namespace, ABC);
    await using reading = new ReadingScene(admin, { namespace });
    await until(() => reading.stream.stats().watches === 1, "the watch");
    const since = reading.stream.resourceVersion!;
    reading.cut();
    await emit(scene, namespace, ["a", "d"]);
    const { metadata } = await call<{ metadata: { resourceVersion: string } }>(
      admin.send,
      "GET",
      `/api/v1/namespaces/${namespace}/events`,
    );
    await server.compact(metadata.resourceVersion);
    // One that reads on, and one that goes on from a checkpoint.
    await reading.caughtUp(admin, namespace);
    await using later = new ReadingScene(admin, { namespace, since });
    await until(() => later.applied.changes.length === 2, "the changes after the checkpoint");
    assert.deepEqual(later.applied.changes.map((change) => change.split(" ")[0]), ["ADDED", "ADDED"]);
    assert.deepEqual([later.stream.stats().gaps, later.applied.bookmarks], [1, 0]);
    await until(() => later.applied.gaps.length === 1, "the bookmark after the gap");
    assert.deepEqual([later.applied.gaps, reading.applied.gaps], [["unknown"], [""]]);
  },

  "Reading: the deltas of streams that resume from each other add up, and are estimated after a compaction": async (
    server,
    admin,
  ) => {
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin);
    const reader = new EventReader({
      server: admin.url,
      token: admin.token,
      fetch: admin.fetch,
      namespace,
      pageSize: 2,
    });
    const totals = new Map<string, number>();
    let since: string | undefined;
    let estimated = 0;
    for (let session = 1; session <= 6; session++) {
      // Counts rise while no reader runs.
      for (let repeat = 0; repeat < session; repeat++) await emit(scene, namespace, ABC);
      const isCompacted = session === 6;
      const stored = await storedEvents(admin.send, namespace);
      if (isCompacted) {
        await server.compact(String(Math.max(...stored.map(({ metadata }) => Number(metadata.resourceVersion)))));
      }
      const stream = reader.occurrences({ since });
      const reading = (async () => {
        for await (const { regarding: { name = "" }, count, delta, estimated: isEstimated } of stream) {
          totals.set(name, isEstimated ? count : (totals.get(name) ?? 0) + delta);
          if (isEstimated) estimated++;
        }
      })();
      const expected = String([1, 3, 6, 10, 15, 21][session - 1]);
      await until(() => ABC.every((name) => String(totals.get(name)) === expected), `x${expected}`);
      await until(() => stream.resourceVersion !== undefined, "a checkpoint");
      since = stream.resourceVersion;
      await stream[Symbol.asyncDispose]();
      await reading;
      assert.equal(stream.stats().gaps, isCompacted ? 1 : 0);
      assert.equal(estimated, isCompacted ? 3 : 0);
    }
  },

  "Reading: a server that is killed and started again": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin, { maxTries: 1000 });
    await emit(scene, namespace, ABC);
    await using reading = new ReadingScene(admin, { namespace });
    await until(() => reading.stream.stats().watches === 1, "the watch");
    await server.kill();
    await until(() => reading.log.length > 0, "a line in the log");
    const emitted = emit(scene, namespace, ["a", "d"]);
    await server.start();
    await emitted;
    await reading.caughtUp(admin, namespace);
    assert.match(reading.log[0]!, /^Cannot reach .*; retrying to read events$/);
    await until(() => /^Reading events resumed/.test(reading.log.at(-1)!), "a line that reading resumed");
  },

  "Reading: the documented rules are enough, and an error names them when they are taken away": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, readerRbacRules, "watch");
    await using scene = new CoreV1Scene(admin);
    // Its minute of patience passes in three seconds.
    const clock = { now: () => Date.now() * 20 };
    await using reading = new ReadingScene({ ...admin, token: RECORDER_TOKEN }, { namespace, clock });
    await emit(scene, namespace, ABC);
    await until(() => reading.applied.events.size === 3, "the events");
    await call(
      admin.send,
      "DELETE",
      `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/recorder`,
    );
    await until(() => {
      // The authorizer hears of it a moment later.
      reading.cut();
      return new Promise((resolve) => setTimeout(resolve, 500, reading.log.length > 0));
    }, "the first refusal");
    await until(() => reading.applied.ended, "the end");
    assert.ok(reading.applied.error instanceof StatusError);
    assert.match(
      reading.applied.error.message,
      /^Cannot list events: events (".+" )?is forbidden: User "recorder" cannot list .*; the role needs the rule \{ apiGroups: \[""\], resources: \["events"\], verbs: \["get", "list", "watch"\] \}$/,
    );
  },
};

/** Last, since the server is another one afterwards. */
export const expiryChecks: Readonly<Record<string, Check>> = {
  "Reading: events that expire together, at one version, are all reported, whenever the connection is cut": async (
    server,
    admin,
  ) => {
    await server.kill();
    // Of this time, a twentieth is how long events share a lease.
    await server.start(["--event-ttl=30s"]);
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin);
    await using reading = new ReadingScene(admin, { namespace });
    await until(() => reading.stream.stats().watches === 1, "the watch");
    await emit(scene, namespace, Array.from({ length: 30 }, (_, index) => `web-${index}`));
    await until(() => reading.applied.changes.some((change) => change.startsWith("DELETED")), "the first to expire");
    reading.cut();
    await until(() => reading.applied.events.size === 0, "the last to expire");
    const deletions = reading.applied.changes.filter((change) => change.startsWith("DELETED"));
    assert.equal(deletions.length, 30);
    assert.ok(new Set(deletions.map((change) => change.split(" ")[2])).size < 30, "some share a version");
    assert.equal(reading.stream.stats().gaps, 0);
  },
};
