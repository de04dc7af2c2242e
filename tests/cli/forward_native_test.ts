import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveHttp } from "../server/serve_http.ts";
import { type Api, podEvent, withApi } from "./events_api.ts";
import { kubecast, kubecastEach, startKubecast } from "./start_kubecast.ts";

/** Runs with a folder, which is removed afterwards. */
async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "forward-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs with an HTTP server that records its requests, and answers as told. */
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
      assert.deepEqual(parsed(out).map(({ key }) => key.replace(/^[0-9a-f-]{36}/, "UID")), ["UID/1", "UID/2", "UID/3"]);
      const { kind, resourceVersion } = JSON.parse(await readFile(checkpoint, "utf8"));
      assert.equal(kind, "kubecast.dev/checkpoint");
      assert.equal(err, `kubecast: forwarded 3, 0 pending, 0 failures, 0 gaps, checkpoint ${resourceVersion}\n`);
      assert.deepEqual(await readdir(folder), ["checkpoint"]);
      await api.patch("web.1", { count: 7 });
      const second = startKubecast([...args, "--types", "Normal", "-l", ""]);
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

test("kubecast forward exits with 2 for a wrong place, header or argument", async () => {
  const rows = [
    [["forward"], /--to must be stdout, otlp=URL or a URL/],
    [["forward", "--to", "kafka"], /--to must be stdout/],
    [["forward", "--to", "otlp=localhost"], /--to must be stdout/],
    [["forward", "--to", "https://ann:hunter2@example.com"], /--to must not contain credentials/],
    [["forward", "--to", "https://example.com", "--header", "x"], /--header must be key=value/],
    [["forward", "--to", "https://example.com", "--header", "a b=c"], /--header must be NAME=VALUE of an HTTP header/],
    [["forward", "stdout"], /Unknown argument stdout/],
    [["forward", "--to", "stdout", "--types", "Error"], /--types must be/],
    [["forward", "--to", "stdout", "--checkpoint", ""], /--checkpoint must be a file/],
  ] as const;
  const ended = await kubecastEach(rows.map(([args]) => args));
  for (const [i, [args, message]] of rows.entries()) {
    assert.equal(ended[i]!.code, 2, args.join(" "));
    assert.match(ended[i]!.err, message);
    assert.ok(!ended[i]!.err.includes("hunter2"));
  }
});

test("kubecast forward exits with 1 for a checkpoint that is damaged or another file, and leaves it as it is", async () => {
  await withFolder((folder) =>
    withApi(async ({ flags }) => {
      const texts = [
        "",
        "12",
        "{",
        '{"kind":"kubecast.dev/checkpoint","resourceVersion":"1',
        '{"resourceVersion":"12"}',
        "null",
      ];
      const paths = texts.map((_, i) => join(folder, String(i)));
      await Promise.all(paths.map((path, i) => writeFile(path, texts[i]!)));
      const missing = join(folder, "missing", "checkpoint");
      const ended = await kubecastEach(
        [...paths, missing].map((path) => ["forward", "--to", "stdout", "--checkpoint", path, ...flags]),
      );
      for (const [i, path] of paths.entries()) {
        assert.deepEqual([ended[i]!.code, ended[i]!.out], [1, ""], texts[i]);
        assert.ok(ended[i]!.err.startsWith(`kubecast: ${path} is not a checkpoint of kubecast forward, or is damaged`));
        assert.equal(await readFile(path, "utf8"), texts[i]);
      }
      assert.equal(ended.at(-1)!.code, 1);
      assert.match(ended.at(-1)!.err, /^kubecast: Cannot write to .*missing: /);
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
        for (const signals of [1, 2]) {
          bodies.length = 0;
          const timeout = signals === 1 ? "1s" : "1h";
          const program = startKubecast([
            ...["forward", "-A", "--to", url, "--checkpoint", checkpoint, "--timeout", timeout, "--progress", "100ms"],
            ...api.flags,
          ]);
          await program.waitFor(/3 pending/, "err");
          for (let i = 0; i < signals; i++) {
            program.kill("SIGTERM");
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
          const { code } = await program.ended;
          assert.equal(code, 1);
          assert.deepEqual(await readdir(folder), []);
        }
      }))
  );
});

test("kubecast forward ends with 0 when the reader of its output does", async () => {
  await withApi(async (api) => {
    await recordABC(api);
    const program = startKubecast(["forward", "-A", "--to", "stdout", ...api.flags]);
    await program.waitFor(/"C"/);
    program.child.stdout!.destroy();
    let count = 3;
    const timer = setInterval(() => void api.patch("web.2", { count: ++count }), 50);
    const { code } = await program.ended;
    clearInterval(timer);
    assert.equal(code, 0);
  });
});

test("kubecast forward delivers every state of every event, although it is killed again and again", async () => {
  const keys = new Map<string, number>();
  const deliveries: number[] = [];
  await withFolder((folder) =>
    withStore((_, body) => {
      const lines = parsed(body);
      deliveries.push(lines.length);
      for (const { key } of lines) keys.set(key, (keys.get(key) ?? 0) + 1);
      return new Response();
    }, ({ url }) =>
      withApi(async (api) => {
        await recordABC(api);
        const args = ["forward", "-A", "--to", url, "--checkpoint", join(folder, "checkpoint"), ...api.flags];
        let program = startKubecast(args);
        while (keys.size < 3) await new Promise((resolve) => setTimeout(resolve, 20));
        while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        let count = 3;
        const kills = 3;
        for (let kill = 0; kill < kills; kill++) {
          const before = keys.size;
          for (let i = 0; i < 20; i++) await api.patch("web.2", { count: ++count });
          while (keys.size === before) await new Promise((resolve) => setTimeout(resolve, 5));
          program.kill("SIGKILL");
          await program.ended;
          for (let i = 0; i < 20; i++) await api.patch("web.2", { count: ++count });
          program = startKubecast(args);
        }
        const uid = [...keys.keys()].find((key) => key.endsWith("/3"))!.split("/")[0]!;
        while (!keys.has(`${uid}/${count}`)) await new Promise((resolve) => setTimeout(resolve, 20));
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
        for (let state = 3; state <= count; state++) assert.ok(keys.has(`${uid}/${state}`), `x${state}`);
        const repeated = [...keys.values()].reduce((sum, arrivals) => sum + arrivals - 1, 0);
        assert.ok(repeated <= kills * Math.max(...deliveries), `${repeated} repeated`);
      }))
  );
});
