import { EventsApiServer } from "../../src/server/mod.ts";
import { CORE, coreEvent, type Json, send } from "./client.ts";

/** A request designed to cost more than its size. */
export interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly type?: string;
  readonly body?: string;
  /** The event stored before, as `a`. */
  readonly stored?: Json;
  /** How many other events are stored. */
  readonly others?: number;
}

const JSON_PATCH = "application/json-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const repeat = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));
const owners = (count: number): Json =>
  coreEvent("a", {
    metadata: {
      name: "a",
      ownerReferences: repeat(count, (i) => ({ apiVersion: "v1", kind: "Pod", name: "p", uid: `${i}` })),
    },
  });

/**
 * Requests whose cost once grew faster than their size, or might.
 *
 * @param scale What part of its full size each has: 1 for the largest that a server takes.
 */
export function hostileRequests(scale: number): HostileRequest[] {
  const of = (count: number): number => Math.ceil(count * scale);
  const patch = `${CORE}/a`;
  return [
    {
      name: "moves of metadata onto itself",
      method: "PATCH",
      target: patch,
      type: JSON_PATCH,
      body: JSON.stringify(repeat(of(10_000), () => ({ op: "move", from: "/metadata", path: "/metadata" }))),
      stored: owners(2000),
    },
    {
      name: "insertions at the head of a long list",
      method: "PATCH",
      target: patch,
      type: JSON_PATCH,
      body: JSON.stringify([
        { op: "add", path: "/x", value: repeat(of(700_000), () => 0) },
        ...repeat(of(9_999), () => ({ op: "add", path: "/x/0", value: 0 })),
      ]),
    },
    {
      name: "copies of a copy",
      method: "PATCH",
      target: patch,
      type: JSON_PATCH,
      body: JSON.stringify(repeat(of(10_000), (i) => ({ op: "copy", from: "/metadata", path: `/metadata/x${i}` }))),
      stored: owners(2000),
    },
    {
      name: "unknown fields at a great depth",
      method: "POST",
      target: CORE,
      body: `{"metadata":{"name":"b"},"x":${"[".repeat(of(500_000))}{${
        repeat(of(100_000), (i) => `"${i}":1,"${i}":1`)
      }}${"]".repeat(of(500_000))}}`,
    },
    {
      name: "unknown fields",
      method: "POST",
      target: CORE,
      body: `{"metadata":{"name":"b"},${repeat(of(100_000), (i) => `"${i}":{"a":1,"a":2}`)}}`,
    },
    {
      name: "deletions from a list",
      method: "PATCH",
      target: patch,
      type: STRATEGIC,
      body: JSON.stringify({
        metadata: {
          finalizers: repeat(of(40_000), (i) => `a/${i}`),
          "$deleteFromPrimitiveList/finalizers": repeat(of(40_000), (i) => `b/${i}`),
        },
      }),
      stored: coreEvent("a", { metadata: { name: "a", finalizers: repeat(of(40_000), (i) => `a/${i}`) } }),
    },
    {
      name: "retained keys",
      method: "PATCH",
      target: patch,
      type: STRATEGIC,
      body: JSON.stringify({ metadata: { annotations: { $retainKeys: repeat(of(100_000), (i) => `k${i}`) } } }),
      stored: coreEvent("a", {
        metadata: { name: "a", annotations: Object.fromEntries(repeat(of(10_000), (i) => [`a${i}`, ""])) },
      }),
    },
    {
      name: "bad finalizers",
      method: "POST",
      target: CORE,
      body: JSON.stringify(coreEvent("b", { metadata: { name: "b", finalizers: repeat(of(700_000), () => "") } })),
    },
    {
      name: "empty owners",
      method: "POST",
      target: CORE,
      body: `{"metadata":{"name":"b","ownerReferences":[${repeat(of(1_000_000), () => "{}")}]}}`,
    },
    {
      name: "null owners",
      method: "POST",
      target: CORE,
      body: `{"metadata":{"name":"b","ownerReferences":[${repeat(of(600_000), () => "null")}]}}`,
    },
    {
      name: "bad labels",
      method: "POST",
      target: CORE,
      body: JSON.stringify(coreEvent("b", {
        metadata: { name: "b", labels: Object.fromEntries(repeat(of(150_000), (i) => [`-${i}`, "-"])) },
      })),
    },
    {
      name: "bad labels, annotations and owners of an update",
      method: "PUT",
      target: patch,
      body: JSON.stringify(coreEvent("a", {
        metadata: {
          name: "a",
          labels: Object.fromEntries(repeat(of(50_000), (i) => [`-${i}`, "-"])),
          annotations: Object.fromEntries(repeat(of(50_000), (i) => [`-${i}`, ""])),
          ownerReferences: repeat(of(100_000), () => ({})),
        },
      })),
    },
    {
      name: "a long resourceVersion",
      method: "GET",
      target: `${CORE}?resourceVersion=${"9".repeat(of(1_000_000))}`,
    },
    {
      name: "a selector with many terms",
      method: "GET",
      target: `${CORE}?fieldSelector=${repeat(of(5000), (i) => `reason!=r${i}`)}`,
      others: of(5000),
    },
    {
      name: "a selector with many bad values",
      method: "GET",
      target: `${CORE}?labelSelector=a+in+(${repeat(of(50_000), () => "-")})`,
    },
    {
      name: "a selector with many values",
      method: "GET",
      target: `${CORE}?labelSelector=a+notin+(${repeat(of(5000), (i) => `v${i}`)})`,
      others: of(5000),
    },
  ];
}

/** A server without limits or faults, for measuring the cost of requests. */
export async function serverFor({ stored, others = 0 }: HostileRequest): Promise<EventsApiServer> {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: stored ?? coreEvent("a") });
  for (let i = 0; i < others; i++) {
    await send(api, "POST", CORE, { body: coreEvent(`o${i}`, { metadata: { name: `o${i}`, labels: { a: "b" } } }) });
  }
  return api;
}

/** An honest request of the same size, to the same server. */
export function honestRequest({ method, body = "" }: HostileRequest): HostileRequest {
  if (method === "GET") return { name: "honest", method, target: CORE };
  const message = "x".repeat(Math.max(0, body.length - 500));
  return {
    name: "honest",
    method: "PUT",
    target: `${CORE}/h`,
    body: JSON.stringify(coreEvent("h", { message })),
  };
}
