import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer, seededRandom } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, EVENTS, type Json, send } from "./client.ts";

const namesOf = (list: Json): string => list.items.map(({ metadata }: Json) => metadata.name).join("");

/** A server with events of one-letter names. */
async function serverWith(names: string, options = {}): Promise<EventsApiServer> {
  const api = new EventsApiServer(options);
  for (const name of names) await send(api, "POST", CORE, { body: coreEvent(name) });
  return api;
}

test("list returns pages of one resourceVersion, despite concurrent changes", async () => {
  const api = await serverWith("abcde");
  const first = (await send(api, "GET", `${CORE}?limit=2`)).body;
  assert.deepEqual([namesOf(first), first.metadata.remainingItemCount], ["ab", 3]);
  await send(api, "DELETE", `${CORE}/c`);
  await send(api, "PUT", `${CORE}/d`, { body: coreEvent("d", { count: 7 }) });
  await send(api, "POST", CORE, { body: coreEvent("dd") });
  await send(api, "DELETE", `${CORE}/e`);
  await send(api, "POST", CORE, { body: coreEvent("e", { count: 8 }) });
  const second = (await send(api, "GET", `${CORE}?limit=2&continue=${first.metadata.continue}`)).body;
  assert.deepEqual([namesOf(second), second.items[1].count, second.metadata.remainingItemCount], ["cd", 1, 1]);
  const third = (await send(api, "GET", `${CORE}?limit=2&continue=${second.metadata.continue}`)).body;
  assert.deepEqual([namesOf(third), third.items[0].count, third.metadata.continue], ["e", 1, undefined]);
  const versions = [first, second, third].map(({ metadata }) => metadata.resourceVersion);
  assert.deepEqual(versions, ["6", "6", "6"]);
  assert.equal(namesOf((await send(api, "GET", CORE)).body), "abddde");
});

test("list returns continue tokens as a cluster does", async () => {
  const { body } = await send(await serverWith("ab"), "GET", "/api/v1/events?limit=1");
  const token = JSON.parse(atob(body.metadata.continue));
  assert.deepEqual(token, { v: "meta.k8s.io/v1", rv: 3, start: "default/a\0" });
});

test("list of a namespace returns no events of namespaces whose name begins with its name", async () => {
  const api = new EventsApiServer();
  for (const namespace of ["shop", "shop-a", "shop0", "shop1", "shopq"]) {
    const collection = CORE.replace("default", namespace);
    const involvedObject = { kind: "Pod", name: "web", namespace };
    await send(api, "POST", collection, { body: coreEvent("a", { involvedObject }) });
  }
  const { body } = await send(api, "GET", CORE.replace("default", "shop"));
  assert.deepEqual(body.items.map(({ metadata }: Json) => metadata.namespace), ["shop"]);
});

test("list with a selector has no remainingItemCount", async () => {
  const api = await serverWith("abcd");
  await send(api, "PUT", `${CORE}/b`, { body: coreEvent("b", { type: "Warning" }) });
  await send(api, "PUT", `${CORE}/d`, { body: coreEvent("d", { type: "Warning" }) });
  const first = (await send(api, "GET", `${CORE}?limit=1&fieldSelector=type=Warning`)).body;
  assert.deepEqual([namesOf(first), first.metadata.remainingItemCount], ["b", undefined]);
  const token = first.metadata.continue;
  const second = (await send(api, "GET", `${CORE}?limit=1&fieldSelector=type=Warning&continue=${token}`)).body;
  assert.deepEqual([namesOf(second), second.metadata.continue], ["d", undefined]);
});

test("list responds with 410 to a token of an expired version, with an inconsistent continue token", async () => {
  const api = await serverWith("abc", { maxHistory: 2 });
  const first = (await send(api, "GET", `${CORE}?limit=1`)).body;
  for (const name of "defghi") await send(api, "POST", CORE, { body: coreEvent(name) });
  const { code, body } = await send(api, "GET", `${CORE}?limit=1&continue=${first.metadata.continue}`);
  assert.deepEqual([code, body.reason], [410, "Expired"]);
  assert.match(body.message, /^The provided continue parameter is too old/);
  const rest = (await send(api, "GET", `${CORE}?limit=100&continue=${body.metadata.continue}`)).body;
  assert.equal(namesOf(rest), "bcdefghi");
});

