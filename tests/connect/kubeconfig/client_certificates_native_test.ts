import { test as plainTest } from "node:test";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import { FetchEventSink } from "../../../mod.ts";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";
import { clientCertificate, faultOfNames, faultOfServer } from "../../../src/connect/in_cluster/certificates.ts";
import { trustOf } from "../../../src/connect/in_cluster/open_socket.ts";
import { explaining, tlsFetch } from "../../../src/connect/in_cluster/tls_fetch.ts";
import { seeded, seeds } from "../../random.ts";
import { readCertificate, serveTls, type TlsPeer } from "../in_cluster/tls_server.ts";
import { certificateData, Folder, kubeconfig, scopedTest as test } from "./folder.ts";

const CA = { "certificate-authority-data": certificateData("ca.crt") };
const runtime = globalThis as { readonly Deno?: unknown; readonly Bun?: unknown };

/** Serves what it knows of a client. */
async function servePeer({ keep }: Parameters<Parameters<typeof test>[1]>[0]): Promise<string> {
  const server = await serveTls((_, peer) => Promise.resolve(Response.json(peer)));
  keep({ [Symbol.asyncDispose]: () => server.close() });
  return `https://127.0.0.1:${server.port}`;
}

function userOf(name: string): object {
  return {
    "client-certificate-data": certificateData(`${name}.crt`),
    "client-key-data": certificateData(`${name}.key`),
  };
}

test("loadKubeconfig() takes a client certificate of X.509 version 1", async (scope) => {
  const server = await servePeer(scope);
  const folder = scope.keep(new Folder());
  for (const cluster of [{ server, ...CA }, { server, "insecure-skip-tls-verify": true }]) {
    const path = folder.write("config", kubeconfig(cluster, userOf("v1")));
    const { fetch } = scope.keep(await loadKubeconfig({ path, env: {} }));
    assert.equal((await (await fetch("/")).json() as TlsPeer).sentName, "v1");
  }
});

test("loadKubeconfig() takes a client certificate that this runtime refuses as a KubeconfigError that names it", async (scope) => {
  const server = await servePeer(scope);
  for (const name of ["critical", "rsa1024", "pss", "secp256k1"]) {
    const path = scope.keep(new Folder()).write("config", kubeconfig({ server, ...CA }, userOf(name)));
    const loading = loadKubeconfig({ path, env: {} });
    const refused = await loading.then(async (config) => {
      scope.keep(config);
      // The server may not like it: whether it asks again is of no matter here.
      await config.fetch("/").then((response) => response.body?.cancel(), () => {});
    }, (error: Error) => error);
    if (refused === undefined) assert.equal(runtime.Deno, undefined, name);
    else {
      assert.equal(refused.name, "KubeconfigError");
      assert.match(
        refused.message,
        new RegExp(
          `: user "a": .*client certificate of CN=${name}, O=team.*: ?.{10}|user "a": the client key of .*CN=${name}`,
        ),
      );
      assert.doesNotMatch(refused.message, /BEGIN|MII|undefined/);
    }
  }
});

test("Kubeconfig keeps its client certificate if the file's new one is refused, and takes one of version 1", async (scope) => {
  const server = await servePeer(scope);
  const folder = scope.keep(new Folder());
  const write = (name: string): void => {
    for (const part of ["crt", "key"]) folder.write(`tls.${part}`, readCertificate(`${name}.${part}`));
  };
  write("ann");
  const clock = { ms: 0, now: (): number => clock.ms };
  const user = { "client-certificate": "tls.crt", "client-key": "tls.key" };
  const path = folder.write("config", kubeconfig({ server, ...CA }, user));
  const { fetch } = scope.keep(await loadKubeconfig({ path, env: {}, clock }));
  const nameAfter = async (name: string): Promise<string | undefined> => {
    write(name);
    clock.ms += 300_000;
    return (await (await fetch("/")).json() as TlsPeer).sentName;
  };
  const written: (string | undefined)[] = [];
  for (const name of ["ann", "v1", "bob"]) written.push(await nameAfter(name));
  assert.deepEqual(written, ["ann", "v1", "bob"]);
  if (runtime.Deno !== undefined) assert.equal(await nameAfter("critical"), "bob");
});

