import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { serveMetrics } from "../../../src/app/cli/forward_metrics.ts";
import type { ForwardStats } from "../../../src/read/mod.ts";
import { LeaseServer } from "../../read/forward/lease_server.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { type Api, podEvent, withApi } from "./events_api.ts";
import { KUBECAST, kubecast, kubecastEach, Program, startKubecast } from "./start_kubecast.ts";

/** Runs with a folder, which is removed afterwards. */
async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "forward-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs with an HTTP server that records its requests, and gives the scripted answers. */
async function withStore(
  answer: (request: Request, body: string) => Response | Promise<Response>,
  run: (store: { url: string; bodies: string[] }) => Promise<void>,
): Promise<void> {
  const bodies: string[] = [];
  const server = await serveHttp(async (request) => {
    const body = await request.text();
    bodies.push(body);
    return await answer(request, body);
  });
  try {
    await run({ url: server.url, bodies });
  } finally {
    await server.close();
  }
}

interface Line {
  readonly key: string;
  readonly reason: string;
  readonly count: number;
  readonly delta: number;
}

const parsed = (text: string): Line[] => text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
const shown = ({ reason, count, delta }: Line): string => `${reason} x${count} +${delta}`;

async function recordABC({ record }: Api): Promise<void> {
  for (const [i, reason] of ["A", "B", "C"].entries()) await record(podEvent(`web.${i}`, { reason, count: i + 1 }));
}

test("kubecast forward --to stdout prints a line of JSON per occurrence with its key, and resumes from its checkpoint", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const checkpoint = join(folder, "checkpoint");
      const args = ["forward", "-A", "--to", "stdout", "--checkpoint", checkpoint, ...api.flags];
      const first = startKubecast(args);
      await first.waitFor(/"C"/);
      first.kill("SIGTERM");
      const { code, out, err } = await first.ended;
      assert.equal(code, 0, err);
      assert.deepEqual(parsed(out).map(shown), ["A x1 +1", "B x2 +2", "C x3 +3"]);
      const keys = parsed(out).map(({ key }) => key.replace(/^[0-9a-f-]{36}/, "UID").replace(/@\d+$/, "@VERSION"));
      assert.deepEqual(keys, ["UID/1@VERSION", "UID/2@VERSION", "UID/3@VERSION"]);
      const { kind, resourceVersion } = JSON.parse(await readFile(checkpoint, "utf8"));
      assert.equal(kind, "kubecast.dev/checkpoint");
      assert.equal(err, `kubecast: forwarded 3, 0 pending, 0 failures, 0 gaps, checkpoint ${resourceVersion}\n`);
      assert.deepEqual(await readdir(folder), ["checkpoint"]);
      await api.patch("web.1", { count: 7 });
      const second = startKubecast([...args, "-l", ""]);
      await second.waitFor(/"B"/);
      second.kill("SIGINT");
      const again = await second.ended;
      assert.deepEqual([again.code, parsed(again.out).map(shown)], [0, ["B x7 +5"]]);
    })
  );
});

test("kubecast forward --to URL posts lines of JSON with the headers, repeats a refused batch, and prints its progress", async () => {
  let refusals = 2;
  const headers: (string | null)[] = [];
  await withStore(
    (request) => {
      headers.push(`${request.method} ${request.headers.get("content-type")} ${request.headers.get("authorization")}`);
      return new Response("no", { status: refusals-- > 0 ? 503 : 200 });
    },
    ({ url, bodies }) =>
      withApi(async (api) => {
        await recordABC(api);
        const args = ["forward", "-n", "shop", "--to", `${url}/events`, "--header", "authorization=Bearer x"];
        const program = startKubecast([...args, "--progress", "100ms", ...api.flags]);
        await program.waitFor(/forwarded 3, 0 pending, 2 failures, 0 gaps, checkpoint none/, "err");
        program.kill("SIGTERM");
        const { code, err } = await program.ended;
        assert.equal(code, 0);
        assert.deepEqual([bodies.length, new Set(bodies).size], [3, 1]);
        assert.deepEqual(parsed(bodies[0]!).map(shown), ["A x1 +1", "B x2 +2", "C x3 +3"]);
        assert.deepEqual([...new Set(headers)], ["POST application/x-ndjson Bearer x"]);
        assert.match(err, /^kubecast: Cannot deliver 3 occurrences: http:\/\/[^ ]+ responded with 503.*; retrying$/m);
        assert.match(err, /^kubecast: Forwarding works again$/m);
      }),
  );
});

