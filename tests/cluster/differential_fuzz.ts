import { seeded } from "../random.ts";
import { type Answer, answerOf, differences, type Send } from "./compare_servers.ts";
import type { ScriptedRequest } from "./scripted_requests.ts";

type Wire = Record<string, unknown>;
type Choose = <T>(from: readonly T[]) => T;

const PATHS = ["/api/v1/namespaces/default/events", "/apis/events.k8s.io/v1/namespaces/default/events"] as const;
const NAMES = ["a", "b", "c"];
/** Names in URLs that few events have, or none may have. */
const ODD_NAMES = ["A_b", "a%20b", "a%25b", "%C3%BC", "a%2Fb", "x".repeat(254), "-a", "a%00b", "a:b", "a.b", "%7Ba%7D"];
const ACCEPTS = [
  undefined,
  undefined,
  "application/json",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
];
const ODD_ACCEPTS = [
  "application/*",
  "application/*, */*",
  "APPLICATION/JSON",
  "application/json;as=table;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=V1;g=meta.k8s.io",
  "application/json;AS=Table;v=v1;g=meta.k8s.io",
  "application/json ; as = Table; v=v1;g=meta.k8s.io",
  "application/json;as=",
  "application/json;v=v1",
  "application/json;v=v1,application/json",
];
const ODD_PARAMETERS = [";", ";;", "; foo", "; a=", "; a=b c", '; a = "b;c" ;', '; a="b'];
const TIME = "2026-01-01T00:00:00Z";
const MICRO_TIME = "2026-01-01T00:00:00.000000Z";
const SERIES = { count: 2, lastObservedTime: MICRO_TIME };
const OBJECT = { kind: "Pod", namespace: "default", name: "web", uid: "u1", apiVersion: "v1" };

const OWNER = { apiVersion: "v1", kind: "Pod", name: "web", uid: "u1" };
const OWNERS = ["u1", "u2"].map((uid) => ({ ...OWNER, uid, controller: true }));

