import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type EventsV1Event,
  FetchEventSink,
  type FetchEventSinkOptions,
  type JsonPatchOperation,
  RequestConstructionError,
  StatusError,
} from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { makeEvent } from "../recording/make_event.ts";

// Made for each request: workerd makes no AbortController while modules load.
const unhurried = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });
const COUNT: readonly JsonPatchOperation[] = [{ op: "replace", path: "/count", value: 2 }];

/** A sink, and the requests that it makes. */
function start(options: FetchEventSinkOptions = {}, answer?: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const sink = new FetchEventSink({
    fetch: async (request) => {
      assert.ok(requests.length < 100, "Too many requests");
      requests.push(request.clone());
      return answer ? await answer(request) : Response.json({ metadata: {} });
    },
    ...options,
  });
  return { sink, requests };
}

/** The rejection of a promise. */
async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  return assert.fail("did not reject");
}

test("FetchEventSink stores events in an Events API", async () => {
  const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
  const created = await sink.create(makeEvent("a"), unhurried());
  assert.ok(created.metadata.uid);
  const patched = await sink.patch(created, COUNT, unhurried());
  assert.equal(patched.count, 2);
  assert.ok(((await rejection(sink.create(makeEvent("a"), unhurried()))) as StatusError).isAlreadyExists);
  assert.ok(((await rejection(sink.patch(makeEvent("b"), COUNT, unhurried()))) as StatusError).isNotFound);
});

test("FetchEventSink stores events in events.k8s.io/v1", async () => {
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: new EventsApiServer().fetch });
  const event: EventsV1Event = {
    metadata: { name: "a", namespace: "default" },
    eventTime: "2026-01-01T00:00:00.000000Z",
    regarding: { kind: "Pod", namespace: "default", name: "a" },
    reportingController: "example.com/test",
    reportingInstance: "test-1",
    type: "Normal",
    reason: "Happened",
    action: "Testing",
    note: "It happened",
  };
  await sink.create(event, unhurried());
  const series = { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" };
  const patched = await sink.patch(event, [{ op: "add", path: "/series", value: series }], unhurried());
  assert.equal(patched.series?.count, 2);
});

test("FetchEventSink sends patches as JSON Patch", async () => {
  const api = new EventsApiServer();
  const { sink, requests } = start({}, api.fetch);
  await sink.create(makeEvent("a"), unhurried());
  assert.equal((await sink.patch(makeEvent("a"), COUNT, unhurried())).count, 2);
  assert.equal(requests[1]?.headers.get("content-type"), "application/json-patch+json");
});

test("FetchEventSink addresses events by method, path and query", async () => {
  const { sink, requests } = start({ server: "https://host:6443/behind/a/path/", fieldManager: "a b" });
  const event = makeEvent("x..y?", { namespace: "n&#" });
  await sink.create(event, unhurried());
  await sink.patch(event, COUNT, unhurried());
  await sink.create({ ...event, metadata: { name: "x" } }, unhurried());
  const namespace = "https://host:6443/behind/a/path/api/v1/namespaces/n%26%23/events";
  assert.deepEqual(requests.map(({ method, url }) => [method, url]), [
    ["POST", `${namespace}?fieldManager=a%20b`],
    ["PATCH", `${namespace}/x..y%3F?fieldManager=a%20b`],
    ["POST", "https://host:6443/behind/a/path/api/v1/namespaces/default/events?fieldManager=a%20b"],
  ]);
});

test("FetchEventSink treats an empty namespace or version as none, and sends a field manager of 128 characters", async () => {
  const { sink, requests } = start({ fieldManager: "m".repeat(128) });
  const event = makeEvent("a", { namespace: "" });
  await sink.patch({ ...event, metadata: { ...event.metadata, resourceVersion: "" } }, COUNT, unhurried());
  const [request] = requests;
  const url = `http://127.0.0.1:8001/api/v1/namespaces/default/events/a?fieldManager=${"m".repeat(128)}`;
  assert.equal(request!.url, url);
  assert.deepEqual(await request!.json(), COUNT);
});

test("FetchEventSink sends the event with its kind, in JSON", async () => {
  const { sink, requests } = start({ headers: { "x-own": "yes" } });
  await sink.create(makeEvent("a"), unhurried());
  const [request] = requests;
  assert.deepEqual(await request!.json(), { ...makeEvent("a"), apiVersion: "v1", kind: "Event" });
  assert.equal(request!.headers.get("accept"), "application/json;drop=metadata.managedFields");
  assert.equal(request!.headers.get("content-type"), "application/json");
  assert.equal(request!.headers.get("x-own"), "yes");
  assert.equal(request!.headers.get("authorization"), null);
});