test("kubecast forward --to URL prints the beginning of a refusal, without the secrets of its headers, and waits for its Retry-After", async () => {
  const arrivalsMs: number[] = [];
  await withStore(
    () => {
      arrivalsMs.push(performance.now());
      const body = `the index is closed\nfor Bearer hunter2hunter2: ${"x".repeat(1000)}`;
      return arrivalsMs.length > 1
        ? new Response()
        : new Response(body, { status: 429, headers: { "retry-after": "2" } });
    },
    ({ url }) =>
      withApi(async (api) => {
        await recordABC(api);
        const args = ["forward", "-A", "--to", url, "--header", "Authorization=Bearer hunter2hunter2"];
        const program = startKubecast([...args, "--progress", "100ms", ...api.flags]);
        await program.waitFor(/forwarded 3/, "err");
        program.kill("SIGTERM");
        const { code, err } = await program.ended;
        assert.equal(code, 0);
        assert.match(
          err,
          /responded with 429 Too Many Requests: the index is closed for Bearer \[secret\]: x{1,200}; retrying$/m,
        );
        // Without it, half a second at most. Timers may end a little early.
        assert.ok(arrivalsMs[1]! - arrivalsMs[0]! > 1900, `${arrivalsMs}`);
      }),
  );
});

test("kubecast forward prints no part of a secret in --to or --header, wherever the store echoes it", async () => {
  const secret = `${"s3cr3t".repeat(100)}.end`;
  const inUrl = "s3cr3t%20in=url";
  for (const to of ["", "otlp="]) {
    await withStore(
      (request) => {
        const { pathname, search, searchParams } = new URL(request.url);
        const headers = { location: `https://example.com/again?${secret}` };
        const message = `no ${pathname}${search}: ${searchParams.get("key")}, ${inUrl}, ${secret}`;
        if (to === "") return new Response(message, { status: 302, statusText: secret, headers });
        return Response.json({ partialSuccess: { rejectedLogRecords: 3, errorMessage: message } });
      },
      ({ url }) =>
        withApi(async (api) => {
          await recordABC(api);
          const header = `x-honeycomb-team=${secret}`;
          const args = ["--to", `${to}${url}/v1/logs?a=1&key=${inUrl}`, "--header", header, ...api.flags];
          const program = startKubecast(["forward", "-A", ...args]);
          await program.waitFor(/no \/v1\/logs.*$/m, "err");
          program.kill("SIGKILL");
          const { err } = await program.ended;
          assert.match(err, /no \/v1\/logs\?\[secret\]: \[secret\], \[secret\], \[secret\]/);
          if (to === "") assert.match(err, /responded with 302 .* to https:\/\/example\.com\/again: no /m);
          assert.doesNotMatch(err, /s3cr3t/);
        }),
    );
  }
});

test("kubecast forward prints that another process has written its checkpoint, and continues", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const path = join(folder, "checkpoint");
      const program = startKubecast(["forward", "-A", "--to", "stdout", "--checkpoint", path, ...api.flags]);
      await program.runsUntil(async () => (await readFile(path, "utf8").catch(() => "")).includes("@"));
      const ours = await readFile(path, "utf8");
      await writeFile(path, ours.replace(/"resourceVersion":"[^"]+"/, '"resourceVersion":"1"'));
      await api.patch("web.1", { count: 7 });
      await program.waitFor(/Cannot save the checkpoint: another process has written .*checkpoint \(/, "err");
      await program.runsUntil(async () => !(await readFile(path, "utf8")).includes('"1"'));
      program.kill("SIGTERM");
      assert.equal((await program.ended).code, 0);
      assert.notEqual(await readFile(path, "utf8"), ours);
    })
  );
});

test("kubecast forward --to otlp=URL exports log records", async () => {
  const paths: string[] = [];
  await withStore(
    (request) => {
      paths.push(new URL(request.url).pathname);
      return Response.json({});
    },
    ({ url, bodies }) =>
      withApi(async (api) => {
        await recordABC(api);
        const program = startKubecast(["forward", "-A", "--to", `otlp=${url}`, "--progress", "100ms", ...api.flags]);
        await program.waitFor(/forwarded 3, /, "err");
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
        assert.equal(paths[0], "/v1/logs");
        assert.match(bodies[0]!, /"k8s\.event\.reason","value":\{"stringValue":"A"\}/);
      }),
  );
});

test("kubecast forward prints why a store is unreachable", async () => {
  await withApi(async (api) => {
    await recordABC(api);
    const gone = await serveHttp(() => Promise.resolve(new Response()));
    const nowhere = gone.url;
    await gone.close();
    const reason = `Cannot reach ${nowhere}: connection refused`;
    await Promise.all([nowhere, `otlp=${nowhere}`].map(async (to) => {
      const program = startKubecast(["forward", "-A", "--to", to, "--timeout", "100ms", ...api.flags]);
      await program.waitFor(/retrying\n/, "err");
      program.kill("SIGTERM");
      const { err } = await program.ended;
      assert.ok(err.startsWith(`kubecast: Cannot deliver 3 occurrences: ${reason}; retrying\n`), err);
    }));
  });
});