/** Fields of either API, with valid and invalid values. */
const FIELDS: readonly (readonly [core: string, events: string, values: readonly unknown[]])[] = [
  ["count", "deprecatedCount", [0, 1, 2, -1, "1", 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 1e300, 0.5, null]],
  ["reason", "reason", ["Pulled", "", "x".repeat(129), 7, null]],
  ["message", "note", ["text", "", "x".repeat(1025), "ü", null]],
  ["type", "type", ["Normal", "Warning", "Odd", "", null]],
  ["action", "action", ["Pull", "", "x".repeat(129), null]],
  ["eventTime", "eventTime", [MICRO_TIME, TIME, "2026-01-01T3:04:05.000000Z", "odd", null]],
  ["firstTimestamp", "deprecatedFirstTimestamp", [
    TIME,
    "2026-01-01T00:00:00.5+02:00",
    "2026-01-01T3:04:05+01:00",
    "2026-01-01T03:4:05Z",
    "odd",
    null,
  ]],
  ["series", "series", [SERIES, { count: 1 }, {}, null]],
  ["reportingComponent", "reportingController", ["example.com/c", "a b", "", null]],
  ["reportingInstance", "reportingInstance", ["c-1", "x".repeat(129), "", null]],
  ["involvedObject", "regarding", [OBJECT, { ...OBJECT, namespace: "other" }, {}, "odd", null]],
  ["related", "related", [{ kind: "Node", name: "n" }, {}, null]],
  ["source", "deprecatedSource", [{ component: "kubelet" }, {}, null]],
  ["apiVersion", "apiVersion", ["v1", "events.k8s.io/v1", "odd/v1"]],
  ["kind", "kind", ["Event", "Pod", ""]],
];
const METADATA: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  ["labels", [{ app: "web" }, { app: "db", tier: "1" }, { "a b": "c" }, { app: 7 }, {}, null]],
  ["annotations", [{ note: "x" }, { "a b": "c" }, {}, null]],
  ["ownerReferences", [[OWNER], [{}], [OWNER, { ...OWNER, name: "x" }, OWNER], OWNERS, OWNERS.slice(1), []]],
  ["namespace", ["default", "other", ""]],
  ["name", ["a", "A_b", "a/b", "", ".", "..", "a%b", "a b", "ü", "x".repeat(254), "-a", "a\u0000b", 7, {}]],
  ["uid", ["mine", ""]],
  ["resourceVersion", ["0", "1", "odd"]],
  ["generateName", ["web-", "web", "-", "--", "A_b-", "a/b", "a%", "..", "ü-", "x".repeat(300), "x.-", "", 7]],
  ["generation", [1, 0, -1, -7, 2 ** 53, 2 ** 63, 1.5, "1", null]],
  ["deletionGracePeriodSeconds", [null, 7, "7", -1, 2 ** 63]],
  ["selfLink", ["/x", 7]],
];
const SELECTORS = [
  "labelSelector=app",
  "labelSelector=app%3Dweb,tier",
  "labelSelector=app%20notin%20(db)",
  "labelSelector=tier%3E0",
  "fieldSelector=reason%3DPulled",
  "fieldSelector=metadata.name!%3Da",
  "fieldSelector=odd%3Da",
  "limit=1",
  "limit=-1",
  "resourceVersion=0",
  "resourceVersionMatch=Exact",
  "sendInitialEvents=true",
  "continue=odd",
  "continue=",
  ...[
    { v: "meta.k8s.io/v1", rv: -1, start: "a" },
    { v: "meta.k8s.io/v1", rv: -1, start: "/b" },
    { v: "meta.k8s.io/v1", rv: -1, start: "/" },
    { v: "meta.k8s.io/v1", rv: -1, start: "default/a\0" },
    { v: "meta.k8s.io/v1", rv: -1, start: "../a" },
    { v: "meta.k8s.io/v1", rv: -1, start: "a//b" },
    { v: "meta.k8s.io/v1", rv: -1, start: "a/" },
    { v: "meta.k8s.io/v1", rv: -1, start: "zzz" },
    { v: "meta.k8s.io/v1", rv: -1, start: "" },
    { v: "meta.k8s.io/v1", rv: 0, start: "a" },
    { v: "meta.k8s.io/v1", rv: 0.5, start: "a" },
    { v: "meta.k8s.io/v1", rv: "1", start: "a" },
    { v: "meta.k8s.io/v1", rv: -1, start: 7 },
    { v: "meta.k8s.io/v2", rv: -1, start: "a" },
    { v: "meta.k8s.io/v1" },
    {},
    [],
    null,
    7,
  ].map((token) => `continue=${btoa(JSON.stringify(token)).replace(/=+$/, "")}`),
  "timeout=odd",
  "pretty=true",
  "resourceVersion=-1",
  "resourceVersion=99999999999",
  "resourceVersion=9223372036854775807",
  "resourceVersion=18446744073709551616",
  "resourceVersion=%2B1",
  "resourceVersion=1e3",
  "limit=%2B1",
  "limit=0",
  "limit=9999999999999999",
  "limit=9223372036854775807",
  "limit=9223372036854775808",
  "limit=-9223372036854775809",
  "limit=1.5",
  "limit=0x1",
  "limit=1_0",
  "limit=",
  "limit=00000000000000000000000000000001",
  "timeoutSeconds=-1",
  "timeoutSeconds=9223372036854775808",
  "timeoutSeconds=1s",
  "timeout=1s",
  "timeout=-1s",
  "timeout=9999999h",
  "timeout=1",
  "includeObject=Odd",
  "watch=0",
  "allowWatchBookmarks=odd",
  "resourceVersionMatch=NotOlderThan",
  ...[
    "app in (web, db)",
    "app in ()",
    "app in (",
    "! app",
    "app>1",
    "app<x",
    "a/b/c=d",
    "-a=b",
    "app=web,",
    "in in (in)",
    ",",
    ",app",
    "app,,tier",
    "=",
    "!",
    "!!app",
    "app=",
    "app==",
    "app===web",
    "app!=",
    "app in(web)",
    "app in (web,)",
    "app in (,)",
    "app notin ()",
    "app in (web",
    "app)",
    "(app)",
    "app web",
    "app>1>0",
    "app>9223372036854775808",
    "app>-1",
    "app>1.5",
    "tier<2,tier>0",
    "app=a b",
    `app=${"x".repeat(64)}`,
    `${"x".repeat(64)}=a`,
    "a/b=c",
    "A.b/c",
    "/a",
    "a/",
    "ü=a",
    "app=ü",
    "app\nin\t(web)",
    "notin",
    "app exists",
    "ain(b)",
    "notin(x)",
    "app in(web)",
    "app notin(db)",
    "!in",
    "app\u00a0in (web)",
    "app\f=web",
  ]
    .map((selector) => `labelSelector=${encodeURIComponent(selector)}`),
  ...[
    "involvedObject.name=web",
    "regarding.name=web",
    "source=kubelet",
    "reportingController=c",
    "reason=a\\,b",
    "=a",
    "a",
    "=",
    "==",
    "!=",
    "===",
    "=,=",
    ",",
    "!",
    "a!b=c",
    "\\=a",
    "reason=a=b",
    "reason=\\",
    "reason=\\x",
    "reason!==Pulled",
    "reason==Pulled,reason=Pulled",
    "reason=Pulled,reason=Other",
    "reason==Pulled,,type!=Odd",
    "reason =Pulled",
    "metadata.namespace=default",
    "metadata.namespace=other",
    "involvedObject.fieldPath=",
    "reason=\u0000",
    "reason=ü",
    `reason=${"x".repeat(300)}`,
  ]
    .map((selector) => `fieldSelector=${encodeURIComponent(selector)}`),
];