test("Kubeconfig sends a renewed client certificate that has the same key", async (scope) => {
  const server = await servePeer(scope);
  const folder = scope.keep(new Folder());
  folder.write("tls.key", readCertificate("ann.key"));
  const clock = { ms: 0, now: (): number => clock.ms };
  const user = { "client-certificate": "tls.crt", "client-key": "tls.key" };
  const path = folder.write("config", kubeconfig({ server, ...CA }, user));
  folder.write("tls.crt", readCertificate("ann.crt"));
  const { fetch } = scope.keep(await loadKubeconfig({ path, env: {}, clock }));
  folder.write("tls.crt", readCertificate("renewed.crt"));
  clock.ms = 300_000;
  assert.equal((await (await fetch("/")).json() as TlsPeer).sentName, "renewed");
});

test("loadKubeconfig() takes a certificate of version 1 from an exec plugin, whose YAML has certificate and key", async (scope) => {
  const server = await servePeer(scope);
  const folder = scope.keep(new Folder());
  const indented = (name: string): string => readCertificate(name).trim().replace(/^/gm, "    ");
  const apiVersion = "client.authentication.k8s.io/v1";
  const printed = `kind: ExecCredential\napiVersion: ${apiVersion}\nstatus:\n  clientCertificateData: |\n${
    indented("v1.crt")
  }
  clientKeyData: |\n${indented("v1.key")}\n`;
  folder.write("printed", printed);
  const command = folder.write("plugin", `#!/bin/sh\ncat ${folder.path}/printed\n`, 0o700);
  const user = { exec: { apiVersion, command, interactiveMode: "Never" } };
  const path = folder.write("config", kubeconfig({ server, ...CA }, user));
  const { fetch } = scope.keep(await loadKubeconfig({ path }));
  assert.equal((await (await fetch("/")).json() as TlsPeer).sentName, "v1");
});