test("kubecast forward exits with 2 for an invalid destination, header or argument", async () => {
  const rows = [
    [["forward"], /--to must be stdout, otlp=URL or a URL/],
    [["forward", "--to", "kafka"], /--to must be stdout/],
    [["forward", "--to", "stdout", "--to", "http://127.0.0.1:4318"], /--to must be given once/],
    [["forward", "--to", "stdout", "--metrics-port", "99999"], /--metrics-port must be a number from 0 to 65535/],
    [["forward", "--to", "events.ndjson"], /for a file: --to stdout >> FILE/],
    [["forward", "--to", "otlp://collector:4318/"], /did you mean otlp=http:\/\/collector:4318\?/],
    [["forward", "--to", "otlp=localhost"], /did you mean otlp=http:\/\/localhost\?/],
    [["forward", "--to", "otlp://ann:hunter2@example.com"], /--to must be stdout/],
    [["forward", "--to", "https://ann:hunter2@example.com"], /--to must not contain credentials/],
    [["forward", "--to", "https://example.com", "--header", "x: y"], /--header must be NAME=VALUE\n/],
    [["forward", "--to", "https://example.com", "--header", "a b=c"], /--header must be NAME=VALUE of an HTTP header/],
    [["forward", "stdout"], /Unknown argument stdout/],
    [["forward", "--to", "stdout", "--checkpoint", ""], /--checkpoint must be a file/],
  ] as const;
  const ended = await kubecastEach(rows.map(([args]) => args));
  for (const [i, [args, message]] of rows.entries()) {
    assert.equal(ended[i]!.code, 2, args.join(" "));
    assert.match(ended[i]!.err, message);
    assert.ok(!ended[i]!.err.includes("hunter2"));
  }
});

test("kubecast forward --lease takes over from a stopped replica, and continues at its position", async () => {
  const leases = new LeaseServer();
  const fetch = leases.fetch();
  await withStore(() => new Response(), ({ url, bodies }) =>
    withApi(
      async (api) => {
        const delivered = (): string[] => bodies.flatMap(parsed).map(shown);
        await recordABC(api);
        const args = ["forward", "-A", "--to", url, "--lease", "shop/events", "--progress", "100ms", ...api.flags];
        const first = startKubecast(args);
        await first.runsUntil(() => leases.position?.includes("@") ?? false);
        const second = startKubecast(args);
        // In either order: progress may be printed before the first answer about the Lease.
        await second.waitFor(/Waiting to forward: \S+_[0-9a-f]{8} leads\n/, "err");
        await second.waitFor(/standby, forwarded 0/, "err");
        await api.patch("web.1", { count: 7 });
        await first.runsUntil(() => bodies.length === 2);
        first.kill("SIGTERM");
        assert.equal((await first.ended).code, 0);
        await api.patch("web.1", { count: 9 });
        await second.runsUntil(() => bodies.length === 3);
        second.kill("SIGTERM");
        const { code, err } = await second.ended;
        assert.equal(code, 0, err);
        assert.deepEqual(delivered(), ["A x1 +1", "B x2 +2", "C x3 +3", "B x7 +5", "B x9 +2"]);
        assert.equal(leases.lease!.metadata.annotations!["kubecast.dev/selection"], "all namespaces");
        assert.equal(leases.lease!.spec.holderIdentity, "");
      },
      {},
      (path, _, request) => path.includes("/leases") ? fetch(request) : undefined,
    ));
});