test("list continues with the token of another list at its place in this one, as a cluster does", async () => {
  const api = await serverWith("abc");
  const { metadata } = (await send(api, "GET", `${CORE}?limit=1`)).body;
  assert.equal(namesOf((await send(api, "GET", `${EVENTS}?continue=${metadata.continue}`)).body), "bc");
  // All keys of all namespaces are behind "a".
  assert.equal(namesOf((await send(api, "GET", `/api/v1/events?continue=${metadata.continue}`)).body), "abc");
  // A token with the slash that a cluster's keys may begin with.
  const slash = btoa(atob(metadata.continue).replace('"start":"', '"start":"/')).replace(/=+$/, "");
  assert.equal(namesOf((await send(api, "GET", `${CORE}?continue=${slash}`)).body), "bc");
  const elsewhere = `/api/v1/namespaces/other/events?continue=${metadata.continue}`;
  assert.equal((await send(api, "GET", elsewhere)).code, 200);
});

test("list rejects a continue token with a resourceVersion", async () => {
  const api = await serverWith("ab");
  const { metadata } = (await send(api, "GET", `${CORE}?limit=1`)).body;
  const both = await send(api, "GET", `${CORE}?continue=${metadata.continue}&resourceVersion=2`);
  assert.equal(both.body.message, "specifying resource version is not allowed when using continue");
});

test("list with resourceVersionMatch Exact returns a past version", async () => {
  const api = await serverWith("abc");
  await send(api, "DELETE", `${CORE}/a`);
  const at = async (query: string): Promise<string> => namesOf((await send(api, "GET", `${CORE}?${query}`)).body);
  assert.equal(await at("resourceVersion=3&resourceVersionMatch=Exact"), "ab");
  assert.equal(await at("resourceVersion=3&limit=10"), "ab", "as of old, a limit makes a version exact");
  assert.equal(await at("resourceVersion=3&resourceVersionMatch=NotOlderThan"), "bc");
  assert.equal(await at("resourceVersion=3"), "bc");
  assert.equal(await at("resourceVersion=0"), "bc");
});

test("list with resourceVersionMatch Exact returns no event deleted from another namespace", async () => {
  const api = new EventsApiServer();
  const collections = ["a", "b", "c"].map((namespace) => `/api/v1/namespaces/${namespace}/events`);
  for (const [i, collection] of collections.entries()) {
    const body = coreEvent(`e${i}`, { involvedObject: { namespace: "abc"[i] } });
    assert.equal((await send(api, "POST", collection, { body })).code, 201);
  }
  for (const collection of collections) await send(api, "DELETE", collection);
  const { body } = await send(api, "GET", `${collections[1]}?resourceVersion=4&resourceVersionMatch=Exact`);
  assert.equal(namesOf(body), "e1");
});

test("list responds with 410 to a resourceVersion before the history", async () => {
  const api = await serverWith("abcdef", { maxHistory: 2 });
  const { code, body } = await send(api, "GET", `${CORE}?resourceVersion=2&resourceVersionMatch=Exact`);
  assert.deepEqual([code, body.message], [410, "The resourceVersion for the provided list is too old."]);
});

const FIELD_SELECTORS: readonly [selector: string, names: string][] = [
  ["", "abc"],
  ["metadata.name=a", "a"],
  ["metadata.name==a", "a"],
  ["metadata.name!=a", "bc"],
  ["metadata.namespace=default", "abc"],
  ["involvedObject.kind=Pod,involvedObject.name=web", "a"],
  ["involvedObject.kind=Pod,involvedObject.name=other", ""],
  ["metadata.name=a,metadata.name=b", ""],
  ["metadata.name=a,metadata.name!=a", ""],
  ["metadata.name!=a,metadata.name!=c", "b"],
  ["metadata.name!=a,type!=Warning", "c"],
  ["involvedObject.fieldPath=", "abc"],
  ["involvedObject.fieldPath!=", ""],
  ["reason=Pulled,,", "abc"],
  ["type=Warning", "b"],
  ["source=kubelet", "ab"],
  ["source=reporter", "c"],
  ["reportingComponent=reporter", "c"],
  ["involvedObject.uid=a\\,b\\=c\\\\", "b"],
];

