import { CORE, coreEvent as core, EVENTS, eventsEvent as events } from "../serve/server/client.ts";

/** A request that both servers get. */
export interface ScriptedRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** The body, as JSON unless a string; `{uid}` and `{resourceVersion}` stand for those of the event `a`. */
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
}

type Wire = Record<string, unknown>;

const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
const TIME = "2026-01-01T00:00:00Z";
const MICRO_TIME = "2026-01-01T00:00:00.000000Z";

function timed(name: string, fields: Wire = {}): Wire {
  const rest = { source: undefined, firstTimestamp: undefined, lastTimestamp: undefined, count: undefined };
  return core(name, {
    ...rest,
    eventTime: MICRO_TIME,
    action: "Pull",
    reportingComponent: "example.com/controller",
    reportingInstance: "controller-1",
    ...fields,
  });
}

function post(title: string, body: unknown, { path = CORE, ...rest }: Partial<ScriptedRequest> = {}): ScriptedRequest {
  return { title, method: "POST", path, body, ...rest };
}

function postEvents(title: string, body: unknown, rest: Partial<ScriptedRequest> = {}): ScriptedRequest {
  return post(title, body, { path: EVENTS, ...rest });
}

function get(title: string, path: string, rest: Partial<ScriptedRequest> = {}): ScriptedRequest {
  return { title, method: "GET", path, ...rest };
}

function patch(title: string, body: unknown, type: string, path = `${CORE}/a`): ScriptedRequest {
  return { title, method: "PATCH", path, body, type };
}