test("kubecast forward --dead-letter keeps what the store refuses, and --metrics-port serves its counters", async () => {
  await withFolder((folder) =>
    withStore(
      (_, body) => new Response("no B", { status: parsed(body).some(({ reason }) => reason === "B") ? 422 : 200 }),
      ({ url, bodies }) =>
        withApi(async (api) => {
          await recordABC(api);
          const file = join(folder, "refused.ndjson");
          await writeFile(file, '{"key":"a part of a line');
          const program = startKubecast([
            ...["forward", "-A", "--to", url, "--dead-letter", file, "--metrics-port", "0", ...api.flags],
          ]);
          const [, port] = await program.waitFor(/metrics at http:\/\/localhost:(\d+)\/metrics/, "err");
          const get = async (path: string, method = "GET"): Promise<readonly [status: number, text: string]> => {
            const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
            return [response.status, await response.text()];
          };
          let text = "";
          await program.runsUntil(async () => {
            [, text] = await get("/metrics");
            return /refused_total 1\n/.test(text) && /delivered_total 2\n/.test(text);
          });
          for (
            const line of [
              "batches_total 2",
              "failures_total 3",
              "gaps_total 0",
              "terms_total 1",
              "pending 0",
              "leading 1",
            ]
          ) {
            assert.ok(text.includes(`kubecast_forward_${line}\n`), `${line}\n${text}`);
          }
          assert.match(text, /^(# HELP (\w+) .+\n# TYPE \2 (counter|gauge)\n\2 [\d.]+\n)+$/);
          assert.deepEqual(await get("/healthz"), [200, "ok\n"]);
          assert.deepEqual(await get("/livez"), [200, "ok\n"]);
          assert.equal((await get("/"))[0], 404);
          assert.equal((await get("/metrics", "POST"))[0], 405);
          program.kill("SIGTERM");
          const { code, err } = await program.ended;
          assert.equal(code, 0);
          assert.match(err, /Set aside 1 of 3 occurrences, such as event shop\/web.1 \(B\): .* responded with 422/);
          const [before, ...lines] = (await readFile(file, "utf8")).split("\n");
          const [line, ...more] = parsed(lines.join("\n"));
          assert.equal(before, '{"key":"a part of a line');
          assert.deepEqual([shown(line!), more.length], ["B x2 +2", 0]);
          assert.match((line as unknown as { refused: string }).refused, /422 .*: no B$/);
          assert.deepEqual(bodies.map((body) => parsed(body).length), [3, 1, 2, 1, 1]);
        }),
    )
  );
});

test("kubecast forward --to otlp=URL --dead-letter keeps what the Collector refuses", async () => {
  await withFolder((folder) =>
    withStore(
      (_, body) => body.includes('"stringValue":"B"') ? new Response(null, { status: 400 }) : Response.json({}),
      ({ url }) =>
        withApi(async (api) => {
          await recordABC(api);
          const file = join(folder, "refused.ndjson");
          const program = startKubecast(["forward", "-A", "--to", `otlp=${url}`, "--dead-letter", file, ...api.flags]);
          await program.waitFor(/Set aside 1 of 3 occurrences, such as event shop\/web.1 \(B\): /, "err");
          program.kill("SIGTERM");
          const { code, err } = await program.ended;
          assert.equal(code, 0);
          assert.match(err, /forwarded 2, 0 pending, 3 failures, 1 refused, 0 gaps, /);
          assert.deepEqual(parsed(await readFile(file, "utf8")).map(shown), ["B x2 +2"]);
        }),
    )
  );
});

test("kubecast forward --dead-letter names an unwritable file at the start", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const file = join(folder, "missing", "refused.ndjson");
      const [ended] = await kubecastEach([
        ["forward", "-A", "--to", "stdout", "--dead-letter", file, ...api.flags],
      ]);
      assert.deepEqual([ended!.code, ended!.out], [1, ""]);
      assert.match(ended!.err, /^kubecast: Cannot write .*refused.ndjson: create the directory .*missing\n$/);
    })
  );
});

test("kubecast forward --dead-letter names a file whose disk is full", async () => {
  await withStore(
    () => new Response("no", { status: 400 }),
    ({ url }) =>
      withApi(async (api) => {
        await recordABC(api);
        const program = startKubecast(["forward", "-A", "--to", url, "--dead-letter", "/dev/full", ...api.flags]);
        await program.waitFor(/Cannot deliver event shop\/web.0 \(A\): Cannot write \/dev\/full: .*ENOSPC/, "err");
        program.kill("SIGKILL");
        await program.ended;
      }),
  );
});

