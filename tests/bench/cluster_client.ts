/**
 * The client of `cluster_bench.ts` on Deno, Bun and Node: records events, or sends as many with a bare `fetch`. It takes
 * commands as lines of JSON on its standard input, answers each with a line, and ends with its input.
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { EventBroadcaster, FetchEventSink } from "../../mod.ts";
import { inClusterConfig } from "../../src/connect/in_cluster/mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { bare, type BareRequest } from "./fetch_loop.ts";

/** How a client reaches the server, as its first argument. */
export interface ClientOptions {
  readonly server: string;
  /** Where the service account's files are. */
  readonly directory: string;
  readonly namespace: string;
}

/** Has a client emit events. */
export interface Command {
  readonly by: "kubecast" | "fetch";
  /** Its pods are named `${label}.0` and so on, in turn. */
  readonly label: string;
  readonly events: number;
  readonly pods: number;
  /** 0 for all at once. */
  readonly perSecond: number;
}

/** The answer to a command, once its events are emitted: what the process has done and used since it began. */
export interface Usage {
  readonly cpuMs: number;
  readonly requests: number;
  /** Answers with HTTP 429. */
  readonly refused: number;
}

const LANES = 8;

/** Calls `emit` so many times, at its pace. */
async function paced({ events, perSecond }: Command, emit: (i: number) => void): Promise<void> {
  const startedMs = performance.now();
  for (let i = 0; i < events; i++) {
    const waitMs = perSecond === 0 ? 0 : startedMs + i * 1000 / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    emit(i);
  }
}

const { server, directory, namespace }: ClientOptions = JSON.parse(process.argv[2]!);
const { hostname, port } = new URL(server);
const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
const config = await inClusterConfig({ directory, env });
let [requests, refused] = [0, 0];
const counted: typeof config.fetch = async (input, init) => {
  requests++;
  const response = await config.fetch(input, init);
  if (response.status === 429) refused++;
  return response;
};
const log = (line: string): void => console.error(line);
const broadcaster = new EventBroadcaster({ logger: { warn: log, error: log } });
broadcaster.startRecordingToSink(new FetchEventSink({ ...config, fetch: counted }), { correlator: { burst: 1e9 } });
const recorder = broadcaster.newRecorder({ component: "bench" });

const podName = ({ label, pods }: Command, i: number): string => `${label}.${i % pods}`;
/** When it is emitted, for who sees it; repeats say always the same. */
const messageOf = ({ events, pods }: Command): string =>
  events > pods ? "It happened" : `It happened at ${performance.timeOrigin + performance.now()}`;

const headers = { authorization: `Bearer ${await config.token()}` };
const url = `${server}/api/v1/namespaces/${namespace}/events`;
const request = (command: Command, i: number): BareRequest => {
  const [pod, message] = [podName(command, i), messageOf(command)];
  const name = `${pod}.18ea7c308be1b0d1`;
  const count = 1 + Math.floor(i / command.pods);
  if (count === 1) return { method: "POST", url, body: makeEvent(name, { pod, message, namespace }) };
  const values = { count, lastTimestamp: new Date().toISOString().replace(/\.\d+/, ""), message };
  const body = Object.entries(values).map(([path, value]) => ({ op: "replace", path: `/${path}`, value }));
  return { method: "PATCH", url: `${url}/${name}`, body };
};
function* requestsOf(command: Command, from: number, to: number): Iterable<BareRequest> {
  for (let i = from; i < to; i++) yield request(command, i);
}

async function obey(command: Command): Promise<void> {
  const { by, events, pods, perSecond } = command;
  if (by === "kubecast") {
    return await paced(command, (i) => {
      const name = podName(command, i);
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace, uid: `uid-of-${name}` } };
      recorder.event(pod, "Normal", "Happened", messageOf(command));
    });
  }
  requests += events;
  if (perSecond > 0) return await paced(command, (i) => void bare([request(command, i)], 1, headers));
  await bare(requestsOf(command, 0, pods), LANES, headers);
  await bare(requestsOf(command, pods, events), LANES, headers);
}

for await (const line of createInterface({ input: process.stdin })) {
  await obey(JSON.parse(line));
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, requests, refused } satisfies Usage));
}
process.exit(0);