/** Metadata to merge. No finalizers: in a cluster they delay a delete. */
const MERGED: readonly Wire[] = [
  { labels: { app: "web" } },
  { labels: { app: "db" } },
  { labels: { tier: "1" } },
  { annotations: { note: "x" } },
  { ownerReferences: [OWNER] },
  { ownerReferences: [{ ...OWNER, uid: "u2" }] },
  { ownerReferences: OWNERS },
  { labels: {} },
  { labels: null },
  {},
];
const STRATEGIC: readonly Wire[] = [
  { metadata: { labels: { $patch: "replace", z: "1" } } },
  { metadata: { labels: { $patch: "delete" } } },
  { metadata: { labels: { $retainKeys: ["app"], app: "web" } } },
  { metadata: { ownerReferences: [{ uid: "u1", $patch: "delete" }] } },
  { metadata: { ownerReferences: [{ $patch: "replace" }, { apiVersion: "v1", kind: "Pod", name: "x", uid: "u9" }] } },
  { metadata: { $retainKeys: ["name"] } },
  { metadata: { $deleteFromPrimitiveList: 1 } },
  { metadata: { "$setElementOrder/finalizers": 1 } },
  { series: { $retainKeys: ["count"], count: 3 } },
  { $patch: "delete" },
  { $patch: "odd" },
];
const POINTERS = [
  "",
  "/metadata",
  "/metadata/labels",
  "/metadata/labels/app",
  "/metadata/uid",
  "/reason",
  "/none",
  "none",
  "none/reason",
  "/kind",
  "/apiVersion",
  "/metadata/ownerReferences",
  "/metadata/ownerReferences/-",
  ...["0", "1", "-1", "-2", "-4", "+0", "-0", "00", "4", "x", "length", ""].flatMap((index) => [
    `/metadata/ownerReferences/${index}`,
    `/metadata/ownerReferences/${index}/name`,
  ]),
];
const PATCHED_VALUES = ["web", null, {}, { app: "db" }, [], OWNER, [OWNER, { ...OWNER, uid: "u2" }]];
const OPERATIONS = ["add", "remove", "replace", "test", "copy", "move", "odd"];
const DELETE_OPTIONS: readonly unknown[] = [
  {},
  null,
  [],
  { kind: "Bad" },
  { dryRun: ["All"] },
  { dryRun: ["Odd"] },
  { propagationPolicy: "" },
  { propagationPolicy: "Foreground" },
  { orphanDependents: true, propagationPolicy: "Orphan" },
  { gracePeriodSeconds: -1 },
  { preconditions: { uid: "wrong" } },
  { preconditions: { resourceVersion: "1" } },
  { apiVersion: "odd/v9", kind: "DeleteOptions" },
];
const TEXTS = [
  "{",
  "null",
  '""',
  '{"metadata":{"name":"c"},"metadata":{"name":"b"}}',
  '{"metadata":{"name":"c"}} x',
  '{"Metadata":{"name":"c"}}',
  '{"metadata":{"name":"c","labels":{"a":null}}}',
  '{"metadata":{"name":"c"},"count":1.5}',
  '{"metadata":{"name":"c","generation":9223372036854775808}}',
];

