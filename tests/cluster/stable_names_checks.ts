import assert from "node:assert/strict";
import { type ApiVersion, EventBroadcaster, FetchEventSink, rbacRules } from "../../mod.ts";
import { StableNames } from "../../src/base/event/identity.ts";
import { recordInKilledProcesses } from "../faults/killed_processes.ts";
import { seeded } from "../random.ts";
import { RECORDER_TOKEN } from "./kube_api_server.ts";
import { type Check, grant } from "./own_server_checks.ts";
import { call, type Cluster, makeNamespace, pod, storedEvents } from "./recording_checks.ts";

const APIS: readonly ApiVersion[] = ["v1", "events.k8s.io/v1"];

/** A process that records events with stable names. */
function start(
  { url, fetch }: Pick<Cluster, "url" | "fetch">,
  apiVersion: ApiVersion,
  namespace: string,
) {
  const broadcaster: EventBroadcaster<ApiVersion> = new EventBroadcaster<ApiVersion>({ apiVersion, naming: "stable" });
  const sink = new FetchEventSink<ApiVersion>({ apiVersion, server: url, fetch, token: RECORDER_TOKEN });
  const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 50 });
  const recorder = broadcaster.newRecorder({ component: "test", reportingController: "test" } as never);
  return {
    broadcaster,
    recording,
    emit(message = "It ran"): void {
      if (apiVersion === "v1") (recorder as unknown as Recorder).event(pod(namespace), "Normal", "Ran", message);
      else (recorder as unknown as Recorder).eventf(pod(namespace), undefined, "Normal", "Ran", "Run", message);
    },
  };
}

/** The methods of both recorders. */
interface Recorder {
  event(...args: unknown[]): void;
  eventf(...args: unknown[]): void;
}

async function counts(admin: Cluster, namespace: string): Promise<number[]> {
  const events = await storedEvents(admin.send, namespace);
  return events.map(({ count, series }) => count ?? series?.count ?? 1);
}

/** The behavior of a server on which stable names rely, and their results there. */
export const stableNamesChecks: Readonly<Record<string, Check>> = {
  "Stable names: an empty patch answers with the event, and keeps its version": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules, "patch");
    const path = `/api/v1/namespaces/${namespace}/events`;
    const event = { metadata: { name: "web.1" }, involvedObject: { namespace }, message: "It ran", count: 7 };
    const { metadata } = await call<typeof event & { metadata: { resourceVersion: string } }>(
      admin.send,
      "POST",
      path,
      event,
    );
    const sink = new FetchEventSink({ server: admin.url, fetch: admin.fetch, token: RECORDER_TOKEN });
    const named = { ...event, metadata: { name: "web.1", namespace } };
    for (let i = 0; i < 2; i++) {
      const stored = await sink.patch(named, [], { signal: AbortSignal.timeout(60_000) });
      assert.deepEqual([stored.count, stored.message, stored.metadata.resourceVersion], [
        7,
        "It ran",
        metadata.resourceVersion,
      ]);
    }
  },

  "Stable names: replicas and restarts count up one event, with the documented permissions": async (_, admin) => {
    for (const apiVersion of APIS) {
      const namespace = await makeNamespace(admin.send);
      await grant(admin, namespace, rbacRules, "patch");
      for (let run = 0; run < 3; run++) {
        const replicas = [1, 2, 3].map(() => start(admin, apiVersion, namespace));
        for (let round = 0; round < 5; round++) {
          await Promise.all(replicas.map(({ emit, recording }) => (emit(), recording.flush())));
        }
        await Promise.all(replicas.map(({ broadcaster }) => broadcaster.shutdown()));
      }
      assert.deepEqual(await counts(admin, namespace), [45], apiVersion);
    }
  },

  "Stable names: lost answers are counted once": async (_, admin) => {
    for (const apiVersion of APIS) {
      const namespace = await makeNamespace(admin.send);
      await grant(admin, namespace, rbacRules, "patch");
      const random = seeded(1);
      const losing = async (request: Request): Promise<Response> => {
        const response = await admin.fetch(request);
        if (random() < 0.6) return response;
        await response.body?.cancel();
        throw new TypeError("connection reset");
      };
      const replicas = [1, 2].map(() => start({ ...admin, fetch: losing }, apiVersion, namespace));
      for (let round = 0; round < 5; round++) {
        await Promise.all(replicas.map(({ emit, recording }) => (emit(), recording.flush())));
      }
      await Promise.all(replicas.map(({ broadcaster }) => broadcaster.shutdown()));
      assert.deepEqual(await counts(admin, namespace), [10], apiVersion);
    }
  },

  "Stable names: a deleted event is created again, and a different one under the name is left alone": async (
    _,
    admin,
  ) => {
    for (const apiVersion of APIS) {
      const namespace = await makeNamespace(admin.send);
      await grant(admin, namespace, rbacRules, "patch");
      const path = `/api/v1/namespaces/${namespace}/events`;
      const { emit, recording, broadcaster } = start(admin, apiVersion, namespace);
      for (let i = 0; i < 3; i++) {
        emit();
        await recording.flush();
      }
      const [event] = await storedEvents(admin.send, namespace);
      await call(admin.send, "DELETE", `${path}/${event!.metadata.name}`);
      emit();
      await recording.flush();
      assert.deepEqual(await counts(admin, namespace), [1], apiVersion);

      // One of another identity takes the name of what is yet to be emitted.
      const names = new StableNames<object>(undefined);
      const emitted = { ...(await storedEvents(admin.send, namespace))[0]!, message: "It ran again" };
      const name = apiVersion === "v1" ? names.create(emitted) : names.create({
        regarding: emitted.involvedObject,
        reportingController: "test",
        action: emitted.action,
        type: emitted.type,
        reason: emitted.reason,
        note: emitted.message,
      });
      await call(admin.send, "POST", path, {
        metadata: { name },
        involvedObject: { ...pod(namespace).metadata, namespace },
        message: "Foreign",
        count: 5,
      });
      emit("It ran again");
      emit("It ran again");
      await broadcaster.shutdown();
      const messages = (await storedEvents(admin.send, namespace)).map(({ metadata, message, count, series }) => {
        return [metadata.name === name, message, count ?? series?.count];
      });
      assert.deepEqual(messages.filter(([, message]) => message !== "It ran").sort(), [
        [false, "It ran again", 2],
        [true, "Foreign", 5],
      ]);
    }
  },

  "Stable names: killed processes lose no more than is unwritten": async (server, admin) => {
    const ca = await Deno.makeTempFile();
    await Deno.writeTextFile(ca, server.ca);
    try {
      for (const apiVersion of APIS) {
        const namespace = await makeNamespace(admin.send);
        await grant(admin, namespace, rbacRules, "patch");
        const options = { server: admin.url, token: RECORDER_TOKEN, apiVersion, namespace, times: 20 };
        const { emitted, written } = await recordInKilledProcesses(options, { DENO_CERT: ca });
        const [count, ...others] = await counts(admin, namespace);
        assert.deepEqual(others, []);
        assert.ok(written <= count! && count! <= emitted, `${emitted} emitted, ${written} written, ${count} counted`);
        console.log(`${apiVersion}: ${emitted} emitted, ${written} known to be written, ${count} counted`);
      }
    } finally {
      await Deno.remove(ca);
    }
  },
};