test("kubecast forward --manifest prints the objects that run two replicas", async () => {
  const [all, one, wrong, both, nowhere, unwritable, kept] = await kubecastEach([
    ["forward", "-A", "--to", "otlp=http://collector:4318", "--lease", "monitoring/events", "--manifest"],
    ["forward", "-n", "shop", "--to", "https://a.example/x", "--types", "Warning", "--header", "a=b c", "--manifest"],
    ["forward", "-A", "--to", "stdout", "--lease", "events"],
    ["forward", "-A", "--to", "stdout", "--lease", "a/b", "--checkpoint", "c"],
    ["forward", "--to", "stdout", "--manifest"],
    ["forward", "-A", "--to", "stdout", "--dead-letter", "refused", "--manifest"],
    ["forward", "-A", "--to", "stdout", "--dead-letter", "/kept/refused", "--manifest"],
  ]);
  assert.deepEqual([all!.code, one!.code, wrong!.code, both!.code, nowhere!.code], [0, 0, 2, 2, 2]);
  assert.match(nowhere!.err, /--manifest needs --namespace or --all-namespaces/);
  assert.match(unwritable!.err, /--dead-letter must be in a folder below \/ where --manifest can mount a volume/);
  assert.match(wrong!.err, /--lease must be NAMESPACE\/NAME/);
  assert.match(both!.err, /--lease replaces --checkpoint/);
  // deno-lint-ignore no-explicit-any
  const objects = (text: string): any[] => parseAllDocuments(text).map((document) => document.toJS());
  const ofAll = objects(all!.out);
  assert.deepEqual(
    ofAll.map(({ kind }) => kind).join(" "),
    "ServiceAccount ClusterRole ClusterRoleBinding Role RoleBinding Lease Deployment",
  );
  const [, role, , leaseRole, , lease, deployment] = ofAll;
  assert.deepEqual(role.rules, [{ apiGroups: [""], resources: ["events"], verbs: ["list", "watch"] }]);
  assert.deepEqual([leaseRole.rules[0].resourceNames, leaseRole.rules[0].verbs], [["events"], ["get", "update"]]);
  assert.deepEqual(lease.metadata, { name: "events", namespace: "monitoring" });
  const { replicas, template: { spec } } = deployment.spec;
  assert.deepEqual([replicas, spec.containers[0].securityContext.readOnlyRootFilesystem], [2, true]);
  assert.deepEqual(spec.containers[0].args, [
    ...["forward", "--all-namespaces", "--to=otlp=http://collector:4318"],
    ...["--lease=monitoring/events", "--metrics-port=9090"],
  ]);
  const { spec: keeping } = objects(kept!.out).at(-1).spec.template;
  assert.deepEqual(keeping.volumes, [{ name: "cache", emptyDir: {} }, { name: "dead-letters", emptyDir: {} }]);
  assert.deepEqual(keeping.containers[0].volumeMounts[1], { name: "dead-letters", mountPath: "/kept" });
  const ofOne = objects(one!.out);
  assert.deepEqual(ofOne.slice(1, 3).map(({ kind, metadata }) => [kind, metadata.namespace]), [
    ["Role", "shop"],
    ["RoleBinding", "shop"],
  ]);
  assert.deepEqual(ofOne.at(-1).spec.template.spec.containers[0].args, [
    ...["forward", "--namespace=shop", "--to=https://a.example/x", "--types=Warning", "--header=a=b c"],
    ...["--lease=shop/kubecast-forward", "--metrics-port=9090"],
  ]);
});

test("kubecast forward --manifest passes each flag unchanged, despite characters that are special in Kubernetes or YAML", async () => {
  const flags = [
    "--to=https://a.example/?a=$(HOME)&b=$$(X)&c=$$$&d=$",
    "--reason=$(POD: 'a', \"b\"",
    "--selector=# {x}: [y], | > & * !",
    "--field-selector=reason=a\n\tb: c\n\n- d \u0007\u2028",
    "--dead-letter=/data/\\$(A)\\n",
    "--header=x=$(TOKEN) $",
  ];
  const [printed] = await kubecastEach([["forward", "-A", ...flags, "--lease", "no/on", "--manifest"]]);
  const { code, out } = printed!;
  assert.equal(code, 0);
  // The version that kubectl reads, in which "on" is true.
  const deployment = parseAllDocuments(out, { version: "1.1" }).at(-1)!.toJS();
  assert.equal(deployment.metadata.name, "on");
  const args: string[] = deployment.spec.template.spec.containers[0].args;
  // As k8s.io/kubernetes/third_party/forked/golang/expansion does.
  const expanded = (text: string): string => {
    return text.replace(/\$\$|\$\(([^)]*)\)/g, (all, name) => name === undefined ? "$" : `expanded ${all}`);
  };
  assert.equal(expanded("$(A) $$(A) $$ $ $(A"), "expanded $(A) $(A) $ $ $(A");
  assert.deepEqual(new Set(args.map(expanded)), new Set(["forward", "--all-namespaces", ...flags, ...args.slice(-2)]));
});

test("kubecast forward does not write through a link, and exits with 1 if the last position could not be saved", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const other = join(folder, "other");
      await writeFile(other, "precious");
      await symlink(other, join(folder, "link"));
      await symlink(other, join(folder, "checkpoint.next"));
      const args = (name: string): string[] => [
        ...["forward", "-A", "--to", "stdout", "--checkpoint", join(folder, name), ...api.flags],
      ];
      const { code, err } = await kubecast(args("link"));
      assert.equal(code, 1);
      assert.match(err, /link is a link, which saving would replace/);
      const program = startKubecast(args("checkpoint"));
      await program.runsUntil(async () =>
        (await readFile(join(folder, "checkpoint"), "utf8").catch(() => "")).includes("@")
      );
      await rm(join(folder, "checkpoint"));
      await mkdir(join(folder, "checkpoint"));
      await api.patch("web.1", { count: 7 });
      await program.waitFor(/Cannot save the checkpoint: /, "err");
      program.kill("SIGTERM");
      assert.equal((await program.ended).code, 1);
      assert.equal(await readFile(other, "utf8"), "precious");
      assert.deepEqual((await readdir(folder)).sort(), ["checkpoint", "checkpoint.next", "link", "other"]);
    })
  );
});