/** A list for a group of requests about the same. */
export const SCRIPT: Readonly<Record<string, readonly ScriptedRequest[]>> = {
  create: [
    post("an event", core("a")),
    post("the same again", core("a")),
    post("without anything but an object", { metadata: { name: "bare" }, involvedObject: { namespace: "default" } }),
    post("without an object", { metadata: { name: "b" } }),
    post("without a name", { ...core("x"), metadata: {} }),
    post("with a name to generate", { ...core("x"), metadata: { generateName: "web-" } }),
    post("with an upper-case name", core("Upper_Case")),
    post("with a name that is no path", core("a/b")),
    post("with the name ..", core("..")),
    post("with a resourceVersion", { ...core("x"), metadata: { name: "x", resourceVersion: "7" } }),
    post("with a uid", { ...core("x"), metadata: { name: "with-uid", uid: "mine", generation: 7 } }),
    post("in another namespace than the path's", { ...core("x"), metadata: { name: "x", namespace: "other" } }),
    post("about an object elsewhere", core("x", { involvedObject: { kind: "Pod", namespace: "other", name: "web" } })),
    post("about an object without namespace", core("cluster", { involvedObject: { kind: "Node", name: "node-1" } })),
    post("with an unknown type", core("odd-type", { type: "Odd" })),
    post("with a series of one", core("odd-series", { series: { count: 1, lastObservedTime: MICRO_TIME } })),
    post("with bad labels", { ...core("x"), metadata: { name: "x", labels: { "a b": "c d" } } }),
    post("with bad annotations", { ...core("x"), metadata: { name: "x", annotations: { "a b": "c d" } } }),
    post("with an owner", {
      ...core("x"),
      metadata: { name: "owned", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "web", uid: "u1" }] },
    }),
    post("with another kind", { ...core("x"), apiVersion: "v1", kind: "Pod" }),
    post("with another version", { ...core("x"), apiVersion: "events.k8s.io/v1", kind: "Event" }),
    post("with a strategy to be refused", core("x"), { path: `${CORE}?fieldManager=${"x".repeat(129)}` }),
    post("dry", core("dry"), { path: `${CORE}?dryRun=All` }),
    post("dry in another way", core("dry"), { path: `${CORE}?dryRun=Some` }),
    post("across namespaces", core("x"), { path: "/api/v1/events" }),
    post("in a namespace that is not there", core("x", { involvedObject: { namespace: "nowhere" } }), {
      path: "/api/v1/namespaces/nowhere/events",
    }),
    post("with a finalizer without a prefix", { ...core("x"), metadata: { name: "own-finalizer", finalizers: ["x"] } }),
    {
      title: "so that it can go",
      method: "PATCH",
      path: `${CORE}/own-finalizer`,
      body: { metadata: { finalizers: null } },
      type: MERGE_PATCH,
    },
    post("with two finalizers that exclude each other", {
      ...core("x"),
      metadata: { name: "x", finalizers: ["orphan", "foregroundDeletion"] },
    }),
    post("with a grace period", {
      ...core("x"),
      metadata: { name: "grace", deletionGracePeriodSeconds: 7, deletionTimestamp: TIME },
    }),
    post("with a selfLink", { ...core("x"), metadata: { name: "self-link", selfLink: "/x" } }),
    post("with a selfLink of a number", { ...core("x"), metadata: { name: "x", selfLink: 7 } }),
    post("that exists, with an unknown field", core("a", { odd: 1 })),
    post("that is invalid, with an unknown field", {
      ...core("x"),
      metadata: { name: "x", labels: { "a b": "c" } },
      odd: 1,
    }),
    post("with a timeout that is no duration", core("x"), { path: `${CORE}?timeout=odd` }),
    post("with a time of three digits", core("three-digits", { firstTimestamp: "2026-01-01T00:00:00.123+02:00" })),
  ],
  decode: [
    post("no JSON", "{"),
    post("nothing", ""),
    post("a list", "[]"),
    post("null", "null"),
    post("a count of text", core("x", { count: "1" })),
    post("a count beyond 32 bits", core("x", { count: 3_000_000_000 })),
    post("a fraction as count", core("x", { count: 1.5 })),
    post("a message of a number", core("x", { message: 1 })),
    post("an object of a text", core("x", { involvedObject: "web" })),
    post("a bad time", core("x", { firstTimestamp: "yesterday" })),
    post("an eventTime of three digits", timed("x", { eventTime: "2026-01-01T00:00:00.123Z" })),
    post("an eventTime of seconds", timed("x", { eventTime: TIME })),
    post("an eventTime of nanoseconds", timed("x", { eventTime: "2026-01-01T00:00:00.123456789Z" })),
    post("an unknown field", core("unknown-warn", { wrong: 1 })),
    post("an unknown field, strictly", core("x", { wrong: 1 }), { path: `${CORE}?fieldValidation=Strict` }),
    post("an unknown field, ignored", core("unknown-ignored", { wrong: 1 }), {
      path: `${CORE}?fieldValidation=Ignore`,
    }),
    post("an unknown fieldValidation", core("x"), { path: `${CORE}?fieldValidation=Odd` }),
    post(
      "fields twice",
      `{"metadata":{"name":"twice","name":"twice"},"involvedObject":{"namespace":"default"},"count":1,"count":2,"wrong":1,"wrong":2}`,
    ),
    post(
      "a field in another case",
      `{"metadata":{"name":"case"},"involvedObject":{"namespace":"default"},"REASON":"x"}`,
    ),
    post("with an apiVersion that is an object", core("x", { apiVersion: { toString: 1 } })),
    post("with a kind that is a number", core("x", { kind: 0 })),
    post("lone surrogates", JSON.stringify(core("surrogate", { message: "x" })).replace('"x"', '"\\ud800"')),
    post("nested too deep", `{"metadata":{"name":"x"},"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
    post("with many unknown fields", {
      ...core("many"),
      ...Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`unknown${i}`, i])),
    }),
    post("with many unknown fields, strictly", {
      ...core("x"),
      ...Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`unknown${i}`, i])),
    }, { path: `${CORE}?fieldValidation=Strict` }),
    post("with long unknown fields", {
      ...core("long"),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}${"x".repeat(300)}`, i])),
    }),
    post("as an unknown type", core("x"), { type: "text/plain" }),
    post("as a form", "a=b", { type: "application/x-www-form-urlencoded" }),
    post("too much", core("x", { message: "x".repeat(3_200_000) })),
  ],
  "validate core/v1": [
    post("an event with eventTime", timed("timed")),
    post("without a controller", timed("x", { reportingComponent: "" })),
    post("with a bad controller", timed("x", { reportingComponent: "a b" })),
    post("without an instance", timed("x", { reportingInstance: "" })),
    post("with a long instance", timed("x", { reportingInstance: "x".repeat(129) })),
    post("without an action", timed("x", { action: "" })),
    post("with a long action", timed("x", { action: "x".repeat(129) })),
    post("without a reason", timed("x", { reason: "" })),
    post("with a long reason", timed("x", { reason: "é".repeat(65) })),
    post("with a long message", timed("x", { message: "é".repeat(513) })),
    post("with all wrong", timed("x", { reason: "", action: "", reportingComponent: "", reportingInstance: "" })),
    post("about an object elsewhere", timed("elsewhere", { involvedObject: { namespace: "other", name: "web" } })),
    post("about an object without namespace", timed("cluster-timed", { involvedObject: { kind: "Node", name: "n" } })),
  ],
  "validate events.k8s.io/v1": [
    postEvents("an event", events("e")),
    postEvents("the same again", events("e")),
    postEvents("without anything", { metadata: { name: "x" } }),
    postEvents("without a type", events("x", { type: "" })),
    postEvents("with an unknown type", events("x", { type: "Odd" })),
    postEvents("without eventTime", events("x", { eventTime: null })),
    postEvents("with an upper-case name", events("Upper")),
    postEvents(
      "with old fields",
      events("x", {
        deprecatedCount: 1,
        deprecatedFirstTimestamp: TIME,
        deprecatedLastTimestamp: TIME,
        deprecatedSource: { component: "kubelet" },
      }),
    ),
    postEvents("with a series of one", events("x", { series: { count: 1, lastObservedTime: MICRO_TIME } })),
    postEvents("with a series without time", events("x", { series: { count: 2 } })),
    postEvents("with a series", events("series", { series: { count: 2, lastObservedTime: MICRO_TIME } })),
    postEvents("with a related object", events("related", { related: { kind: "Job", name: "job" } })),
    postEvents("with a long note", events("x", { note: "x".repeat(1025) })),
    postEvents("without a controller", events("x", { reportingController: "" })),
    postEvents("without reason, action and instance", events("x", { reason: "", action: "", reportingInstance: "" })),
    postEvents("with a core field", events("core-field", { message: "x" })),
    postEvents("about a cluster's object", events("e-cluster", { regarding: { kind: "Node", name: "node-1" } })),
    postEvents(
      "with finalizers without a prefix",
      events("x", { metadata: { name: "x", finalizers: ["x", "orphan", "y/z"] } }),
    ),
    postEvents("one to change through the other API", events("other-api")),
    postEvents("with the other version", { ...events("x"), apiVersion: "v1", kind: "Event" }),
  ],
  read: [
    get("a watch that continues", `${CORE}?watch=true&continue=odd`),
    get("a watch at exactly a version", `${CORE}?watch=true&resourceVersion=1&resourceVersionMatch=Exact`),
    get("with initial events", `${CORE}?sendInitialEvents=true&resourceVersionMatch=Odd&continue=odd`),
    get("with a timeout that is no duration", `${CORE}?timeout=odd`),
    get("one", `${CORE}/a`),
    get("one through the other API", `${EVENTS}/a`),
    get("the other's through core", `${CORE}/e`),
    get("one that is not there", `${CORE}/missing`),
    get("one that is not there, in the other API", `${EVENTS}/missing`),
    get("one as a table", `${CORE}/a`, { accept: TABLE }),
    get("one at no version", `${CORE}/a?resourceVersion=abc`),
    get("one with the options of a list", `${CORE}/a?limit=x&labelSelector=a%20b&resourceVersionMatch=Exact`),
    get("one as XML", `${CORE}/a`, { accept: "application/xml" }),
    get("the first by name", `${CORE}?fieldSelector=metadata.name=a`),
    get("by object and reason", `${CORE}?fieldSelector=involvedObject.name%3Dweb,reason%3DPulled,metadata.name%3Da`),
    get("by source", `${EVENTS}?fieldSelector=source%3Dkubelet,metadata.name%3Da`),
    get("by what is not", `${EVENTS}?fieldSelector=type!%3DNormal,regarding.kind%3DPod`),
    get("by an unknown field", `${CORE}?fieldSelector=count%3D1`),
    get("by the other's field", `${CORE}?fieldSelector=regarding.name%3Dweb`),
    get("by no selector", `${CORE}?fieldSelector=a`),
    get("by a label", `${CORE}?labelSelector=app%3Dweb`),
    get("by a bad label", `${CORE}?labelSelector=a%20b%20c`),
    get("a page", `${CORE}?limit=2`),
    get("a page as a table", `${CORE}?limit=1`, { accept: TABLE }),
    get("with a bad limit", `${CORE}?limit=x`),
    get("with a bad continue", `${CORE}?limit=1&continue=x`),
    get("with a bad resourceVersion", `${CORE}?resourceVersion=x`),
    get("with a resourceVersion out of range", `${CORE}?resourceVersion=99999999999999999999`),
    get("a watch with a bad resourceVersion", `${CORE}?watch=true&resourceVersion=x`),
    get("with a continue of another version", `${CORE}?limit=1&continue=eyJ2IjoidjIifQ`),
    get("with resourceVersion 0", `${CORE}?resourceVersion=0&fieldSelector=metadata.name=a`),
    get("at a version that is none", `${CORE}?resourceVersion=0&resourceVersionMatch=Exact`),
    get("with a match but no version", `${CORE}?resourceVersionMatch=Exact`),
    get("with an odd match", `${CORE}?resourceVersion=1&resourceVersionMatch=Odd`),
    get("with initial events but no watch", `${CORE}?sendInitialEvents=true`),
    get("in a namespace that is not there", "/api/v1/namespaces/nowhere/events"),
    get("a path below", `${CORE}/a/status`),
    get("an unknown resource", "/api/v1/namespaces/default/event"),
    get("an unknown group", "/apis/odd.k8s.io/v1"),
    get("an unknown path", "/odd"),
    get("a watch with initial events in a way that is none", `${CORE}?watch=true&sendInitialEvents=true`),
  ],
  patch: [
    patch("the grace period", { metadata: { deletionGracePeriodSeconds: 9 } }, MERGE_PATCH),
    patch(
      "a finalizer without a prefix, in the other API",
      { metadata: { finalizers: ["x"] } },
      MERGE_PATCH,
      `${EVENTS}/e`,
    ),
    patch("the count, as client-go does", { count: 2, lastTimestamp: TIME, message: "again" }, STRATEGIC),
    patch("the count, as this package does", [
      { op: "replace", path: "/count", value: 3 },
      { op: "replace", path: "/lastTimestamp", value: TIME },
      { op: "replace", path: "/message", value: "again and again" },
    ], JSON_PATCH),
    patch("the count, merging", { count: 4 }, MERGE_PATCH),
    patch("nothing", { count: 4 }, MERGE_PATCH),
    patch("what is not there", [{ op: "replace", path: "/action", value: "Pull" }], JSON_PATCH),
    patch("below what is not there", [{ op: "replace", path: "/series/count", value: 2 }], JSON_PATCH),
    patch("removing what is not there", [{ op: "remove", path: "/related" }], JSON_PATCH),
    patch("testing what is", [{ op: "test", path: "/count", value: 4 }], JSON_PATCH),
    patch("testing what is not", [{ op: "test", path: "/count", value: 5 }], JSON_PATCH),
    patch("testing null", [{ op: "test", path: "/eventTime", value: null }], JSON_PATCH),
    patch("with an unknown operation", [{ op: "odd", path: "/count" }], JSON_PATCH),
    patch("with an operation that is a list", [{ op: ["remove"], path: "/count" }], JSON_PATCH),
    patch("with an operation that is an object", [{ op: { toString: 1 }, path: "/count" }], JSON_PATCH),
    patch("with a number for an operation", [1], JSON_PATCH),
    patch("with null for an operation", [null], JSON_PATCH),
    patch("with a path that is an object", [{ op: "remove", path: { toString: 1 } }], JSON_PATCH),
    patch("moving metadata onto itself", [{ op: "move", from: "/metadata", path: "/metadata" }], JSON_PATCH),
    patch("moving metadata into itself", [{ op: "move", from: "/metadata", path: "/metadata/labels" }], JSON_PATCH),
    patch("adding in a list", [
      { op: "add", path: "/x", value: [1] },
      { op: "add", path: "/x/-", value: 2 },
      { op: "add", path: "/x/0", value: 0 },
      { op: "test", path: "/x", value: [0, 1, 2] },
    ], JSON_PATCH),
    patch("adding beyond the end of a list", [
      { op: "add", path: "/x", value: [1] },
      { op: "add", path: "/x/3", value: 1 },
    ], JSON_PATCH),
    patch("replacing beyond the end of a list", [
      { op: "add", path: "/x", value: [1] },
      { op: "replace", path: "/x/1", value: 1 },
    ], JSON_PATCH),
    patch("with too many operations", Array.from({ length: 10_001 }, () => ({ op: "test", path: "/x" })), JSON_PATCH),
    patch("the apiVersion to an object", { apiVersion: { toString: 1 } }, MERGE_PATCH),
    patch("with a path that is none", [{ op: "replace", path: "count", value: 1 }], JSON_PATCH),
    patch("with no list", { op: "replace" }, JSON_PATCH),
    patch("with no JSON", "[", JSON_PATCH),
    patch("with no JSON, merging", "{", MERGE_PATCH),
    patch("with a text, merging", `"x"`, MERGE_PATCH),
    patch("absent labels, by a directive", { metadata: { labels: { z: "1", $patch: "replace" } } }, STRATEGIC),
    patch("with null", "null", STRATEGIC),
    patch("with no list but null", "null", JSON_PATCH),
    patch("with null, merging", "null", MERGE_PATCH),
    patch("with a list", "[]", STRATEGIC),
    patch("a duplicate field", `{"count":4,"count":4}`, MERGE_PATCH),
    patch("a value twice", `[{"op":"replace","path":"/count","value":4,"value":4}]`, JSON_PATCH),
    patch("a count of text", { count: "x" }, MERGE_PATCH),
    patch("a bad time", { eventTime: "2026-01-01T00:00:00.123Z" }, MERGE_PATCH),
    patch("the name", { metadata: { name: "b" } }, MERGE_PATCH),
    patch("the namespace", { metadata: { namespace: "b" } }, MERGE_PATCH),
    patch("the uid", { metadata: { uid: "b" } }, MERGE_PATCH),
    patch("at a stale version", { metadata: { resourceVersion: "1" }, count: 9 }, MERGE_PATCH),
    patch("what is missing", { count: 2 }, MERGE_PATCH, `${CORE}/missing`),
    patch("what is missing, in the other API", { note: "x" }, MERGE_PATCH, `${EVENTS}/missing`),
    patch("as an unknown type", { count: 2 }, "application/json"),
    patch("an unknown field", { wrong: 1 }, MERGE_PATCH),
    patch("an unknown field, strictly", { wrong: 1 }, MERGE_PATCH, `${CORE}/a?fieldValidation=Strict`),
    patch("a series", { series: { count: 2, lastObservedTime: MICRO_TIME } }, STRATEGIC, `${EVENTS}/e`),
    patch("a longer series", [{ op: "replace", path: "/series/count", value: 3 }], JSON_PATCH, `${EVENTS}/e`),
    patch("a series of one", { series: { count: 1 } }, MERGE_PATCH, `${EVENTS}/e`),
    patch(
      "what must stay, in the other API",
      { note: "other", reason: "Other", type: "Warning" },
      MERGE_PATCH,
      `${EVENTS}/e`,
    ),
    patch("the object, in the other API", { regarding: { name: "other" } }, MERGE_PATCH, `${EVENTS}/e`),
    patch("the old count, in the other API", { deprecatedCount: 9 }, MERGE_PATCH, `${EVENTS}/a`),
    patch("a label, in the other API", { metadata: { labels: { app: "web" } } }, MERGE_PATCH, `${EVENTS}/a`),
    patch("the object, in core", { involvedObject: { name: "other" } }, MERGE_PATCH, `${CORE}/a`),
    patch("with a directive", { $patch: "replace", ...core("a") }, STRATEGIC),
    patch("bad labels, annotations and owners", {
      metadata: { labels: { "a b": "c d" }, annotations: { "a b": "" }, ownerReferences: [{ uid: "x" }] },
    }, MERGE_PATCH),
    patch("by force", { count: 2 }, MERGE_PATCH, `${CORE}/a?force=true`),
  ],
  update: [
    { title: "an event", method: "PUT", path: `${CORE}/a`, body: core("a", { count: 7 }) },
    { title: "one that is not there", method: "PUT", path: `${CORE}/new`, body: core("new") },
    { title: "one under another name", method: "PUT", path: `${CORE}/a`, body: core("b") },
    {
      title: "at a stale version",
      method: "PUT",
      path: `${CORE}/a`,
      body: { ...core("a"), metadata: { name: "a", resourceVersion: "1" } },
    },
    {
      title: "at a version that is no number",
      method: "PUT",
      path: `${CORE}/a`,
      body: { ...core("a"), metadata: { name: "a", resourceVersion: "abc" } },
    },
    {
      title: "one that is not there, at a version that is no number",
      method: "PUT",
      path: `${CORE}/gone`,
      body: { ...core("gone"), metadata: { name: "gone", resourceVersion: "18446744073709551616" } },
    },
    { title: "dry in no way", method: "PUT", path: `${CORE}/a?dryRun=`, body: core("a") },
    {
      title: "with another uid",
      method: "PUT",
      path: `${CORE}/a`,
      body: { ...core("a"), metadata: { name: "a", uid: "x" } },
    },
    {
      title: "one that is not there, with a uid",
      method: "PUT",
      path: `${CORE}/gone`,
      body: { ...core("gone"), metadata: { name: "gone", uid: "x" } },
    },
    {
      title: "what must stay, in the other API",
      method: "PUT",
      path: `${EVENTS}/e`,
      body: events("e", { note: "other" }),
    },
  ],
  delete: [
    { title: "an event", method: "DELETE", path: `${CORE}/new` },
    { title: "the same again", method: "DELETE", path: `${CORE}/new` },
    { title: "in the other API", method: "DELETE", path: `${EVENTS}/related` },
    {
      title: "with another uid",
      method: "DELETE",
      path: `${CORE}/a`,
      body: { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "x" } },
    },
    { title: "in an unknown format", method: "DELETE", path: `${CORE}/a`, body: "x", type: "text/plain" },
    {
      title: "with another uid, in the other API",
      method: "DELETE",
      path: `${EVENTS}/e`,
      body: { preconditions: { uid: "x" } },
    },
    { title: "dry", method: "DELETE", path: `${CORE}/a?dryRun=All` },
    {
      title: "under an unknown policy",
      method: "DELETE",
      path: `${CORE}/a`,
      body: { propagationPolicy: "Odd" },
    },
    { title: "under an unknown policy, in the query", method: "DELETE", path: `${CORE}/a?propagationPolicy=Odd` },
    {
      title: "under two policies",
      method: "DELETE",
      path: `${CORE}/a`,
      body: { propagationPolicy: "Orphan", orphanDependents: true },
    },
    { title: "after no number of seconds", method: "DELETE", path: `${CORE}/a?gracePeriodSeconds=x` },
    { title: "across namespaces", method: "DELETE", path: "/api/v1/events" },
    { title: "in an unknown way", method: "POST", path: `${CORE}/a`, body: core("a") },
    { title: "all of a kind", method: "DELETE", path: `${CORE}?fieldSelector=metadata.name%3De` },
    { title: "all", method: "DELETE", path: CORE },
  ],
  discover: [
    get("another version of core", "/api/v2"),
    get("another version of events.k8s.io", "/apis/events.k8s.io/v1beta1/events"),
    get("another group", "/apis/example.com/v1"),
    get("a part of the server's health", "/readyz/ping"),
    get("a part that is not there", "/readyz/odd"),
    get("groups in a format that is gone", "/apis", {
      accept: "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
    }),
    get("with a timeout that is no duration", "/version?timeout=odd"),
    get("the versions", "/api"),
    get("events.k8s.io", "/apis/events.k8s.io/v1"),
    get("the group", "/apis/events.k8s.io"),
  ],
};

