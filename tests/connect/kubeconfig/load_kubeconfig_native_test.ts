import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import process from "node:process";
import { inspect } from "node:util";
import { FetchEventSink } from "../../../mod.ts";
import {
  type Kubeconfig,
  type KubeconfigError,
  loadKubeconfig,
  type LoadKubeconfigOptions,
} from "../../../src/connect/kubeconfig/mod.ts";
import { readCertificate } from "../in_cluster/tls_server.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { certificateData, Folder, kubeconfig, scoped, scopedTest as test } from "./folder.ts";

/** Loads and disposes, and returns all visible properties, the token included. */
async function load(options: LoadKubeconfigOptions): Promise<Omit<Kubeconfig, "fetch" | "token"> & { token: string }> {
  return await scoped(async ({ keep }) => {
    const config = keep(await loadKubeconfig({ env: {}, ...options }));
    const token = typeof config.token === "function" ? await config.token() : config.token ?? "";
    return { ...config, token };
  });
}

/** A kubeconfig whose cluster, user and context have one name. */
function named(name: string): object {
  return {
    clusters: [{ name, cluster: { server: `https://${name}` } }],
    users: [{ name, user: { token: name } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
}

const A = { server: "https://a" };

test("loadKubeconfig() reads server, token, namespace and context of the current context", async (scope) => {
  const folder = scope.keep(new Folder());
  const path = folder.write(
    "config",
    `# as kind writes it
apiVersion: v1
kind: Config
preferences: {}
clusters:
- cluster: {server: "https://cluster.example.com:6443/prefix/"}
  name: kind-shop
users:
- name: ann
  user: {token: secret}
contexts:
- context: {cluster: kind-shop, user: ann, namespace: shop}
  name: shop
current-context: shop
unknown-field: 1
`,
  );
  const { server, token, namespace, context, headers } = await load({ path });
  assert.deepEqual({ server, token, namespace, context, headers }, {
    server: "https://cluster.example.com:6443/prefix",
    token: "secret",
    namespace: "shop",
    context: "shop",
    headers: {},
  });
});

test("loadKubeconfig() reads KUBECONFIG, else ~/.kube/config, and only the given path if there is one", async (scope) => {
  const folder = scope.keep(new Folder());
  folder.write(".kube/config", { ...named("home"), "current-context": "home" });
  const listed = folder.write("listed", { ...named("listed"), "current-context": "listed" });
  const path = folder.write("given", { ...named("given"), "current-context": "given" });
  const HOME = folder.path;
  for (
    const [options, expected] of [
      [{ env: { HOME } }, "home"],
      [{ env: { HOME, KUBECONFIG: "" } }, "home"],
      [{ env: { USERPROFILE: HOME } }, "home"],
      [{ env: { HOME, KUBECONFIG: listed } }, "listed"],
      [{ env: { HOME, KUBECONFIG: listed }, path }, "given"],
    ] as const
  ) {
    assert.equal((await load(options)).context, expected);
  }
  const context = "listed";
  await assert.rejects(load({ env: { HOME, KUBECONFIG: listed }, path, context }), /context "listed" does not exist/);
});

// client-go's Example_mergingSomeWithConflict, Example_mergingEverythingNoConflicts, TestToleratingMissingFiles, TestDeduplicate.
test("loadKubeconfig() merges the files of KUBECONFIG, where the first entry with a name wins whole", async (scope) => {
  const folder = scope.keep(new Folder());
  const first = folder.write("first", {
    clusters: [{ name: "cow", cluster: { server: "https://cow.org" } }],
    users: [{ name: "red", user: { token: "red-token" } }],
    contexts: [{ name: "federal", context: { cluster: "cow", user: "red", namespace: "hammer" } }],
    "current-context": null,
  });
  const second = folder.write("second", {
    clusters: [
      { name: "cow", cluster: { server: "https://other-cow.org", "insecure-skip-tls-verify": true } },
      { name: "donkey", cluster: { server: "https://donkey.org" } },
    ],
    users: [
      { name: "red", user: { token: "other-red-token", as: "ann" } },
      { name: "yellow", user: { token: "yellow-token" } },
    ],
    contexts: [{ name: "mixed", context: { cluster: "donkey", user: "red" } }],
    "current-context": "federal",
  });
  const third = folder.write("third", { "current-context": "mixed", clusters: null, users: [], contexts: null });
  const KUBECONFIG = ["", join(folder.path, "missing"), first, second, first, third, ""].join(delimiter);
  const federal = await load({ env: { KUBECONFIG } });
  assert.deepEqual(
    [federal.server, federal.token, federal.namespace, federal.context, federal.headers],
    ["https://cow.org", "red-token", "hammer", "federal", {}],
  );
  const mixed = await load({ env: { KUBECONFIG }, context: "mixed" });
  assert.deepEqual([mixed.server, mixed.token, mixed.namespace], ["https://donkey.org", "red-token", "default"]);
  const reversed = await load({ env: { KUBECONFIG: [second, first].join(delimiter) } });
  assert.deepEqual([reversed.server, reversed.token], ["https://other-cow.org", "other-red-token"]);
});

// client-go's TestResolveRelativePaths: against the file that has the entry, not against the first one or the process.
test("loadKubeconfig() resolves paths relative to their file", async (scope) => {
  const folder = scope.keep(new Folder());
  const first = folder.write("one/config", {
    ...kubeconfig({ ...A, "certificate-authority": "../pki/ca.crt" }),
    users: [],
  });
  const second = folder.write("two/config", { users: [{ name: "a", user: { tokenFile: "token" } }] });
  folder.write("pki/ca.crt", readCertificate("ca.crt"));
  folder.write("two/token", "from-file\n");
  const KUBECONFIG = [first, second].map((path) => relative(process.cwd(), path)).join(delimiter);
  assert.equal((await load({ env: { KUBECONFIG } })).token, "from-file");
});

const NO_FILE =
  "; set KUBECONFIG, or pass server (--server): http://127.0.0.1:8001 is kubectl proxy, or kubecast serve";

test("loadKubeconfig() rejects with KubeconfigError.isEmpty if there is no configuration", async (scope) => {
  const folder = scope.keep(new Folder());
  const missing = join(folder.path, "missing");
  const blank = folder.write("blank", "");
  const comment = folder.write("comment", "# nothing yet\n");
  const nothing = folder.write("nothing", "~\n");
  const idle = folder.write("idle", named("a"));
  for (
    const [options, message] of [
      [{ env: { KUBECONFIG: missing } }, `Cannot use kubeconfig ${missing}: not found or empty${NO_FILE}`],
      [
        { env: { KUBECONFIG: ["", missing, missing].join(delimiter) } },
        `Cannot use kubeconfig ${missing}: not found or empty${NO_FILE}`,
      ],
      [{ env: { KUBECONFIG: delimiter } }, `Cannot use kubeconfig $KUBECONFIG: not found or empty${NO_FILE}`],
      [{ env: {} }, `Cannot use kubeconfig ~/.kube/config: not found or empty${NO_FILE}`],
      [{ path: blank }, `Cannot use kubeconfig ${blank}: not found or empty${NO_FILE}`],
      [{ path: comment }, `Cannot use kubeconfig ${comment}: not found or empty${NO_FILE}`],
      [{ path: nothing }, `Cannot use kubeconfig ${nothing}: not found or empty${NO_FILE}`],
      [
        { path: idle },
        `Cannot use kubeconfig ${idle}: current-context is not set; pass context (--context), one of "a"`,
      ],
    ] as const
  ) {
    await assert.rejects(load(options), { name: "KubeconfigError", isEmpty: true, message });
  }
  await assert.rejects(load({ path: missing }), {
    isEmpty: false,
    message: /^Cannot read kubeconfig .*missing: no such file$/,
  });
  const message = /^Cannot read kubeconfig .*: it is a directory$/;
  await assert.rejects(load({ path: folder.path }), { isEmpty: false, message });
  const KUBECONFIG = folder.path;
  await assert.rejects(load({ env: { KUBECONFIG } }), { isEmpty: false, message });
});

// client-go's validation_test.go, and the TestDuplicate… of loader_test.go.
const INVALID: readonly [content: unknown, fault: string][] = [
  ["a: [1\nb: 2", "invalid YAML in line 2 (BAD_INDENT)"],
  ["x: secret-token\ny: *z\n", "invalid YAML: its aliases cannot be resolved"],
  [
    `a: &a [${Array(20).fill(1)}]\nb: &b [${Array(20).fill("*a")}]\nc: [${Array(20).fill("*b")}]\n`,
    "invalid YAML: its aliases cannot be resolved",
  ],
  [`a: [${Array.from({ length: 1001 }, (_, i) => `&a${i} x, *a${i}`)}]\n`, "it has too many aliases"],
  ["- 1", "the file must be a mapping, received a list"],
  ["secret-token", "the file must be a mapping, received a string"],
  [{ kind: "Pod" }, 'kind must be Config, received "Pod"'],
  [{ apiVersion: "v2" }, 'apiVersion must be v1, received "v2"'],
  [{ clusters: {} }, "clusters must be a list, received a mapping"],
  [{ users: [7] }, "users[0] must be a mapping, received a number"],
  [{ users: ["secret-token"] }, "users[0] must be a mapping, received a string"],
  [{ users: [{ name: "a", user: "secret-token" }] }, 'user "a" must be a mapping, received a string'],
  [{ users: [{ name: "a" }, { name: "a" }] }, 'users has two entries called "a"'],
  [{ ...named("a"), "current-context": "b" }, 'context "b" does not exist (the contexts are "a")'],
  [
    {
      contexts: Array.from({ length: 22 }, (_, i) => ({ name: `${i}` })),
      "current-context": "b",
    },
    `context "b" does not exist (the contexts are ${
      Array.from({ length: 20 }, (_, i) => `"${i}"`).join(", ")
    } and 2 more)`,
  ],
  [{ ...named("a"), clusters: [], "current-context": "a" }, 'context "a": cluster "a" does not exist'],
  [{ ...named("a"), users: [], "current-context": "a" }, 'context "a": user "a" does not exist'],
  [{ contexts: [{ name: "a", context: {} }], "current-context": "a" }, 'context "a": cluster must be given'],
];
const INVALID_CLUSTERS: readonly [cluster: object, fault: string][] = [
  [{}, "server must be given"],
  [{ server: "ftp://a" }, "server must be an http or https URL"],
  [{ server: "https://" }, "server must be an http or https URL"],
  [{ server: "https://u:secret-token@a" }, "server must not contain credentials"],
  [{ server: "https://u@a" }, "server must not contain credentials"],
  [{ server: "https://:secret-token@a" }, "server must not contain credentials"],
  [{ ...A, "insecure-skip-tls-verify": "no" }, "insecure-skip-tls-verify must be true or false, received a string"],
  [{ ...A, "proxy-url": "ftp://p" }, "proxy-url must be a URL of http, https or socks5"],
  [{ ...A, "certificate-authority-data": "%" }, "certificate-authority-data must be base64"],
  [{ ...A, "certificate-authority-data": btoa("x") }, "the certificate authority must be PEM certificates"],
  [
    { ...A, "certificate-authority-data": btoa("x"), "certificate-authority": "x" },
    "certificate-authority and certificate-authority-data are both given",
  ],
  [
    { ...A, "certificate-authority-data": certificateData("ca.crt"), "insecure-skip-tls-verify": true },
    "insecure-skip-tls-verify and a certificate authority are both given",
  ],
  [
    { ...A, "certificate-authority": "x", "insecure-skip-tls-verify": true },
    "insecure-skip-tls-verify and a certificate authority are both given",
  ],
];
const SECRET = btoa("secret-token");
const INVALID_USERS: readonly [user: object, fault: string][] = [
  [{ token: 12345 }, "token must be a string, received a number"],
  [
    { username: "ann", password: "secret-token" },
    "basic authentication (username, password) is not supported: Kubernetes removed it in 1.19",
  ],
  [
    { username: "ann" },
    "basic authentication (username, password) is not supported: Kubernetes removed it in 1.19",
  ],
  [
    { password: "secret-token" },
    "basic authentication (username, password) is not supported: Kubernetes removed it in 1.19",
  ],
  [
    { "auth-provider": { name: "oidc", config: { "id-token": "secret-token" } } },
    "auth-provider oidc is not supported: use an exec plugin, such as `kubectl oidc-login` (int128/kubelogin)",
  ],
  [
    { "client-certificate-data": SECRET, "client-certificate": "x" },
    "client-certificate and client-certificate-data are both given",
  ],
  [{ "client-key-data": SECRET, "client-key": "x" }, "client-key and client-key-data are both given"],
  [{ "client-certificate-data": SECRET }, "a client certificate is given without client-key or client-key-data"],
  [{ "client-certificate": "x" }, "a client certificate is given without client-key or client-key-data"],
  [
    { "client-certificate-data": SECRET, "client-key-data": SECRET },
    "the client certificate is not a PEM certificate",
  ],
  [
    { "client-certificate-data": certificateData("ann.crt"), "client-key-data": SECRET },
    "the client key is not a PEM private key",
  ],
  [
    {
      "client-certificate-data": certificateData("ann.crt"),
      "client-key-data": btoa("-----BEGIN ENCRYPTED PRIVATE KEY-----\nc2VjcmV0\n-----END ENCRYPTED PRIVATE KEY-----\n"),
    },
    "the client key of the client certificate of CN=ann, O=team is encrypted: decrypt it with " +
    "`openssl pkey -in KEY -out NEW_KEY`",
  ],
  [
    { "client-certificate-data": certificateData("ann.crt"), "client-key-data": certificateData("bob.key") },
    "the client key does not belong to the client certificate of CN=ann, O=team",
  ],
  [{ "as-uid": "1" }, "as-uid, as-groups and as-user-extra need as"],
  [{ "as-groups": ["a"] }, "as-uid, as-groups and as-user-extra need as"],
  [{ "as-user-extra": {} }, "as-uid, as-groups and as-user-extra need as"],
  [{ as: "bob", "as-groups": "a" }, "as-groups must be a list, received a string"],
  [{ as: "bob\r\nX: secret-token" }, "as, as-uid, as-groups and as-user-extra must be text that is valid in a header"],
  [{ as: "bob", "as-uid": "\x00" }, "as, as-uid, as-groups and as-user-extra must be text that is valid in a header"],
  [
    { as: "bob", "as-groups": ["a", "b\n"] },
    "as, as-uid, as-groups and as-user-extra must be text that is valid in a header",
  ],
];

test("loadKubeconfig() rejects an invalid kubeconfig with its position, and without secrets", async (scope) => {
  const folder = scope.keep(new Folder());
  const cases = [
    ...INVALID,
    ...INVALID_CLUSTERS.map(([cluster, fault]) => [kubeconfig(cluster), `cluster "a": ${fault}`] as const),
    ...INVALID_USERS.map(([user, fault]) => [kubeconfig(A, user), `user "a": ${fault}`] as const),
  ];
  for (const [content, fault] of cases) {
    const path = folder.write("config", content);
    await assert.rejects(load({ path }), (error: Error) => {
      assert.equal(error.message, `Cannot use kubeconfig ${path}: ${fault}`);
      assert.ok(!inspect(error).includes("secret-token"));
      assert.equal((error as KubeconfigError).isEmpty, fault.startsWith("current-context is not set"), fault);
      return error.name === "KubeconfigError";
    });
  }
});

test("loadKubeconfig() rejects YAML that is nested deeply, at once", async (scope) => {
  const folder = scope.keep(new Folder());
  for (
    const [content, fault] of [
      [`x:\n ${"? ".repeat(150)}1`, /: invalid YAML: a key is not a scalar$/],
      [`x: ${"[".repeat(500)}${"]".repeat(500)}`, /: it is nested too deeply$/],
      [`x: ${"{a: ".repeat(500)}1${"}".repeat(500)}`, /: it is nested too deeply$/],
      [`x: ${"[".repeat(5000)}`, /: invalid YAML in line 1 |: it is nested too deeply$/],
      // These took the parser seconds, and its stack.
      ["[".repeat(100_000), /: it is nested too deeply$/],
      [`{"a":`.repeat(100_000), /: it is nested too deeply$/],
      [`x:\n${"- ".repeat(50_000)}1`, /: it is nested too deeply$/],
    ] as const
  ) {
    const path = folder.write("config", content);
    await assert.rejects(load({ path }), { name: "KubeconfigError", message: fault });
  }
});

test("loadKubeconfig() takes a large kubeconfig, and rejects larger ones and those full of errors, in a time like that", async (scope) => {
  const folder = scope.keep(new Folder());
  const timed = async (content: string): Promise<[ms: number, error: Error | undefined]> => {
    const path = folder.write("config", content);
    const startMs = performance.now();
    const error = await load({ path }).then(() => undefined, (error) => error);
    return [performance.now() - startMs, error];
  };
  const each = (entry: (name: string) => string): string =>
    Array.from({ length: 1000 }, (_, i) => entry(`n${i}`)).join("");
  const data = certificateData("ca.crt");
  const large = `clusters:
${each((name) => `- name: ${name}\n  cluster:\n    server: https://a\n    certificate-authority-data: ${data}\n`)}users:
${each((name) => `- name: ${name}\n  user:\n    token: ${name}\n    client-key-data: ${data}\n`)}contexts:
${each((name) => `- name: ${name}\n  context:\n    cluster: ${name}\n    user: ${name}\n`)}current-context: n999\n`;
  const [largeMs, error] = await timed(large);
  assert.equal(error, undefined);
  for (
    const [content, fault] of [
      ["#\n".repeat(600_000), /: it has more entries than any kubeconfig$/],
      ["---\n".repeat(1_000_000), /: current-context is not set|: not found or empty/],
      [`x: [${",".repeat(200_000)}]`, /: invalid YAML in line 1 \(UNEXPECTED_TOKEN\)$/],
      [`x: "${"\\q".repeat(2_000_000)}"`, /: invalid YAML in line 1 \(BAD_DQ_ESCAPE\)$/],
      [`x: !!omap\n${Array.from({ length: 20_000 }, (_, i) => `- a${i}: 1\n`).join("")}`, /: not found or empty/],
    ] as const
  ) {
    const [ms, error] = await timed(content);
    assert.match(error!.message, fault);
    // A second or so on its own; they took up to minutes.
    assert.ok(ms < 20 * largeMs, `${fault}: ${ms} beside ${largeMs} ms`);
  }
});

test("loadKubeconfig() rejects endless files", async (scope) => {
  const folder = scope.keep(new Folder());
  const endless = "/dev/zero";
  // One with an end comes first: it is read even without the limit.
  const large = folder.write("large", "");
  truncateSync(large, 16 * 1024 * 1024 + 1);
  await assert.rejects(load({ path: large }), { message: /^Cannot read kubeconfig .*large is larger than 16 MiB$/ });
  await assert.rejects(load({ path: endless }), { message: /^Cannot read kubeconfig \/dev\/zero: .* 16 MiB$/ });
  for (
    const [cluster, user] of [
      [{ ...A, "certificate-authority": endless }, {}],
      [A, { tokenFile: endless }],
      [A, { "client-certificate": endless, "client-key": endless }],
    ] as const
  ) {
    const path = folder.write("config", kubeconfig(cluster, user));
    await assert.rejects(load({ path }), { name: "KubeconfigError", message: / \/dev\/zero is larger than 16 MiB$/ });
  }
});

test("loadKubeconfig() rejects with the field and the name of a referenced file that cannot be read", async (scope) => {
  const folder = scope.keep(new Folder());
  for (
    const [field, cluster, user] of [
      ["certificate-authority is missing: copy", { ...A, "certificate-authority": "missing" }, {}],
      ["tokenFile cannot be read", A, { tokenFile: "missing" }],
      ["client-certificate is missing: copy", A, { "client-certificate": "missing", "client-key": "missing" }],
      ["client-key is missing: copy", A, { "client-certificate": "config", "client-key": "missing" }],
    ] as const
  ) {
    const path = folder.write("config", kubeconfig(cluster, user));
    await assert.rejects(load({ path }), (error: Error) => {
      assert.match(error.message, /^Cannot use kubeconfig .*: (cluster|user) "a": /);
      assert.ok(error.message.includes(`: ${field}`), error.message);
      return error.message.includes(join(folder.path, "missing"));
    });
  }
});

test("loadKubeconfig() parses strings as Kubernetes' YAML parser does", async (scope) => {
  const folder = scope.keep(new Folder());
  const text = (token: string): string =>
    `{clusters: [{name: a, cluster: {server: "https://a"}}], users: [{name: a, user: {token: ${token}}}],
      contexts: [{name: a, context: {cluster: a, user: a}}], current-context: a}`;
  for (const [token, expected] of [["2026-01-01", "2026-01-01"], ["10:20", "10:20"], ['"123"', "123"], ["~", ""]]) {
    assert.equal((await load({ path: folder.write("config", text(token!)) })).token, expected, token);
  }
  for (const token of ["123", "yes", "1.5", "[a]"]) {
    await assert.rejects(load({ path: folder.write("config", text(token)) }), /token must be a string, received a/);
  }
  const repeated = text("first, token: last");
  assert.equal((await load({ path: folder.write("config", repeated) })).token, "last");
  const twice = `${text("first")}\n---\n${text("second")}`;
  assert.equal((await load({ path: folder.write("config", twice) })).token, "first");
});

// client-go's ClientConfig(): "only try to read the auth information if we are secure".
test("loadKubeconfig() sends no credentials to a server whose URL is http", async (scope) => {
  const folder = scope.keep(new Folder());
  for (const [server, expected] of [["http://a:8080", "http://a:8080"], ["a:8080", "http://a:8080"]]) {
    const path = folder.write("config", kubeconfig({ server }, { token: "secret", exec: { command: "missing" } }));
    const config = await load({ path });
    assert.deepEqual([config.server, config.token], [expected, ""]);
  }
});

test("loadKubeconfig() connects to a server whose URL is http", async ({ keep }) => {
  const server = await serveHttp((request) => Promise.resolve(Response.json(request.headers.has("authorization"))));
  try {
    const path = keep(new Folder()).write("config", kubeconfig({ server: server.url }, { token: "secret" }));
    const config = keep(await loadKubeconfig({ path, env: {} }));
    assert.equal(await (await config.fetch(new Request(config.server))).json(), false);
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() mentions in a 401 the credentials that it does not send over http", async (scope) => {
  const server = await serveHttp(() => Promise.resolve(new Response("Unauthorized", { status: 401 })));
  const path = scope.keep(new Folder()).write("config", kubeconfig({ server: server.url }));
  const sink = async (options: LoadKubeconfigOptions): Promise<FetchEventSink> =>
    new FetchEventSink(scope.keep(await loadKubeconfig({ path, env: {}, ...options })));
  const signal = AbortSignal.timeout(60_000);
  try {
    await assert.rejects((await sink({ token: "secret" })).isServed({ signal }), {
      name: "StatusError",
      code: 401,
      message: "HTTP 401 Unauthorized (the given credentials are not sent over http)",
    });
    await assert.rejects((await sink({})).isServed({ signal }), {
      message: `HTTP 401 Unauthorized (no credentials were sent: user "a" of ${path} has none)`,
    });
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() mentions in a 401 over http the credentials of every kind", async (scope) => {
  const server = await serveHttp(() => Promise.resolve(new Response("Unauthorized", { status: 401 })));
  const folder = scope.keep(new Folder());
  try {
    for (
      const user of [{ token: "secret" }, { "client-certificate": "x" }, { "client-key-data": SECRET }, { exec: {} }]
    ) {
      const path = folder.write("config", kubeconfig({ server: server.url }, user));
      const config = scope.keep(await loadKubeconfig({ path, env: {} }));
      const response = await config.fetch(new Request(config.server));
      assert.equal(response.status, 401);
      assert.match((await response.json()).message, / \(the given credentials are not sent over http\)$/);
    }
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() drops all slashes at the end of the server's URL", async (scope) => {
  const path = scope.keep(new Folder()).write("config", kubeconfig({ server: "https://a/prefix//" }));
  assert.equal((await load({ path })).server, "https://a/prefix");
});

test("loadKubeconfig() rejects an empty file as a certificate authority", async (scope) => {
  const folder = scope.keep(new Folder());
  folder.write("ca.crt", "");
  const path = folder.write("config", kubeconfig({ ...A, "certificate-authority": "ca.crt" }));
  await assert.rejects(load({ path }), {
    message: `Cannot use kubeconfig ${path}: cluster "a": the certificate authority must be PEM certificates`,
  });
});

test("loadKubeconfig() with the server option needs no cluster in its context", async (scope) => {
  const contexts = [{ name: "a", context: { user: "a", namespace: "shop" } }];
  const content = { ...kubeconfig(A, { token: "of-a" }), contexts };
  const path = scope.keep(new Folder()).write("config", content);
  const { server, token, namespace, context } = await load({ path, server: "https://b" });
  assert.deepEqual([server, token, namespace, context], ["https://b", "of-a", "shop", "a"]);
});

test("loadKubeconfig() needs no user in its context", async (scope) => {
  const content = { ...kubeconfig(A, { token: "of-a" }), contexts: [{ name: "a", context: { cluster: "a" } }] };
  const { server, token } = await load({ path: scope.keep(new Folder()).write("config", content) });
  assert.deepEqual([server, token], ["https://a", ""]);
});

test("loadKubeconfig() prefers the options server and token, and needs no context with them", async (scope) => {
  const folder = scope.keep(new Folder());
  const path = folder.write("config", kubeconfig(A, { token: "of-a", tokenFile: "missing" }, "shop"));
  const { server, token, namespace } = await load({ path, server: "https://b", token: "mine" });
  assert.deepEqual([server, token, namespace], ["https://b", "mine", "shop"]);
  const alone = await load({ server: "https://b", token: "mine" });
  assert.deepEqual([alone.server, alone.token, alone.namespace, alone.context], ["https://b", "mine", "default", ""]);
  assert.equal((await load({ path, server: "http://127.0.0.1:8001" })).token, "");
});

test("loadKubeconfig() treats an empty option as absent, as kubectl does its flags", async (scope) => {
  const folder = scope.keep(new Folder());
  const KUBECONFIG = folder.write("config", kubeconfig(A, { token: "of-a" }));
  const config = await load({ env: { KUBECONFIG }, path: "", context: "", server: "", token: "" });
  assert.deepEqual([config.server, config.token, config.context], ["https://a", "of-a", "a"]);
});

test("loadKubeconfig() reads files of any encoding and line ends that kubectl reads", async (scope) => {
  const folder = scope.keep(new Folder());
  const path = folder.write("config", "");
  const text = JSON.stringify(kubeconfig(A, { token: "of-ä" }), null, 2);
  const littleEndian = Buffer.from(`\ufeff${text}`, "utf16le");
  const files = {
    "line feeds": text,
    "carriage returns": text.replaceAll("\n", "\r\n"),
    "byte order mark": `\ufeff${text}`,
    "UTF-16, little endian": littleEndian,
    "UTF-16, big endian": Buffer.from(littleEndian).swap16(),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path, content);
    assert.equal((await load({ path })).token, "of-ä", name);
  }
});

test("loadKubeconfig() sends impersonation headers, and requests no compression if disable-compression is set", async (scope) => {
  const folder = scope.keep(new Folder());
  const user = { as: "bob", "as-uid": "7", "as-groups": ["team"], "as-user-extra": { "example.com/Über\t": ["yes"] } };
  const path = folder.write("config", kubeconfig({ ...A, "disable-compression": true }, user));
  assert.deepEqual((await load({ path })).headers, {
    "impersonate-user": "bob",
    "impersonate-uid": "7",
    "impersonate-group": "team",
    "impersonate-extra-example.com%2F%C3%9Cber%09": "yes",
    "accept-encoding": "identity",
  });
});

// client-go's cachingTokenSource, as rest.Config has it for BearerTokenFile.
test("loadKubeconfig() reads tokenFile again after 50 seconds or a 401, and prefers it to token", async (scope) => {
  const folder = scope.keep(new Folder());
  const tokenFile = folder.write("token", "one\n");
  const clock = { ms: 0, now: (): number => clock.ms };
  const path = folder.write("config", kubeconfig(A, { token: "fixed", tokenFile }));
  const config = scope.keep(await loadKubeconfig({ path, env: {}, clock }));
  assert.ok(typeof config.token === "function");
  assert.equal(await config.token(), "one");
  folder.write("token", "two\n");
  assert.equal(await config.token(), "one");
  assert.equal(await config.token("one"), "two");
  folder.write("token", "three\n");
  clock.ms = 50_000;
  assert.equal(await config.token(), "three");
  folder.write("token", "four\n");
  clock.ms = -3_600_000;
  assert.equal(await config.token(), "four", "the clock was set back");
  rmSync(tokenFile);
  clock.ms = 100_000;
  assert.equal(await config.token(), "four");
  assert.equal((await load({ path })).token, "fixed");
});

test("Kubeconfig hides its token when printed", async (scope) => {
  const folder = scope.keep(new Folder());
  const path = folder.write("config", kubeconfig(A, { token: "secret-token" }));
  const config = scope.keep(await loadKubeconfig({ path, env: {} }));
  assert.ok(!`${inspect(config, { depth: 9, showHidden: true })}${JSON.stringify(config)}`.includes("secret-token"));
});

test("Kubeconfig.fetch() rejects a token that is invalid in a header, without showing it", async (scope) => {
  const folder = scope.keep(new Folder());
  const path = folder.write("config", kubeconfig(A, { token: "secret-token\nX: y" }));
  const config = scope.keep(await loadKubeconfig({ path, env: {} }));
  await assert.rejects(config.fetch("/api"), (error: Error) => {
    assert.match(error.message, /^Cannot send the token: it must be visible ASCII characters, received one with other/);
    return !inspect(error).includes("secret-token");
  });
});

test("loadKubeconfig() suggests the option whose name is nearest to an unknown one", async () => {
  await assert.rejects(loadKubeconfig({ contxt: "kind" } as never), {
    name: "TypeError",
    message:
      "Cannot load a kubeconfig: unknown option contxt (known: path, context, server, token, certificateAuthority, insecureSkipTlsVerify, env, signal, clock)",
  });
});

test("loadKubeconfig() ignores null items of lists, as client-go does", async (scope) => {
  const folder = scope.keep(new Folder());
  const lists = JSON.parse(JSON.stringify(kubeconfig(A))) as Record<string, unknown[]>;
  for (const name of ["clusters", "users", "contexts"]) lists[name]!.unshift(null);
  assert.equal((await load({ path: folder.write("config", lists) })).server, A.server);
});