test("FetchEventSink escapes names in its URLs", async () => {
  const { sink, requests } = start();
  for (const name of ["..", ".", "", "\ud800", "a/b", "a%2fb"]) {
    assert.ok(await rejection(sink.patch(makeEvent(name), COUNT, unhurried())) instanceof RequestConstructionError);
  }
  const nameless = { ...makeEvent("a"), metadata: {} };
  assert.ok(await rejection(sink.patch(nameless, COUNT, unhurried())) instanceof RequestConstructionError);
  for (const namespace of ["..", ".", "a/b", "a%b"]) {
    const error = await rejection(sink.create(makeEvent("a", { namespace }), unhurried()));
    assert.ok(error instanceof RequestConstructionError);
  }
  assert.equal(requests.length, 0);
});

test("FetchEventSink rejects an event that JSON cannot represent", async () => {
  const { sink, requests } = start();
  const event = { ...makeEvent("a"), count: 1n as unknown as number };
  assert.equal((await rejection(sink.create(event, unhurried()))).name, "RequestConstructionError");
  assert.equal(requests.length, 0);
});

// -- Credentials --

test("FetchEventSink sends its token, and calls a token function before every request", async () => {
  const fixed = start({ token: "fixed" });
  await fixed.sink.create(makeEvent("a"), unhurried());
  let asked = 0;
  const { sink, requests } = start({ token: () => Promise.resolve(`token-${++asked}`) });
  await sink.create(makeEvent("a"), unhurried());
  await sink.create(makeEvent("a"), unhurried());
  assert.deepEqual([...fixed.requests, ...requests].map(({ headers }) => headers.get("authorization")), [
    "Bearer fixed",
    "Bearer token-1",
    "Bearer token-2",
  ]);
});

test("FetchEventSink requests another token once after a 401", async () => {
  const refused: (string | undefined)[] = [];
  const options = (next: string): FetchEventSinkOptions => ({
    token: (old) => {
      refused.push(old);
      return old === undefined ? "old" : next;
    },
  });
  const answer = ({ headers }: Request): Response =>
    headers.get("authorization") === "Bearer new"
      ? Response.json({ metadata: { name: "a" } })
      : new Response(null, { status: 401 });
  const good = start(options("new"), answer);
  assert.equal((await good.sink.create(makeEvent("a"), unhurried())).metadata.name, "a");
  assert.deepEqual([good.requests.length, refused.splice(0)], [2, [undefined, "old"]]);
  const bad = start(options("newer"), answer);
  assert.ok((await rejection(bad.sink.create(makeEvent("a"), unhurried())) as StatusError).isUnauthorized);
  assert.equal(bad.requests.length, 2);
  const same = start(options("old"), answer);
  assert.ok((await rejection(same.sink.create(makeEvent("a"), unhurried())) as StatusError).isUnauthorized);
  assert.equal(same.requests.length, 1);
  let made = 0;
  const endless = start({ token: () => made < 5 ? `token-${made++}` : assert.fail("asked for ever") }, answer);
  assert.ok((await rejection(endless.sink.create(makeEvent("a"), unhurried())) as StatusError).isUnauthorized);
  assert.equal(endless.requests.length, 2);
  const fixed = start({ token: "old" }, answer);
  await rejection(fixed.sink.create(makeEvent("a"), unhurried()));
  assert.equal(fixed.requests.length, 1);
});

test("FetchEventSink does not follow redirects, which would leak its token", async () => {
  const { sink, requests } = start(
    { token: "secret" },
    () => new Response(null, { status: 307, headers: { location: "http://elsewhere/" } }),
  );
  const error = await rejection(sink.create(makeEvent("a"), unhurried())) as StatusError;
  assert.deepEqual([error.name, error.code, error.isRetryable], ["StatusError", 307, false]);
  assert.equal(requests.length, 1);
  assert.equal(requests[0]?.redirect, "manual");
});

test("FetchEventSink treats exactly the statuses 300 to 399 as redirects", async () => {
  for (const [code, reason] of [[300, "Redirect"], [399, "Redirect"], [400, ""], [500, ""]] as const) {
    const { sink } = start({}, () => new Response(null, { status: code }));
    const error = await rejection(sink.create(makeEvent("a"), unhurried())) as StatusError;
    assert.deepEqual([error.code, error.reason], [code, reason]);
  }
});

