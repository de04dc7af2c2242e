import { test } from "node:test";
import assert from "node:assert/strict";
import { FetchEventSink } from "../../../mod.ts";
import type { ConnectionOptions, StatusError } from "../../../mod.ts";
import { Connection } from "../../../src/connect/connection/connection.ts";

// Made for each request: workerd makes no AbortController while modules load.
const unhurried = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });

/** A connection, and the requests that it sends. */
function connect(answer: (request: Request) => Response | Promise<Response>, options: ConnectionOptions = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request.clone());
    return await answer(request);
  };
  const connection = new Connection({ server: "https://host:6443/behind/", fetch, ...options }, "create a Thing");
  return { connection, requests };
}

test("Connection calls fetch without a this value, as the fetch of browsers requires", async () => {
  const receivers: unknown[] = [];
  const fetch = function (this: unknown): Promise<Response> {
    receivers.push(this === globalThis ? undefined : this); // as functions of a script see it
    return Promise.resolve(Response.json({}));
  };
  const connection = new Connection({ fetch }, "create a Thing");
  await connection.json("/api/v1", unhurried());
  await (await connection.send("/api/v1", unhurried())).body?.cancel();
  assert.deepEqual(receivers, [undefined, undefined]);
});

test("Connection.json() sends the request and returns the JSON of its response", async () => {
  const { connection, requests } = connect(() => Response.json({ kind: "EventList" }), { headers: { "X-Own": "yes" } });
  const headers = { "content-type": "application/json" };
  const answer = await connection.json("/api/v1/events?limit=1", {
    method: "POST",
    headers,
    body: "{}",
    ...unhurried(),
  });
  assert.deepEqual(answer, { kind: "EventList" });
  const [request] = requests;
  assert.equal(connection.server, "https://host:6443/behind");
  assert.equal(request!.method, "POST");
  assert.equal(request!.url, "https://host:6443/behind/api/v1/events?limit=1");
  assert.equal(request!.redirect, "manual");
  assert.equal(await request!.text(), "{}");
  assert.deepEqual(
    ["accept", "content-type", "x-own", "authorization"].map((name) => request!.headers.get(name)),
    ["application/json;drop=metadata.managedFields", "application/json", "yes", null],
  );
});

test("Connection.json() rejects with the signal's reason, and nothing else, if the token fails after the signal has aborted", async () => {
  let fail!: (reason: unknown) => void;
  const failure = new Promise<string>((_, reject) => fail = reject);
  const { connection } = connect(() => Response.json({}), { token: () => failure });
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(connection.json("/readyz", { signal }), /^Error: enough$/);
  fail(new Error("no login"));
  // An unhandled rejection would fail this test.
  await new Promise((resolve) => setTimeout(resolve, 0));
});

test("Connection.send() keeps the request's own Accept header", async () => {
  const { connection, requests } = connect(() => new Response("ok"));
  const response = await connection.send("/readyz", { headers: { accept: "text/plain" }, ...unhurried() });
  assert.equal(await response.text(), "ok");
  assert.equal(requests[0]?.headers.get("accept"), "text/plain");
});

test("Connection.send() resolves on the headers, and streams the body", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`line ${++pulls}\n`)),
  }, { highWaterMark: 0 });
  const { connection } = connect(() => new Response(body, { headers: { "x-own": "yes" } }));
  const response = await connection.send("/watch", unhurried());
  assert.deepEqual([response.status, response.headers.get("x-own"), pulls], [200, "yes", 0]);
  const reader = response.body!.getReader();
  assert.equal(new TextDecoder().decode((await reader.read()).value), "line 1\n");
  assert.equal(pulls, 1);
  await reader.cancel();
});

test("Connection.send() forwards the end, the error and the cancellation of a body", async () => {
  const { connection } = connect(() => Response.json({}));
  assert.equal(await (await connection.send("/", unhurried())).text(), "{}");

  const broken = new Error("connection reset");
  const breaking = (): Response => new Response(new ReadableStream({ pull: (body) => body.error(broken) }));
  // Not by text(), which rejects with its own TypeError in browsers.
  await assert.rejects((await connect(breaking).connection.send("/", unhurried())).body!.getReader().read(), broken);

  let reason: unknown;
  const endless = (): Response => new Response(new ReadableStream({ cancel: (why) => void (reason = why) }));
  await (await connect(endless).connection.send("/", unhurried())).body!.cancel("enough");
  assert.equal(reason, "enough");

  const empty = await connect(() => new Response(null)).connection.send("/", unhurried());
  assert.equal(empty.body, null);
});