test("kubecast forward exits with 1 for a damaged checkpoint or another file, and does not modify it", async () => {
  await withFolder((folder) =>
    withApi(async ({ flags }) => {
      const texts = [
        "",
        "12",
        "{",
        '{"kind":"kubecast.dev/checkpoint","resourceVersion":"1',
        '{"kind":"kubecast.dev/checkpoint","resourceVersion":"12+"}',
        '{"resourceVersion":"12"}',
        "null",
      ];
      const paths = texts.map((_, i) => join(folder, String(i)));
      await Promise.all(paths.map((path, i) => writeFile(path, texts[i]!)));
      const missing = join(folder, "missing", "checkpoint");
      const directory = join(folder, "directory");
      await mkdir(directory);
      const ended = await kubecastEach(
        [...paths, "/dev/null", directory, missing].map((path) => [
          ...["forward", "--to", "stdout", "--checkpoint", path, ...flags],
        ]),
      );
      for (const [i, path] of paths.entries()) {
        assert.deepEqual([ended[i]!.code, ended[i]!.out], [1, ""], texts[i]);
        assert.ok(ended[i]!.err.startsWith(`kubecast: ${path} is not a checkpoint of kubecast forward, or is damaged`));
        assert.equal(await readFile(path, "utf8"), texts[i]);
      }
      for (
        const [i, message] of [
          "/dev/null is not a file: saving would replace it",
          `${directory} is not a file: saving would replace it`,
          `Cannot write ${missing}: create the directory ${join(folder, "missing")}`,
        ]
          .entries()
      ) {
        assert.deepEqual([ended.at(i - 3)!.code, ended.at(i - 3)!.err], [1, `kubecast: ${message}\n`]);
      }
    })
  );
});

test("kubecast forward exits with 1 for the checkpoint of other events, which it would skip, and reads one without a selection", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await api.record(podEvent("web.1", { reason: "A" }));
      const path = join(folder, "checkpoint");
      const args = ["forward", "--to", "stdout", "--checkpoint", path, ...api.flags];
      const first = startKubecast([...args, "-n", "shop", "--types", "Normal", "-l", ""]);
      await first.waitFor(/"A"/);
      first.kill("SIGTERM");
      assert.equal((await first.ended).code, 0);
      const saved = await readFile(path, "utf8");
      const others = await kubecastEach([["-A"], ["-n", "other"], ["-n", "shop"]].map((flags) => [...args, ...flags]));
      for (const { code, out, err } of others) {
        assert.deepEqual([code, out], [1, ""]);
        assert.match(err, /checkpoint is the checkpoint of other events \(namespace shop, type=Normal; now /);
      }
      assert.equal(await readFile(path, "utf8"), saved);

      const { kind, resourceVersion } = JSON.parse(saved);
      // As after deletions.
      await writeFile(path, JSON.stringify({ kind, resourceVersion: resourceVersion.replace("@", "+1@") }));
      await api.record(podEvent("web.2", { reason: "B" }));
      const second = startKubecast([...args, "-n", "shop"]);
      await second.waitFor(/"B"/);
      second.kill("SIGTERM");
      const { code, out } = await second.ended;
      assert.deepEqual([code, parsed(out).map(shown)], [0, ["B x1 +1"]]);
      assert.equal(JSON.parse(await readFile(path, "utf8")).selection, "namespace shop");
    })
  );
});

test("kubecast forward exits with 1 if the server refuses", async () => {
  const refuse = (path: string): Response | undefined =>
    path.includes("/events")
      ? Response.json({ kind: "Status", code: 403, reason: "Forbidden", message: "no" }, { status: 403 })
      : undefined;
  await withApi(
    async ({ flags }) => {
      const { code, err } = await kubecast(["forward", "--to", "stdout", ...flags]);
      assert.equal(code, 1);
      assert.match(err, /^kubecast: Cannot list events: no; the role needs the rule /m);
    },
    {},
    refuse,
  );
});