test("FetchEventSink includes no secret in its errors", async () => {
  const SECRET = "s3cr3t";
  const texts: string[] = [];
  const note = (error: unknown): void => {
    for (let e = error; e instanceof Error; e = e.cause) texts.push(String(e), e.stack ?? "", JSON.stringify(e));
  };
  const tokens = [`${SECRET}\n`, `${SECRET}ü`, ` ${SECRET}`, [SECRET] as unknown as string];
  for (const token of tokens) {
    note(await rejection(start({ token: () => token }).sink.create(makeEvent("a"), unhurried())));
  }
  const event = makeEvent("a", { message: SECRET });
  const answers: readonly (() => Response)[] = [
    () => new Response(SECRET, { status: 500 }),
    () => new Response(SECRET, { status: 200 }),
    () => Response.json(SECRET),
    () => Response.json([SECRET], { status: 422 }),
    () => new Response(null, { status: 302, headers: { location: `http://${SECRET}/` } }),
    () => {
      throw new TypeError("fetch failed");
    },
  ];
  for (const answer of answers) {
    note(await rejection(start({ token: SECRET }, answer).sink.create(event, unhurried())));
  }
  for (
    const options of [
      { server: `http://u:${SECRET}@host` },
      { headers: { "bad\n": SECRET } },
      { headers: { a: `${SECRET}\n\n\0` } },
      ...tokens.map((token) => ({ token })),
    ]
  ) {
    try {
      start(options);
      assert.fail("did not throw");
    } catch (error) {
      assert.equal((error as Error).name, "TypeError");
      note(error);
    }
  }
  assert.ok(texts.length > 20);
  for (const text of texts) assert.ok(!text.includes(SECRET), text);
});

// -- Answers --

test("FetchEventSink rejects with a ConnectionError if the server is unreachable", async () => {
  const { sink } = start({}, () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) });
  });
  const error = await rejection(sink.create(makeEvent("a"), unhurried()));
  assert.equal(error.message, "Cannot reach http://127.0.0.1:8001: connection refused");
  assert.ok(!(error instanceof StatusError));
});

test("FetchEventSink rejects a response that is not an event with a retryable error", async () => {
  const server = "http://127.0.0.1:8001";
  const broken = `Cannot read the response of ${server}: truncated JSON`;
  const noEvent = `${server} responded with something other than an Event (is it an API server?)`;
  const table: readonly (readonly [type: string | undefined, text: string, message: string])[] = [
    ["application/json", "", broken],
    ["application/json", '{"metadata":{', broken],
    ["application/json", "[]", noEvent],
    ["application/json", "null", noEvent],
    ["application/json", '"done"', noEvent],
    ["application/json", '{"metadata":null}', noEvent],
    ["application/json", '{"kind":"EventList","metadata":{},"items":[]}', noEvent],
    ["text/html; charset=utf-8", "<html>", `${server} responded with text/html instead of JSON (is it an API server?)`],
    [undefined, "", `${server} responded with no content type instead of JSON (is it an API server?)`],
  ];
  for (const [type, text, message] of table) {
    const headers: HeadersInit = type === undefined ? {} : { "content-type": type };
    const body = new TextEncoder().encode(text);
    const { sink } = start({}, () => new Response(body, { headers }));
    const error = await rejection(sink.create(makeEvent("a"), unhurried()));
    assert.deepEqual([error.name, error.message], ["Error", message]);
  }
});

test("FetchEventSink rejects a response that is truncated or not an event", async () => {
  const event = { kind: "Event", apiVersion: "v1", metadata: { name: "a", resourceVersion: "9" }, reason: "Happened" };
  const bodies = [JSON.stringify(event).slice(0, -1), JSON.stringify({ ...event, kind: "EventList" }), "<html>", "[]"];
  for (const body of bodies) {
    const { sink } = start({}, () => new Response(body, { headers: { "content-type": "application/json" } }));
    const { message } = await rejection(sink.create(makeEvent("a"), unhurried()));
    assert.match(message, /truncated JSON|something other than an Event/);
  }
});