for (const [selector, names] of FIELD_SELECTORS) {
  test(`list selects by the fieldSelector ${JSON.stringify(selector)}`, async () => {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: coreEvent("a") });
    const involvedObject = { kind: "Node", uid: "a,b=c\\" };
    await send(api, "POST", CORE, { body: coreEvent("b", { type: "Warning", involvedObject }) });
    const fields = { source: {}, reportingComponent: "reporter", involvedObject };
    await send(api, "POST", CORE, { body: { ...coreEvent("c", fields), involvedObject: { kind: "Node" } } });
    const { body } = await send(api, "GET", `${CORE}?fieldSelector=${encodeURIComponent(selector)}`);
    assert.equal(namesOf(body), names);
  });
}

test("list selects by the fieldSelector names of its API", async () => {
  const api = await serverWith("a");
  const target = "/apis/events.k8s.io/v1/events?fieldSelector=";
  assert.equal(namesOf((await send(api, "GET", `${target}regarding.name=web`)).body), "a");
  assert.equal((await send(api, "GET", `${target}reportingController=x`)).body.items.length, 0);
  assert.equal((await send(api, "GET", `${target}involvedObject.name=web`)).code, 400);
  assert.equal((await send(api, "GET", `${target}toString=web`)).code, 400);
});

test("list rejects invalid escapes in a fieldSelector", async () => {
  const api = await serverWith("a");
  for (const selector of ["reason=a\\x", "reason=a\\", "reason=a=b", "=a"]) {
    const { code } = await send(api, "GET", `${CORE}?fieldSelector=${encodeURIComponent(selector)}`);
    assert.equal(code, 400, selector);
  }
});

const LABEL_SELECTORS: readonly [selector: string, names: string][] = [
  ["", "abc"],
  ["app", "ab"],
  ["!app", "c"],
  ["app=web", "a"],
  ["app == web", "a"],
  ["app!=web", "bc"],
  ["app in (web, db)", "ab"],
  ["app notin (web)", "bc"],
  ["app,tier!=x", "ab"],
  ["app in (web,db),n>5", "b"],
  ["n<5", "a"],
  ["n>2", "ab"],
  ["n>3", "b"],
  ["n<10", "a"],
  ["n<11", "ab"],
  ["n>x", "400"],
  ["n>2,n>5", "b"],
  ["n<20,n<5", "a"],
  ["app in (web,db),app in (db,x)", "b"],
  ["app in (web),app in (db)", ""],
  ["app!=web,app notin (db)", "c"],
  ["app,!app", ""],
  [Array.from({ length: 20 }, (_, i) => `x${i}!=1`).join() + ",app!=web", "bc"],
  [Array.from({ length: 20 }, (_, i) => `!x${i}`).join() + ",n", "ab"],
  [Array.from({ length: 20 }, (_, i) => `!x${i}`).join() + ",!n", "c"],
  ["a b", "400"],
  ["!a=b", "400"],
  ["app in web", "400"],
  ["-a", "400"],
  ["app=b_", "400"],
  ["__proto__", "400"],
  ["constructor", ""],
  ["app in(web)", "a"],
  ["app notin(web)", "bc"],
  ["!in", "abc"],
  ["notin", ""],
  ["ain(b)", "400"],
  ["notin(x)", "400"],
  ["app\tin\n(web)", "a"],
  ["app\u00a0in (web)", "400"],
  ["\u00a0", "400"],
];

for (const [selector, names] of LABEL_SELECTORS) {
  test(`list selects by the labelSelector ${JSON.stringify(selector)}`, async () => {
    const api = new EventsApiServer();
    const labels: Readonly<Record<string, unknown>> = { a: { app: "web", n: "3" }, b: { app: "db", n: "10" }, c: {} };
    for (const name of "abc") {
      await send(api, "POST", CORE, { body: coreEvent(name, { metadata: { name, labels: labels[name] } }) });
    }
    const { code, body } = await send(api, "GET", `${CORE}?labelSelector=${encodeURIComponent(selector)}`);
    assert.equal(code === 200 ? namesOf(body) : String(code), names);
  });
}

test("list rejects a malformed field selector before conflicting options, and an unknown field after them", async () => {
  const api = new EventsApiServer();
  for (const [selector, code] of [["a", 400], ["a=b", 422]] as const) {
    const query = `fieldSelector=${selector}&resourceVersionMatch=Exact`;
    assert.equal((await send(api, "GET", `${CORE}?${query}`)).code, code);
  }
});