test("loadKubeconfig() finds certificate and key in one PEM, in either order, as !!binary too, and beside a user name", async (scope) => {
  const server = await servePeer(scope);
  const folder = scope.keep(new Folder());
  const [cert, key] = [readCertificate("ann.crt"), readCertificate("ann.key")];
  const nameOf = async (text: object | string): Promise<unknown> => {
    const { fetch } = scope.keep(await loadKubeconfig({ path: folder.write("config", text), env: {} }));
    return (await (await fetch("/")).json() as TlsPeer).sentName;
  };
  for (const both of [cert + key, key + cert]) {
    const data = { "client-certificate-data": btoa(both), "client-key-data": btoa(both) };
    assert.equal(await nameOf(kubeconfig({ server, ...CA }, data)), "ann");
    assert.equal(await nameOf(kubeconfig({ server, ...CA }, { ...data, username: "ann", password: "x" })), "ann");
    folder.write("both.pem", both);
    const file = { "client-certificate": "both.pem", "client-key": "both.pem" };
    assert.equal(await nameOf(kubeconfig({ server, ...CA }, file)), "ann");
  }
  const binary = JSON.stringify(kubeconfig({ server, ...CA }, userOf("ann"))).replace(/"LS0t/g, '!!binary "LS0t');
  assert.equal(binary.split("!!binary").length, 4);
  assert.equal(await nameOf(binary), "ann");
});

test("loadKubeconfig() names kubectl's --raw flag if a file's secrets are redacted", async (scope) => {
  const hidden = "DATA+OMITTED";
  const folder = scope.keep(new Folder());
  for (
    const [cluster, user, field] of [
      [{ "certificate-authority-data": hidden }, {}, 'cluster "a": certificate-authority-data is DATA+OMITTED'],
      [
        {},
        { "client-certificate-data": hidden, "client-key-data": hidden },
        'user "a": client-.+-data is DATA+OMITTED',
      ],
      [{}, { token: "REDACTED" }, 'user "a": token is REDACTED'],
    ] as const
  ) {
    const path = folder.write("config", kubeconfig({ server: "https://a", ...cluster }, user));
    await assert.rejects(loadKubeconfig({ path, env: {} }), {
      name: "KubeconfigError",
      message: new RegExp(
        `: ${field.replaceAll("+", "\\+").replace("\\.\\+", ".+").replace(".\\+", ".+")}.+its --raw flag$`,
      ),
    });
  }
});

test("explaining() explains why a server rejects a client certificate", async (scope) => {
  const server = await servePeer(scope);
  const alerts = [
    new TypeError("fetch failed", { cause: new Error("received fatal alert: CertificateExpired") }),
    Object.assign(new Error("tlsv1 alert unknown ca"), { code: "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA" }),
    Object.assign(new Error("EPROTO: The TLS handshake failed."), { code: "EPROTO" }),
  ];
  const ca = readCertificate("ca.crt");
  for (
    const [name, why] of [
      ["", /^requires a client certificate, and none was sent$/],
      [
        "stranger",
        /^rejects the client certificate of CN=ann, O=team, which was issued by CN=Kubecast test authority other_ca$/,
      ],
      ["late", /^rejects the client certificate of CN=late, O=team, which expired at 2020-01-02T00:00:00Z, and this /],
    ] as const
  ) {
    const certificate = name
      ? { cert: readCertificate(`${name}.crt`), key: readCertificate(`${name}.key`) }
      : undefined;
    for (const alert of alerts) {
      const trust = trustOf({ server, ca, source: "a test" });
      const send = explaining(() => Promise.reject(alert), { server, trust, certificate });
      const error = await send(new Request(server), new AbortController().signal).catch((error) => error);
      assert.deepEqual([error.name, error.kind, error.cause], ["ConnectionError", "certificate", alert]);
      assert.match(error.message.replace(`Cannot reach ${server}: it `, ""), why);
      assert.ok(error.fix.length > 10);
    }
  }
});

/** A token with a payload, as of a service account. */
function jwt(payload: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part(payload)}.c2lnbmF0dXJl`;
}

test("FetchEventSink.check() explains a 401 by the credentials sent, their expiry, their source and a remedy", async (scope) => {
  const server = await serveTls(() => Promise.resolve(new Response(null, { status: 401 })));
  scope.keep({ [Symbol.asyncDispose]: () => server.close() });
  const cluster = { server: `https://127.0.0.1:${server.port}`, ...CA };
  const folder = scope.keep(new Folder());
  const rejected = async (path: string, env: Record<string, string> = {}, token?: string) => {
    const config = scope.keep(await loadKubeconfig({ ...env["KUBECONFIG"] ? {} : { path }, env, token }));
    const { problems: [problem] } = await new FetchEventSink(config).check();
    assert.equal(problem!.type, "unauthorized");
    assert.doesNotMatch(JSON.stringify(problem), /c2lnbmF0dXJl|BEGIN|eyJ/);
    return problem!;
  };
  const one = folder.write("one", kubeconfig(cluster, userOf("late")));
  const late = await rejected(one);
  assert.match(
    late.message,
    /\(sent a client certificate of CN=late, O=team, which expired at 2020-01-02T00:00:00Z, from user "a" of /,
  );
  assert.ok(late.message.endsWith(`${one})`));
  assert.match(late.fix, /^Renew it, or log in again$/);
  const two = folder.write(
    "two",
    kubeconfig(cluster, { token: jwt({ sub: "system:serviceaccount:shop:bot", exp: 1600000000 }) }),
  );
  const expired = await rejected(two);
  assert.match(
    expired.message,
    /sent a token of system:serviceaccount:shop:bot, which expired at 2020-09-13T12:26:40Z, from user "a"/,
  );
  const merged = await rejected("", { KUBECONFIG: `${one}:${two}` });
  assert.ok(merged.message.endsWith(`from user "a" of ${one} (not of ${two}, which also has it))`), merged.message);
  const opaque = await rejected(
    folder.write("three", kubeconfig(cluster, { tokenFile: folder.write("token", "opaque-c2lnbmF0dXJl") })),
  );
  assert.match(opaque.message, /\(sent a token from .*\/token\)$/);
  assert.match(
    opaque.fix,
    /^Fetch the kubeconfig of this cluster again, because the credentials have expired, or are /,
  );
  const none = folder.write("four", kubeconfig(cluster));
  assert.ok((await rejected(none)).message.endsWith(`(no credentials were sent: user "a" of ${none} has none)`));
  const userless = { ...kubeconfig(cluster), contexts: [{ name: "a", context: { cluster: "a" } }] };
  const five = folder.write("five", userless);
  assert.ok((await rejected(five)).message.endsWith(`(no credentials were sent: context "a" of ${five} has none)`));
  const given = await rejected(none, {}, jwt({ sub: "Änn ☃", exp: 32503680000 }));
  assert.match(
    given.message,
    /token of Änn ☃, valid until 3000-01-01T00:00:00Z, from the option `token` \(--token\)\)/,
  );
  assert.match(given.fix, /^Pass another token: this one has expired, or /);
});