test("kubecast forward keeps its deadline after a signal if the store hangs, and ends at once at a second signal", async () => {
  await withFolder((folder) =>
    withStore(() => new Promise<Response>(() => {}), ({ url, bodies }) =>
      withApi(async (api) => {
        await recordABC(api);
        const checkpoint = join(folder, "checkpoint");
        // Two different ones: a second of the same kind is lost while the first is pending.
        for (const [timeout, ...signals] of [["1s", "SIGTERM"], ["1h", "SIGTERM", "SIGINT"]] as const) {
          bodies.length = 0;
          const program = startKubecast([
            ...["forward", "-A", "--to", url, "--checkpoint", checkpoint, "--timeout", timeout, "--progress", "100ms"],
            ...api.flags,
          ]);
          await program.waitFor(/3 pending/, "err");
          for (const signal of signals) program.kill(signal);
          const { code } = await program.ended;
          assert.equal(code, 1);
          assert.match(JSON.parse(await readFile(checkpoint, "utf8")).resourceVersion, /^\d+\*$/);
        }
      }))
  );
});

test("kubecast forward keeps its deadline after a signal if the reader of its output has stopped reading", async () => {
  await withApi(async (api) => {
    // More than fits into a pipe.
    const message = "x".repeat(1000);
    for (let i = 0; i < 400; i++) await api.record(podEvent(`web.${i}`, { message }));
    const args = ["forward", "-A", "--to", "stdout", "--timeout", "1s", "--progress", "100ms", ...api.flags];
    const program = startKubecast(args);
    program.child.stdout!.pause();
    await program.waitFor(/ [1-9]\d* pending/, "err");
    program.kill("SIGTERM");
    const code = await new Promise((resolve) => void program.child.on("exit", resolve));
    program.child.stdout!.resume();
    await program.ended;
    assert.equal(code, 1);
  });
});

test("kubecast forward --to stdout starts a new line in a file that ends in a partial one", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const file = join(folder, "events.ndjson");
      for (const [before, lines] of [["", 3], ['{"key":"a/1"}\n', 4], ['{"key":"a/1","rea', 4]] as const) {
        await writeFile(file, before);
        const args = [...KUBECAST, "forward", "-A", "--to", "stdout", "--progress", "100ms", ...api.flags];
        const program = new Program(["sh", "-c", 'file=$1; shift; exec "$@" >> "$file"', "sh", file, ...args]);
        await program.waitFor(/forwarded 3/, "err");
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
        const text = await readFile(file, "utf8");
        assert.ok(text.startsWith(before) && text.split("\n").length === lines + 1, text);
        assert.deepEqual(parsed(text.split("\n").slice(-4).join("\n")).map(shown), ["A x1 +1", "B x2 +2", "C x3 +3"]);
      }
    })
  );
});

test("kubecast forward --to stdout delivers lines again that a full disk cut or rejected", async () => {
  await withFolder((folder) =>
    withApi(async (api) => {
      await recordABC(api);
      const file = join(folder, "events.ndjson");
      const LIMIT_BYTES = 64 * 1024;
      await writeFile(file, `${" ".repeat(LIMIT_BYTES - 100)}\n`);
      const args = [...KUBECAST, "forward", "-A", "--to", "stdout", "--progress", "100ms", ...api.flags];
      // A limit in units of 512 bytes, with an error in place of the signal.
      const limited = `trap "" XFSZ; ulimit -f ${LIMIT_BYTES / 512}; file=$1; shift; exec "$@" >> "$file"`;
      const program = new Program(["sh", "-c", limited, "sh", file, ...args]);
      await program.waitFor(/, 1 failure|forwarded 3/, "err");
      assert.equal((await stat(file)).size, LIMIT_BYTES);
      await writeFile(file, "");
      await program.waitFor(/forwarded 3, 0 pending/, "err");
      program.kill("SIGTERM");
      assert.equal((await program.ended).code, 0);
      // Before them, Deno ends the line that it had written in part.
      const lines = (await readFile(file, "utf8")).split("\n").slice(-4).join("\n");
      assert.deepEqual(parsed(lines).map(shown), ["A x1 +1", "B x2 +2", "C x3 +3"]);
    })
  );
});

test("kubecast forward --to URL splits batches that are too large for the store", async () => {
  const sizes: number[] = [];
  await withStore(
    (_, body) => new Response("", { status: parsed(body).length > 1 ? 413 : 200 }),
    ({ url, bodies }) =>
      withApi(async (api) => {
        await recordABC(api);
        const program = startKubecast(["forward", "-A", "--to", url, "--progress", "100ms", ...api.flags]);
        await program.waitFor(/forwarded 3, 0 pending, 2 failures/, "err");
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
        sizes.push(...bodies.map((body) => parsed(body).length));
        assert.deepEqual(bodies.filter((body) => parsed(body).length === 1).flatMap(parsed).map(shown), [
          "A x1 +1",
          "B x2 +2",
          "C x3 +3",
        ]);
      }),
  );
  assert.deepEqual(sizes, [3, 1, 2, 1, 1]);
});