test("FetchEventSink names the missing API in a 404 that is not about the namespace", async () => {
  const event = makeEvent("a");
  const message = async (options: FetchEventSinkOptions, answer: () => Response): Promise<string> => {
    const error = await rejection(start(options, answer).sink.create(event, unhurried()));
    assert.ok(error instanceof StatusError && error.isNotFound);
    return error.message;
  };
  const status = { kind: "Status", status: "Failure", reason: "NotFound", code: 404 };
  const noNamespace = {
    ...status,
    message: 'namespaces "shop" not found',
    details: { name: "shop", kind: "namespaces" },
  };
  assert.equal(await message({}, () => Response.json(noNamespace, { status: 404 })), noNamespace.message);
  assert.match(
    await message({ server: "https://host/api/v1/" }, () => new Response("404 page not found", { status: 404 })),
    /^https:\/\/host\/api\/v1\/api\/v1 was not found: HTTP 404/,
  );
  const noResource = { ...status, message: "the server could not find the requested resource", details: {} };
  assert.equal(
    await message({}, () => Response.json(noResource, { status: 404 })),
    `http://127.0.0.1:8001/api/v1 was not found: ${noResource.message}`,
  );
});

test("FetchEventSink mentions that an unreachable server is the default one", async () => {
  const { fetch } = globalThis;
  try {
    globalThis.fetch = () => Promise.reject(new TypeError("connect ECONNREFUSED"));
    const message = async (options: FetchEventSinkOptions): Promise<string> =>
      (await rejection(new FetchEventSink(options).create(makeEvent("a"), unhurried()))).message;
    assert.equal(
      await message({}),
      "Cannot reach http://127.0.0.1:8001 (kubectl proxy, because no server is given): connection refused",
    );
    assert.equal(await message({ server: "http://host/" }), "Cannot reach http://host: connection refused");
  } finally {
    globalThis.fetch = fetch;
  }
});

test("FetchEventSink rejects with the reason of its signal", async () => {
  const controller = new AbortController();
  const { sink } = start({}, ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      controller.abort(new Error("Enough"));
    }));
  assert.equal((await rejection(sink.create(makeEvent("a"), { signal: controller.signal }))).message, "Enough");
  const { signal } = controller;
  const { sink: late, requests } = start();
  assert.equal((await rejection(late.create(makeEvent("a"), { signal }))).message, "Enough");
  assert.equal(requests.length, 0);
});