/**
 * A random request: three valid ones in four.
 *
 * None is a dry run with a resourceVersion, which a cluster handles apart from other creates.
 */
function randomRequest(random: () => number, { isAlone }: { readonly isAlone: boolean }): ScriptedRequest {
  const choose: Choose = (from) => from[Math.floor(random() * from.length)]!;
  const isCore = random() < 0.5;
  const [collection, name] = [PATHS[isCore ? 0 : 1], choose(NAMES)];
  /** Some fields with random values; `validity` is how likely each is the first, valid one. */
  const fields = (validity: number): Wire => {
    const given: Wire = {};
    while (random() < 0.6) {
      const [core, events, values] = choose(FIELDS);
      given[isCore ? core : events] = random() < validity ? values[0] : choose(values);
    }
    return given;
  };
  const metadata = (validity: number): Wire => {
    const given: Wire = {};
    while (random() < 0.4) {
      const [field, values] = choose(METADATA.slice(0, random() < validity ? 2 : METADATA.length));
      given[field] = random() < validity ? values[0] : choose(values);
    }
    return given;
  };
  const validity = random() < 0.75 ? 1 : 0.5;
  const event = (): Wire =>
    isCore
      ? {
        metadata: { name, ...metadata(validity) },
        involvedObject: OBJECT,
        reason: "Pulled",
        message: "text",
        type: "Normal",
        ...fields(validity),
      }
      : {
        metadata: { name, ...metadata(validity) },
        regarding: OBJECT,
        reason: "Pulled",
        note: "text",
        type: "Normal",
        action: "Pull",
        eventTime: MICRO_TIME,
        reportingController: "example.com/c",
        reportingInstance: "c-1",
        ...fields(validity),
      };
  const merge = (): Wire => ({ metadata: metadata(validity), ...fields(validity) });
  /** Without the type: a cluster decodes the result of a patch by the type of the other API, and then validates it. */
  const mergeFields = (): Wire => {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = merge();
    return rest;
  };
  const write = { type: "application/json" };
  const request = (method: string, path: string, rest: Partial<ScriptedRequest> = {}): ScriptedRequest => {
    const accept = choose(random() < 0.95 ? ACCEPTS : ODD_ACCEPTS);
    const type = rest.type !== undefined && random() < 0.05 && { type: rest.type + choose(ODD_PARAMETERS) };
    return { title: `${method} ${path}`, method, path, ...rest, ...type, ...accept !== undefined && { accept } };
  };
  const one = `${collection}/${random() < 0.95 ? name : choose(ODD_NAMES)}`;
  const listed = isAlone && random() < 0.3 ? collection.replace("/namespaces/default", "") : collection;
  const strict = choose(["", "", "?fieldValidation=Strict", "?dryRun=All"]);
  const kinds: readonly (() => ScriptedRequest)[] = [
    () => request("POST", collection, { ...write, body: event() }),
    () => request("POST", collection + strict, { ...write, body: withoutVersion(event()) }),
    () => request("PUT", one + strict, { ...write, body: withoutVersion(event()) }),
    () => request("PUT", one, { ...write, body: event() }),
    () => request("PATCH", one, { body: mergeFields(), type: "application/merge-patch+json" }),
    () => request("PATCH", one, { body: withinInt32(merge()), type: "application/strategic-merge-patch+json" }),
    () =>
      request("PATCH", one, {
        type: "application/json-patch+json",
        body: Object.entries(mergeFields()).map(([field, value]) => ({
          op: choose(["add", "replace", "remove", "test"]),
          path: `/${field}`,
          value: field === "metadata" ? { name } : value,
        })),
      }),
    () => request("GET", one),
    () => request("GET", `${listed}?${choose(SELECTORS)}`),
    () => request("GET", `${listed}?${choose(SELECTORS)}&${choose(SELECTORS)}`),
    () => request("PATCH", one, { body: { metadata: choose(MERGED) }, type: "application/merge-patch+json" }),
    () => request("PATCH", one, { body: choose(STRATEGIC), type: "application/strategic-merge-patch+json" }),
    () =>
      request("PATCH", one, {
        type: "application/json-patch+json",
        body: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
          op: choose(OPERATIONS),
          path: choose(POINTERS),
          // Not all of the metadata: in a cluster it contains the owners of fields.
          from: choose(POINTERS.slice(2)),
          value: choose(PATCHED_VALUES),
        })),
      }),
    () => request("POST", collection, { ...write, body: choose(TEXTS) }),
    () => request("DELETE", one + choose(["", "", "?dryRun=All", "?uid=wrong", "?propagationPolicy=Odd"])),
    () => request("DELETE", one, { ...write, body: choose(DELETE_OPTIONS) }),
    () => request("DELETE", `${collection}?${choose(SELECTORS)}`),
  ];
  return choose(kinds)();
}