/** Watches, by their query, and what happens meanwhile. */
export const WATCHED: Readonly<
  Record<string, { readonly query: string; readonly requests: readonly ScriptedRequest[] }>
> = {
  "everything": {
    query: "",
    requests: [
      post("an event", core("w1")),
      patch("a repeat", { count: 2 }, MERGE_PATCH, `${CORE}/w1`),
      patch("nothing", { count: 2 }, MERGE_PATCH, `${CORE}/w1`),
      postEvents("through the other API", events("w2")),
      { title: "the end", method: "DELETE", path: `${CORE}/w1` },
    ],
  },
  "what a selector lets through": {
    query: "fieldSelector=reason%3DPulled",
    requests: [
      post("an event", core("w3")),
      post("another", core("w4", { reason: "Other" })),
      patch("out of it", { reason: "Other" }, MERGE_PATCH, `${CORE}/w3`),
      patch("into it", { reason: "Pulled" }, MERGE_PATCH, `${CORE}/w4`),
      { title: "the end", method: "DELETE", path: `${CORE}/w4` },
    ],
  },
  "with bookmarks": { query: "allowWatchBookmarks=true", requests: [post("an event", core("w5"))] },
  "with initial events": {
    query:
      "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&fieldSelector=metadata.name%3Dw5",
    requests: [patch("a repeat", { count: 3 }, MERGE_PATCH, `${CORE}/w5`)],
  },
};