test("FetchEventSink rejects with the reason of its signal even while the response body is read", async () => {
  const controller = new AbortController();
  const { sink } = start({}, ({ signal }) => {
    const body = new ReadableStream({
      start: (body) => signal.addEventListener("abort", () => body.error(signal.reason)),
      pull: (body) => {
        body.enqueue(new TextEncoder().encode('{"metadata":{"na'));
        queueMicrotask(() => controller.abort(new Error("Enough")));
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  const error = await rejection(sink.create(makeEvent("a"), { signal: controller.signal }));
  assert.equal(error.message, "Enough");
});

test("FetchEventSink leaves no body unread", async () => {
  const responses = [
    new Response("gone", { status: 500 }),
    Response.json({ metadata: {} }),
    Response.json({ kind: "Status" }, { status: 404 }),
    new Response("moved", { status: 302 }),
    new Response("not you", { status: 401 }),
  ];
  const token = (refused?: string): string => refused === undefined ? "t" : assert.fail("There is no other token");
  for (const response of responses) {
    const { sink } = start({ token }, () => response);
    await sink.create(makeEvent("a"), unhurried()).catch(() => {});
    // A body that was cancelled or read to its end is empty.
    assert.ok(response.bodyUsed || (await response.body?.getReader().read())?.done);
  }
});

test("FetchEventSink rejects invalid options", () => {
  const table: readonly (readonly [options: unknown, fault: string])[] = [
    [{ server: "" }, 'server must be an http or https URL, received ""'],
    [{ server: "localhost:8001" }, 'server must be an http or https URL, received "localhost:8001"'],
    [{ server: "ftp://host" }, 'server must be an http or https URL, received "ftp://host"'],
    ["http://host", 'options must be an object such as { server }, received "http://host"'],
    [new URL("http://host"), "options must be an object such as { server }, received [object URL]"],
    [{ server: "https://host/?token=s3cr3t" }, "server must not contain a query or fragment"],
    [{ server: "https://host/#part" }, "server must not contain a query or fragment"],
    [{ fetch: new EventsApiServer() }, "fetch must be a function, received [object EventsApiServer]"],
    [{ fieldManager: "" }, 'fieldManager must be a string of 1 to 128 characters, received ""'],
    [
      { fieldManager: "m".repeat(129) },
      `fieldManager must be a string of 1 to 128 characters, received "${"m".repeat(129)}"`,
    ],
    [{ fieldManager: 1 }, "fieldManager must be a string of 1 to 128 characters, received 1"],
    [{ fieldManager: "\ud800" }, 'fieldManager must be a string of 1 to 128 characters, received "\\ud800"'],
    [
      { token: "Bearer abc" },
      'token must be a function or visible ASCII characters, received one that begins with "Bearer ", which is added automatically',
    ],
    [{ token: "" }, "token must be a function or visible ASCII characters, received an empty string"],
    [{ token: 1 }, "token must be a function or visible ASCII characters, received a value of type number"],
    [
      { token: "a\n" },
      "token must be a function or visible ASCII characters, received one with other characters, such as a trailing newline",
    ],
  ];
  for (const [options, fault] of table) {
    assert.throws(() => new FetchEventSink(options as FetchEventSinkOptions), {
      name: "TypeError",
      message: `Cannot create a FetchEventSink: ${fault}`,
    });
  }
  for (
    const [options, fault] of [
      [{ apiVersion: "v2" }, 'apiVersion must be one of "v1", "events.k8s.io/v1", received "v2"'],
    ] as const
  ) {
    assert.throws(() => new FetchEventSink(options as never), {
      name: "RangeError",
      message: `Cannot create a FetchEventSink: ${fault}`,
    });
  }
});

test("FetchEventSink names an invalid token function and an invalid result of its fetch", async () => {
  const fails = (options: unknown): Promise<Error> =>
    rejection(start(options as FetchEventSinkOptions).sink.create(makeEvent("a"), unhurried()));
  const none = await fails({ token: () => undefined });
  assert.equal(none.name, "RequestConstructionError");
  assert.equal(
    none.message,
    "Cannot send the token: it must be visible ASCII characters, received a value of type undefined",
  );
  const missing = await fails({ token: () => Promise.reject(new Error("no such file")) });
  assert.deepEqual([missing.name, missing.message], ["Error", "Cannot get a token: no such file"]);
  const denied = new RequestConstructionError("Requires read access");
  assert.equal(await fails({ token: () => Promise.reject(denied) }), denied);
  const nothing = await fails({ fetch: () => Promise.resolve() });
  assert.match(nothing.message, /^Cannot reach .*: fetch must resolve to a Response, received undefined$/);
});

test("FetchEventSink rejects a namespace that is not a string", async () => {
  const event = makeEvent("a");
  const { sink, requests } = start();
  const metadata = { ...event.metadata, namespace: 3 as unknown as string };
  const error = await rejection(sink.create({ ...event, metadata }, unhurried()));
  assert.equal(error.name, "RequestConstructionError");
  assert.equal(error.message, "Cannot address an event whose namespace is 3");
  assert.equal(requests.length, 0);
});

test("FetchEventSink.isServed() returns false for 403 and 404, and rejects on any other error", async () => {
  const served = (code: number): Promise<boolean> => {
    const { sink } = start({}, () => Response.json({}, { status: code }));
    return sink.isServed(unhurried());
  };
  assert.deepEqual([await served(200), await served(403), await served(404)], [true, false, false]);
  for (const code of [400, 500, 503]) assert.equal((await rejection(served(code)) as StatusError).code, code);
  const { sink } = start({}, () => Promise.reject(new Error("Connection refused")));
  assert.match((await rejection(sink.isServed(unhurried()))).message, /connection refused/);
});

test("FetchEventSink.isPermitted() is true if both verbs are allowed, false if one is not, undefined without reviews", async () => {
  const asked: unknown[] = [];
  const permitted = (create: Response, patch: Response): Promise<boolean | undefined> => {
    const { sink } = start({}, async (request) => {
      const { resourceAttributes } = (await request.json()).spec;
      asked.push(resourceAttributes);
      return resourceAttributes.verb === "create" ? create : patch;
    });
    return sink.isPermitted({ namespace: "shop", ...unhurried() });
  };
  const review = (allowed: boolean): Response => Response.json({ status: { allowed } }, { status: 201 });
  const missing = (): Response => Response.json({}, { status: 404 });
  assert.equal(await permitted(review(true), review(true)), true);
  const attributes = { group: "", resource: "events", namespace: "shop" };
  assert.deepEqual(asked, ["create", "patch"].map((verb) => ({ verb, ...attributes })));
  assert.equal(await permitted(review(true), review(false)), false);
  assert.equal(await permitted(missing(), review(false)), false);
  assert.equal(await permitted(review(true), missing()), undefined);
});