const CONFLICTING: readonly [query: string, message: string][] = [
  ["sendInitialEvents=true", "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"],
  [
    "resourceVersionMatch=Exact",
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
  ],
  [
    "resourceVersion=1&resourceVersionMatch=Exact&continue=x",
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided",
  ],
  [
    "resourceVersion=1&resourceVersionMatch=Odd",
    'resourceVersionMatch: Unsupported value: "Odd": supported values: "Exact", "NotOlderThan", ""',
  ],
  [
    "resourceVersion=-1&resourceVersionMatch=Odd",
    'resourceVersionMatch: Unsupported value: "Odd": supported values: "Exact", "NotOlderThan", ""',
  ],
  [
    "resourceVersion=0&resourceVersionMatch=Exact",
    'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ],
  [
    "watch=true&resourceVersion=1&resourceVersionMatch=NotOlderThan",
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
  ],
  [
    "watch=true&sendInitialEvents=true",
    "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
  ],
];

for (const [query, message] of CONFLICTING) {
  test(`EventsApiServer responds with 422 to a list or watch with ${query}`, async () => {
    const { code, body } = await send(new EventsApiServer(), "GET", `${CORE}?${query}`);
    assert.deepEqual([code, body.message], [422, `ListOptions.meta.k8s.io "" is invalid: ${message}`]);
  });
}

test("list selects by fieldSelector and labelSelector together", async () => {
  const api = new EventsApiServer();
  for (const [name, type, app] of [["a", "Normal", "web"], ["b", "Warning", "web"], ["c", "Warning", "db"]] as const) {
    await send(api, "POST", CORE, { body: coreEvent(name, { type, metadata: { name, labels: { app } } }) });
  }
  const { body } = await send(api, "GET", `${CORE}?fieldSelector=type=Warning&labelSelector=app=web`);
  assert.equal(namesOf(body), "b");
});

test("list is in key order and its pages miss nothing, after random writes and deletions", async () => {
  const random = seededRandom(3);
  const api = new EventsApiServer();
  const names = new Set<string>();
  for (let i = 0; i < 5000; i++) {
    const name = `e${Math.floor(random() * 4000)}`;
    if (names.has(name) && random() < 0.7) {
      await send(api, "DELETE", `${CORE}/${name}`);
      names.delete(name);
    } else {
      await send(api, "PUT", `${CORE}/${name}`, { body: coreEvent(name, { count: i }) });
      names.add(name);
    }
  }
  const elsewhere = { body: coreEvent("x", { involvedObject: { namespace: "defaulu" } }) };
  await send(api, "POST", "/api/v1/namespaces/defaulu/events", elsewhere);
  const sorted = [...names].sort();
  assert.ok(sorted.length > 1500, `${sorted.length}`);
  const listed: string[] = [];
  let token = "";
  do {
    const { body } = await send(api, "GET", `${CORE}?limit=300&continue=${token}`);
    listed.push(...body.items.map(({ metadata }: Json) => metadata.name));
    token = body.metadata.continue ?? "";
    assert.equal(body.metadata.remainingItemCount ?? 0, sorted.length - listed.length);
    // Concurrent changes are not on its pages.
    for (let i = 0; i < 50; i++) {
      const name = `e${Math.floor(random() * 4000)}`;
      if (random() < 0.5) await send(api, "DELETE", `${CORE}/${name}`);
      else await send(api, "PUT", `${CORE}/${name}`, { body: coreEvent(name, { count: i }) });
    }
  } while (token !== "");
  assert.deepEqual(listed, sorted);
});

test("list responds with 410 and a continue token of version -1, which continues at the current version", async () => {
  const api = await serverWith("abc", { maxHistory: 2 });
  const first = (await send(api, "GET", `${CORE}?limit=1`)).body;
  for (const name of "defghi") await send(api, "POST", CORE, { body: coreEvent(name) });
  const { body } = await send(api, "GET", `${CORE}?limit=1&continue=${first.metadata.continue}`);
  assert.deepEqual(JSON.parse(atob(body.metadata.continue)), { v: "meta.k8s.io/v1", rv: -1, start: "a\0" });
});