test("kubecast forward --to URL names the target of a redirect, which it does not follow", async () => {
  await withStore(
    () => new Response(null, { status: 307, headers: { location: "https://example.com/events" } }),
    ({ url }) =>
      withApi(async (api) => {
        await recordABC(api);
        const program = startKubecast(["forward", "-A", "--to", url, "--timeout", "100ms", ...api.flags]);
        await program.waitFor(
          /responded with 307 Temporary Redirect to https:\/\/example\.com\/events; retrying/,
          "err",
        );
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 1);
      }),
  );
});

test("kubecast forward exits with 1 when the reader of its output ends and an event is pending", async () => {
  await withApi(async (api) => {
    await recordABC(api);
    const program = startKubecast(["forward", "-A", "--to", "stdout", ...api.flags]);
    await program.waitFor(/"C"/);
    program.child.stdout!.destroy();
    let count = 3;
    const timer = setInterval(() => void api.patch("web.2", { count: ++count }), 50);
    const { code, err } = await program.ended;
    clearInterval(timer);
    assert.equal(code, 1);
    assert.match(err, /forwarded 3, [1-9]\d* pending/);
  });
});

test("kubecast forward delivers every state of every event despite repeated kills", async () => {
  const keys = new Map<string, number>();
  const deliveries: number[] = [];
  await withFolder((folder) =>
    withStore((_, body) => {
      const lines = parsed(body);
      deliveries.push(lines.length);
      for (const key of lines.map(({ key }) => key.replace(/@\d+$/, ""))) keys.set(key, (keys.get(key) ?? 0) + 1);
      return new Response();
    }, ({ url }) =>
      withApi(async (api) => {
        await recordABC(api);
        const args = ["forward", "-A", "--to", url, "--checkpoint", join(folder, "checkpoint"), ...api.flags];
        let program = startKubecast(args);
        await program.runsUntil(() => keys.size >= 3);
        await program.runsUntil(async () => (await readdir(folder)).includes("checkpoint"));
        let count = 3;
        const kills = 3;
        for (let kill = 0; kill < kills; kill++) {
          const before = keys.size;
          for (let i = 0; i < 20; i++) await api.patch("web.2", { count: ++count });
          await program.runsUntil(() => keys.size > before);
          program.kill("SIGKILL");
          await program.ended;
          for (let i = 0; i < 20; i++) await api.patch("web.2", { count: ++count });
          program = startKubecast(args);
        }
        const uid = [...keys.keys()].find((key) => key.endsWith("/3"))!.split("/")[0]!;
        await program.runsUntil(() => keys.has(`${uid}/${count}`));
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
        for (let state = 3; state <= count; state++) assert.ok(keys.has(`${uid}/${state}`), `x${state}`);
        const repeated = [...keys.values()].reduce((sum, arrivals) => sum + arrivals - 1, 0);
        assert.ok(repeated <= kills * Math.max(...deliveries), `${repeated} repeated`);
      }))
  );
});

test("kubecast forward --since begins with the events since that time, ordered by time", async () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, "");
  await withApi(async ({ flags, record }) => {
    for (const [name, minutes] of [["a", 2], ["b", 40], ["c", 3], ["d", 90]] as const) {
      await record(podEvent(name, { lastTimestamp: ago(minutes) }));
    }
    const program = startKubecast(["forward", "-n", "shop", "--to", "stdout", "--since", "1h", ...flags]);
    await program.waitFor(/"name":"a"/);
    await record(podEvent("late", { lastTimestamp: ago(80) }));
    await program.waitFor(/"name":"late"/);
    program.kill("SIGTERM");
    const { out } = await program.ended;
    const names = out.trim().split("\n").map((line) => JSON.parse(line).event.metadata.name);
    assert.deepEqual(names, ["b", "c", "a", "late"]);
  });
});

test("serveMetrics() fails /healthz while the store has not confirmed a batch for half a minute, but never /livez", async () => {
  let deliveringMs = 29_000;
  const server = await serveMetrics(0, () => ({ deliveringMs }) as ForwardStats);
  const get = async (path: string): Promise<unknown[]> => {
    const response = await fetch(`http://localhost:${server.port}${path}`);
    return [response.status, await response.text()];
  };
  try {
    assert.deepEqual(await get("/healthz"), [200, "ok\n"]);
    deliveringMs = 90_000;
    assert.deepEqual(await get("/healthz"), [503, "the store has not confirmed a batch for 90s\n"]);
    assert.deepEqual(await get("/livez"), [200, "ok\n"]);
    assert.match((await get("/metrics"))[1] as string, /^kubecast_forward_delivering_seconds 90$/m);
    assert.deepEqual(await get("/"), [404, ""]);
  } finally {
    server[Symbol.dispose]();
  }
});