/** A cluster wraps the integers of a strategic merge patch around. */
function withinInt32(patch: Wire): Wire {
  return JSON.parse(JSON.stringify(patch), (_name, value) => Math.abs(value) >= 2 ** 31 ? 1 : value);
}

/** Without a version and a link, which a cluster shows in the response to a dry run. */
function withoutVersion(event: Wire): Wire {
  const { resourceVersion: _version, selfLink: _link, ...metadata } = event["metadata"] as Wire;
  return { ...event, metadata };
}

/** Without what servers word or record differently: texts, and the owners of fields. */
function comparable({ code, body }: Answer): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => name === "managedFields" ? [] : [[name, strip(item)]]),
    );
  };
  if (code < 400) return { code, body: strip(body) };
  const { reason, details } = body as { reason?: string; details?: { name?: string; kind?: string } };
  return { code, reason, name: details?.name, kind: details?.kind };
}

/**
 * Sends the same random requests to two servers.
 *
 * @returns The requests whose answers differ in more than their words, each with the differences.
 */
export async function differentialFuzz(
  real: Send,
  embedded: Send,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<string[]> {
  const random = seeded(seed);
  const found: string[] = [];
  const clear = async (): Promise<void> => {
    const request = { title: "clear", method: "DELETE", path: PATHS[0] };
    await Promise.all([answerOf(real, request), answerOf(embedded, request)]);
  };
  await clear();
  // Lists of all namespaces show what others have left.
  const all = await answerOf(real, { title: "all", method: "GET", path: "/api/v1/events" });
  const isAlone = (all.body as { items: readonly unknown[] }).items.length === 0;
  for (let step = 1; step <= steps; step++) {
    const request = randomRequest(random, { isAlone });
    const [expected, actual] = [await answerOf(real, request), await answerOf(embedded, request)];
    const differing = differences(comparable(expected), comparable(actual), "answer");
    if (differing.length === 0) continue;
    found.push([`step ${step}: ${JSON.stringify(request)}`, ...differing].join("\n  "));
    // So that one difference does not lead to others.
    await clear();
  }
  return found;
}