test("Connection.json() and send() reject with a StatusError for a response that is not ok", async () => {
  const status = { kind: "Status", status: "Failure", reason: "Expired", message: "too old", code: 410 };
  const { connection } = connect(() => Response.json(status, { status: 410 }));
  for (const response of [connection.json("/", unhurried()), connection.send("/", unhurried())]) {
    await assert.rejects(response, { name: "StatusError", code: 410, reason: "Expired", message: "too old" });
  }
});

test("Connection rejects when the signal aborts while the token is pending", async () => {
  const token = (): Promise<string> => new Promise(() => {});
  const { connection, requests } = connect(() => Response.json({}), { token });
  const controller = new AbortController();
  const answer = connection.json("/", { signal: controller.signal });
  controller.abort(new Error("Enough"));
  await assert.rejects(answer, { message: "Enough" });
  await assert.rejects(connection.send("/", { signal: controller.signal }), { message: "Enough" });
  assert.equal(requests.length, 0);
});

test("Connection rejects at once, without the token, if the signal has aborted", async () => {
  const { connection, requests } = connect(() => Response.json({}), { token: () => new Promise<string>(() => {}) });
  let reason: unknown = "pending";
  connection.json("/", { signal: AbortSignal.abort("enough") }).catch((error) => reason = error);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(reason, "enough");
  assert.equal(requests.length, 0);
});

test("Connection rejects a 401 with whether a token was sent", async () => {
  const answer = (): Response =>
    new Response(null, { status: 401, statusText: "Unauthorized", headers: { "retry-after": "7" } });
  const message = async (options: ConnectionOptions): Promise<string> => {
    const error = await connect(answer, options).connection.json("/", unhurried()).catch((error) =>
      error
    ) as StatusError;
    assert.deepEqual([error.name, error.isUnauthorized, error.retryAfterMs], ["StatusError", true, 7000]);
    return error.message;
  };
  assert.equal(await message({}), "HTTP 401 Unauthorized (no token was sent)");
  assert.equal(await message({ token: "abc" }), "HTTP 401 Unauthorized (check the token)");
  assert.equal(await message({ token: () => "abc" }), "HTTP 401 Unauthorized (check the token)");
  assert.equal(await message({ headers: { authorization: "Basic abc" } }), "HTTP 401 Unauthorized (check the token)");
});

test("Connection asks for another token once after a 401, and after no other error", async () => {
  for (const [status, asked] of [[403, [undefined]], [500, [undefined]], [401, [undefined, "token-1"]]] as const) {
    const refused: (string | undefined)[] = [];
    const token = (given?: string): string => `token-${refused.push(given)}`;
    const { connection, requests } = connect(() => new Response(null, { status }), { token });
    await assert.rejects(connection.json("/", unhurried()), { code: status });
    assert.deepEqual(refused, asked);
    assert.equal(requests.length, asked.length);
  }
});

test("Connection includes its purpose in its errors", () => {
  const make = (options: unknown) => () => new Connection(options as ConnectionOptions, "create a Thing");
  assert.throws(make({ server: "host" }), { name: "TypeError", message: /^Cannot create a Thing: server must be/ });
  assert.throws(make({ token: "a b" }), { name: "TypeError", message: /^Cannot create a Thing: token must be/ });
  assert.throws(make({ headers: { "a b": "" } }), {
    name: "TypeError",
    message: /^Cannot create a Thing: headers must/,
  });
});