plainTest("faultOfNames() knows addresses of both kinds, and wildcards for one label", () => {
  const certificate = new X509Certificate(readCertificate("names.crt"));
  const table: Readonly<Record<string, boolean>> = {
    "192.0.2.1": true,
    "192.0.2.2": false,
    "::1": true,
    "0:0:0:0:0:0:0:1": true,
    "fd00::1:2": true,
    "fd00::1:3": false,
    "a.shop.example": true,
    "A.Shop.Example": true,
    "shop.example": false,
    "a.b.shop.example": false,
    "names": false,
  };
  for (const [name, isNamed] of Object.entries(table)) {
    const fault = faultOfNames(certificate, { authorities: undefined, source: "a test", name });
    assert.equal(fault === undefined, isNamed, name);
  }
});

/** DER, by tag and content. */
function der(tag: number, ...content: (Uint8Array | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const pair = () => {
  const pairs = [
    () => generateKeyPairSync("ec", { namedCurve: "prime256v1" }),
    () => generateKeyPairSync("ec", { namedCurve: "secp384r1" }),
    () => generateKeyPairSync("ed25519"),
    () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
    () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ].map((make): { publicKey: KeyObject; privateKey: KeyObject } => make());
  return (at: number) => pairs[Math.floor(at * pairs.length)]!;
};

/** A certificate of any version, key, extensions and dates, sometimes malformed, which names an issuer as it likes. */
function oddCertificate(random: () => number, { publicKey, privateKey }: ReturnType<ReturnType<typeof pair>>): string {
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const text = (value: string): Buffer => Buffer.from(value, "latin1");
  const named = (name: string): Buffer =>
    der(0x30, der(0x31, der(0x30, der(6, [0x55, 4, 3]), der(pick(12, 19, 30), text(name)))));
  const time = (): Buffer =>
    pick(
      () => der(23, text("200101000000Z")),
      () => der(23, text("491231235959Z")),
      () => der(24, text("99991231235959Z")),
      () => der(24, text("00000101000000Z")),
      () => der(23, text("20010100000")),
      () => der(23, text("991399999999Z")),
    )();
  const oid = pick([0x55, 29, 19], [0x55, 29, 15], [0x55, 29, 17], [0x55, 29, 37], [0x55, 29, 30], [0x2a, 3, 4, 5]);
  const value = pick(
    der(0x30, der(1, [255])),
    der(0x30),
    der(3, [1, 6]),
    der(0x30, der(0x82, text("localhost"))),
    der(0x30, der(0x87, [127, 0, 0, 1])),
    der(0x30, der(0x87, [127])),
    Buffer.from([0x30, 0x84, 255, 255, 255, 255]),
    Buffer.alloc(0),
  );
  const extension = der(0x30, der(6, oid), ...random() < 0.4 ? [der(1, [255])] : [], der(4, value));
  const isRsa = privateKey.asymmetricKeyType === "rsa";
  const algorithm = pick(
    der(0x30, der(6, isRsa ? [0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 1, 11] : [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2])),
    der(0x30, der(6, [0x2b, 0x65, 0x70])),
    der(0x30, der(6, [1, 2, 3])),
  );
  const inner = der(
    0x30,
    ...pick([der(0xa0, der(2, [2]))], [der(0xa0, der(2, [2]))], [], [der(0xa0, der(2, [1]))], [der(0xa0, der(2, [7]))]),
    der(2, pick([1], [0], [255], [...Buffer.alloc(30, 7)])),
    algorithm,
    named(pick("Kubecast test authority ca", "odd", "", "\x00\x1b[31m")),
    der(0x30, time(), time()),
    named(pick("odd", "", "127.0.0.1")),
    publicKey.export({ type: "spki", format: "der" }),
    ...pick([], [der(0xa3, der(0x30, extension))], [der(0xa3, der(0x30, extension))], [
      der(0xa3, der(0x30, extension, extension)),
    ]),
  );
  const digest = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
  let bytes = der(0x30, inner, algorithm, der(3, [0], sign(digest, inner, privateKey)));
  if (random() < 0.15) bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
  if (random() < 0.25) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return `-----BEGIN CERTIFICATE-----\n${
    bytes.toString("base64").replace(/.{64}/g, "$&\n")
  }\n-----END CERTIFICATE-----\n`;
}

plainTest(
  "clientCertificate(), tlsFetch() and faultOfServer() survive odd certificates: a TypeError, or a connection",
  async () => {
    const server = await serveTls((_, peer) => Promise.resolve(Response.json(peer)));
    const url = `https://127.0.0.1:${server.port}`;
    const ca = readCertificate("ca.crt");
    const { signal } = new AbortController();
    const pairs = pair();
    const counts = { refused: 0, taken: 0, faults: 0 };
    try {
      for (const seed of seeds(150)) {
        const random = seeded(seed);
        const keys = pairs(random());
        const odd = oddCertificate(random, keys);
        const key = keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
        const chain = random() < 0.3 ? odd + readCertificate("ca.crt") : odd;
        const certificate = await clientCertificate(chain, key).catch((error) => {
          assert.ok(error instanceof TypeError, `${error}`);
          assert.doesNotMatch(error.message, /BEGIN/);
          counts.refused++;
        });
        let authorities = ca;
        if (random() < 0.5) authorities = odd + ca;
        if (certificate || authorities !== ca) {
          const { send, close } = tlsFetch({ server: url, ca: authorities, certificate: certificate ?? undefined });
          const answer = await send(new Request(url), signal).catch((error) => assert.ok(error instanceof Error));
          if (answer?.status === 200) counts.taken++;
          await answer?.body?.cancel();
          close();
        }
        const trust = { authorities: [new X509Certificate(ca)], source: "a test", name: "127.0.0.1" };
        let raw: Buffer;
        try {
          raw = new X509Certificate(odd).raw;
        } catch {
          continue;
        }
        assert.notEqual(faultOfServer({ raw } as never, trust), undefined, `seed ${seed}`);
        counts.faults++;
      }
    } finally {
      await server.close();
    }
    for (const [what, count] of Object.entries(counts)) assert.ok(count > 10, `${what}: ${count}`);
  },
);