test("FetchEventSink rejects a server with credentials, a query or a fragment", () => {
  const rule = (server: string): string => {
    try {
      new FetchEventSink({ server });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  for (const server of ["http://ann@a", "http://:secret@a", "http://ann:secret@a"]) {
    assert.match(rule(server), /: server must not contain credentials, give a token instead$/);
  }
  for (const server of ["http://a?x=1", "http://a#x", "http://a/?x=1#x"]) {
    assert.match(rule(server), /: server must not contain a query or fragment$/);
  }
  for (const server of ["http://a", "https://a/prefix/", "http://a?", "http://a#"]) assert.equal(rule(server), "");
});

test("Connection rejects a redirect without a status, as browsers return it", async () => {
  const opaque = { type: "opaqueredirect", status: 0, ok: false, headers: new Headers(), body: null };
  const { connection } = connect(() => opaque as unknown as Response);
  await assert.rejects(connection.json("/api/v1", unhurried()), { name: "StatusError", code: 302, reason: "Redirect" });
});

for (
  const server of [
    "https://ann:hunter2@host:99999",
    "ann:hunter2@host",
    "https://host:x/?token=hunter2",
    "//ann:hunter2@host",
    "https://ann:hunter2",
    "https://ann:hunter2/host",
  ]
) {
  test(`Connection does not quote the secret in a mistyped server: ${server.replace("hunter2", "…")}`, () => {
    assert.throws(() => new Connection({ server }, "create a Thing"), (error: Error) => {
      assert.match(error.message, /^Cannot create a Thing: server must /);
      return error.name === "TypeError" && !error.message.includes("hunter2");
    });
  });
}

test("Connection removes its token and secret headers from errors of a server that echoes them", async () => {
  const token = "eyJ-secret.token/1";
  const answers: Readonly<Record<string, () => Response>> = {
    "a content type": () => new Response("x", { headers: { "content-type": `text/${token.replace("/", "")}` } }),
    "a status text": () => new Response("x", { status: 503, statusText: `Bearer ${token}` }),
    "a Status": () =>
      Response.json({ kind: "Status", message: `bad ${token}`, details: { name: `key-"quoted"` } }, { status: 400 }),
    "an Unauthorized": () => Response.json({ kind: "Status", message: `bad ${token}` }, { status: 401 }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const headers = { "x-api-key": 'key-"quoted"', "x-other": "text/plain" };
    const own = name === "a content type" ? token.replace("/", "") : token;
    const { connection } = connect(answer, { token: own, headers });
    await assert.rejects(connection.json("/api", unhurried()), (error: StatusError) => {
      const text = `${error.message} ${JSON.stringify(error.status ?? "")}`;
      return !text.includes("secret.token") && !text.includes("quoted") && text.includes("[secret]");
    }, name);
  }
});

test("Connection removes its token from errors of a fetch that quotes it, and omits their cause", async () => {
  const token = "eyJ-secret.token/1";
  const quoting = [
    new TypeError(`bad header: Bearer ${token}`),
    new TypeError("fetch failed", { cause: new Error(`bad header: Bearer ${token}`) }),
    `bad header: Bearer ${token}`,
  ];
  for (const thrown of quoting) {
    const { connection } = connect(() => Promise.reject(thrown), { token });
    await assert.rejects(connection.json("/api", unhurried()), (error: Error) => {
      assert.match(error.message, /^Cannot reach .*: bad header: Bearer \[secret\]$/);
      return error.name === "ConnectionError" && error.cause === undefined;
    });
  }
});

test("FetchEventSink rejects headers of the connection itself, which runtimes drop or reject with every request", () => {
  for (const name of ["Connection", "expect", "Transfer-Encoding"]) {
    assert.throws(() => new FetchEventSink({ headers: { [name]: "x" } }), {
      name: "TypeError",
      message: `Cannot create a FetchEventSink: headers must not contain ${name.toLowerCase()}, which the runtime sets`,
    });
  }
});

test("Connection rejects with a StatusError for a Status that is nested too deep", async () => {
  for (const deep of [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "[".repeat(200_000)]) {
    const body = `{"kind":"Status","message":"not for you","details":${deep}}`;
    const headers = { "content-type": "application/json" };
    const { connection } = connect(() => new Response(body, { status: 403, headers }));
    const expected = { name: "StatusError", code: 403, message: /^HTTP 403( Forbidden)?$/ };
    await assert.rejects(connection.json("/api/v1", unhurried()), expected);
  }
});

test("Connection reads no more than 1 MiB of an error response", async () => {
  let sent = 0;
  let isCancelled = false;
  const endless = (): Response => {
    const chunk = new TextEncoder().encode("x".repeat(65_536));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? new TextEncoder().encode('{"kind":"Status","message":"') : chunk);
        sent += chunk.length;
      },
      cancel: () => void (isCancelled = true),
    });
    return new Response(body, { status: 403, headers: { "content-type": "application/json" } });
  };
  const { connection } = connect(endless);
  await assert.rejects(connection.json("/api/v1", unhurried()), {
    name: "StatusError",
    code: 403,
    message: /^HTTP 403( Forbidden)?$/,
  });
  assert.ok(sent < 2 * 1024 * 1024, `${sent} bytes were read`);
  assert.ok(isCancelled);
});
