import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { main } from "../../../src/app/cli/mod.ts";
import type { Fault } from "../../../src/serve/server/mod.ts";
import { Folder, kubeconfig, scopedTest } from "../../connect/kubeconfig/folder.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { podEvent, withApi } from "./events_api.ts";
import { KUBECAST, kubecast, kubecastEach, Program, startKubecast } from "./start_kubecast.ts";

test("kubecast record writes an event with the fields of its flags", async () => {
  await withApi(async ({ flags, events }) => {
    const args = ["record", "po/web", "BackOff", "Back-off restarting", "--type", "warning", "-n", "shop", ...flags];
    const more = [
      "--component",
      "ci",
      "--action",
      "Restart",
      "--annotation",
      "run=42",
      "--annotation=url=a=b",
      "--label",
      "team=shop",
    ];
    const { code, out, err } = await kubecast([...args, ...more]);
    assert.equal(code, 0);
    assert.match(out, /^event\/web\.[0-9a-f]+ recorded\n$/);
    assert.equal(
      err,
      "kubecast: The event has no uid: this server stores no pods\n",
    );
    const [event, ...others] = await events("shop");
    assert.equal(others.length, 0);
    assert.deepEqual(event!.involvedObject, { apiVersion: "v1", kind: "Pod", name: "web", namespace: "shop" });
    assert.deepEqual(
      [event!.type, event!.reason, event!.message, event!.source, event!.action, event!.count],
      ["Warning", "BackOff", "Back-off restarting", { component: "ci" }, "Restart", 1],
    );
    assert.deepEqual(event!.metadata.annotations, { run: "42", url: "a=b" });
    assert.deepEqual(event!.metadata.labels, { team: "shop" });
  });
});

test("kubecast record --stable increments the event of earlier calls", async () => {
  await withApi(async ({ flags, events }) => {
    for (const flag of ["--stable", "--stable", "--type=Normal", "--stable"]) {
      const { code } = await kubecast(["record", "po/web", "BackedUp", "Backed up", "-n", "shop", flag, ...flags]);
      assert.equal(code, 0);
    }
    assert.deepEqual((await events("shop")).map(({ count }) => count).sort(), [1, 3]);
  });
});

test("kubecast record accepts a kind with its group, or with its version and group", async () => {
  await withApi(async ({ flags, events }) => {
    for (const object of ["deployments.apps/a", "deploy.v1.apps/b", "Pod/c"]) {
      assert.equal((await kubecast(["record", object, "A", "b", ...flags])).code, 0, object);
    }
    const objects = (await events()).map(({ involvedObject }) => `${involvedObject.apiVersion} ${involvedObject.kind}`);
    assert.deepEqual(objects.sort(), ["apps/v1 Deployment", "apps/v1 Deployment", "v1 Pod"]);
    for (const kind of ["pods.apps", "deployments.v2.apps", "backups.apps"]) {
      const { code, err } = await kubecast(["record", `${kind}/a`, "A", "b", ...flags]);
      assert.deepEqual([code, err.startsWith(`kubecast: The server has no kind ${kind}`)], [2, true], kind);
    }
  });
});

test("kubecast record finds a kind even if a Go server writes empty lists as null", async () => {
  const resource = { resource: "backups", scope: "Namespaced", shortNames: null, responseKind: { kind: "Backup" } };
  const versions = [{ version: "v1beta1", resources: null }, { version: "v1", resources: [resource] }];
  const groups = [{ metadata: { name: "empty.example.com" }, versions: null }, {
    metadata: { name: "example.com" },
    versions,
  }];
  const lists: Record<string, unknown> = { "/api": { items: null }, "/apis": { items: groups } };
  await withApi(
    async ({ flags, events }) => {
      const { code, err } = await kubecast(["record", "backup/nightly", "A", "b", ...flags]);
      assert.equal(code, 0, err);
      assert.equal((await events())[0]?.involvedObject.apiVersion, "example.com/v1");
    },
    {},
    (path) => path in lists ? Response.json(lists[path]) : undefined,
  );
});

test("kubecast record and check write events about cluster-scoped objects to kube-system, in events.k8s.io/v1 alone", async () => {
  await withApi(async ({ flags, events }) => {
    const inSystem = ["--cluster-namespace", "kube-system", "--api-version", "events.k8s.io/v1"];
    const node = ["record", "node/node-1", "Drained", "Drained the node", ...flags];
    const [stored, core, noAction, check, coreCheck] = await kubecastEach([
      [...node, ...inSystem, "--action", "Drain"],
      [...node, ...inSystem.slice(0, 2)],
      [...node, ...inSystem],
      ["check", ...flags, ...inSystem],
      ["check", ...flags, ...inSystem.slice(0, 2)],
    ]);
    assert.equal(stored!.code, 0, stored!.err);
    const [event] = await events("kube-system");
    assert.deepEqual([event!.involvedObject.kind, event!.action, event!.message], [
      "Node",
      "Drain",
      "Drained the node",
    ]);
    assert.deepEqual([core!.code, noAction!.code, check!.code, coreCheck!.code], [2, 2, 0, 2]);
    for (const { err } of [core!, coreCheck!]) {
      assert.match(err, /needs --api-version events\.k8s\.io\/v1: in core\/v1 the/);
    }
    assert.match(noAction!.err, /An --action must be given for events\.k8s\.io\/v1/);
    assert.match(check!.out, /^Namespace +kube-system$/m);
  });
});

test("kubecast record names -- for a message that begins with a dash", async () => {
  await withApi(async ({ flags, events }) => {
    const [refused, taken] = await kubecastEach([
      ["record", ...flags, "pod/web", "Failed", "-1 is not a port"],
      ["record", ...flags, "--", "pod/web", "Failed", "-1 is not a port"],
    ]);
    assert.match(refused!.err, /^kubecast: Unknown flag -1 \(put -- before a text that begins with a dash\)/);
    assert.deepEqual([refused!.code, taken!.code], [2, 0]);
    assert.equal((await events())[0]!.message, "-1 is not a port");
  });
});

test("kubecast record warns of texts that it truncates to the limits of an event", async () => {
  const intercept = (path: string): Response | undefined =>
    path.endsWith("/pods/web") ? Response.json({ kind: "Pod", metadata: { uid: "u1" } }) : undefined;
  await withApi(
    async ({ flags, events }) => {
      const record = ["record", "pod/web", ...flags];
      const [exact, long] = [["A".repeat(128), "b".repeat(32_768)], ["C".repeat(129), "é".repeat(16_385)]];
      const ended = await kubecastEach([[...record, ...exact], [...record, ...long]]);
      assert.deepEqual(ended.map(({ code, err }) => `${code} ${err}`), [
        "0 ",
        "0 kubecast: Truncated to the limits of an event: reason, message\n",
      ]);
      const messages = (await events()).map(({ message }) => message!).sort();
      assert.deepEqual(messages, [exact[1], `${"é".repeat(8191)}…${"é".repeat(8191)}`]);
    },
    {},
    intercept,
  );
});

test("kubecast record and run tell of a refusal by its cause first, and of the fix", async () => {
  await withApi(async ({ flags }) => {
    const record = ["record", "pod/web", "Done", "Backed up", "--timeout", "500ms", ...flags];
    const run = ["run", "job/backup", "--timeout", "500ms", ...flags, "--", "true"];
    const ended = await kubecastEach([record, run]);
    assert.deepEqual(ended.map(({ code }) => code), [1, 0]);
    for (const { err } of ended) {
      assert.match(
        err,
        /^kubecast: events is forbidden: .+; not written within 0\.5s\nkubecast: kubecast check, .+ prints the fix\n$/m,
      );
    }
  }, { faults: [{ verb: "create", answer: 403 }] });
});

test("kubecast record tells that its reason is probably the message", async () => {
  await withApi(async ({ flags, events }) => {
    const { code, err } = await kubecast(["record", "pod/web", "Backed up 12 files", "Done", ...flags]);
    const hint = 'The REASON is probably the MESSAGE, received "Backed up 12 files": give KIND/NAME REASON MESSAGE';
    assert.equal(code, 0);
    assert.ok(err.endsWith(`\nkubecast: ${hint}\n`), err);
    assert.deepEqual((await events()).map(({ reason, message }) => [reason, message]), [[
      "Done",
      "Backed up 12 files",
    ]]);
  });
});

test("kubecast record takes the uid of the object, or warns that it cannot read it", async () => {
  const status = (code: number, message: string): Response =>
    Response.json(
      { kind: "Status", code, message, ...code === 404 && { reason: "NotFound", details: { kind: "pods" } } },
      { status: code },
    );
  const answers: Record<string, () => Response> = {
    found: () => Response.json({ kind: "Pod", metadata: { name: "found", uid: "u1" } }),
    bare: () => Response.json({ kind: "Pod" }),
    missing: () => status(404, "not there"),
    virtual: () => status(405, "no get"),
    broken: () => status(400, "bad"),
  };
  await withApi(
    async ({ flags, events }) => {
      const names = Object.keys(answers);
      const ended = await kubecastEach(names.map((name) => ["record", `pod/${name}`, "A", "b", ...flags]));
      const warning = (name: string, why: string) =>
        "The event has no uid, so kubectl describe will not show it: " +
        `cannot read pod/${name} in namespace default (${why})\nThis will:\n` +
        `  kubectl get events --server=${flags[1]} -n default --field-selector involvedObject.name=${name}`;
      assert.deepEqual(ended.map(({ code, err }) => `${code} ${err}`), [
        "0 ",
        "0 kubecast: The event has no uid: the server's pod/bare has none\n",
        `0 kubecast: ${warning("missing", "not there")}\n`,
        `0 kubecast: ${warning("virtual", "no get")}\n`,
        "1 kubecast: bad\n",
      ]);
      const uids = (await events()).map(({ involvedObject: { name, uid } }) => [name, uid]);
      assert.deepEqual(uids.sort(), [["bare", undefined], ["found", "u1"], ["missing", undefined], [
        "virtual",
        undefined,
      ]]);
    },
    {},
    (path) => answers[/^\/api\/v1\/namespaces\/default\/pods\/(\w+)$/.exec(path)?.[1] ?? ""]?.(),
  );
});

test("kubecast record quotes the names in the command of its warning, because users paste it", async () => {
  const missing = { kind: "Status", code: 404, reason: "NotFound", details: { kind: "pods" }, message: "not there" };
  const intercept = (path: string): Response | undefined =>
    path.startsWith("/api/v1/namespaces/default/pods/") ? Response.json(missing, { status: 404 }) : undefined;
  await withApi(
    async ({ flags }) => {
      const [ended] = await kubecastEach([["record", "pod/web,2;reboot`it's`", "A", "b", ...flags]]);
      assert.match(ended!.err, / --field-selector 'involvedObject\.name=web\\,2;reboot`it'\\''s`'\n/);
    },
    {},
    intercept,
  );
});

test("kubecast record assumes a common kind if discovery is forbidden, too old or invalid", async () => {
  const forbidden = { kind: "Status", reason: "Forbidden", code: 403, message: "discovery is forbidden" };
  const none = "The server has no aggregated discovery (Kubernetes 1.26)";
  for (
    const [answer, why] of [
      [(): Response => Response.json(forbidden, { status: 403 }), "discovery is forbidden"],
      [(): Response => Response.json({ kind: "APIVersions", versions: ["v1"] }), none],
      [(): Response => Response.json({ kind: "APIGroupDiscoveryList", items: [null] }), none],
    ] as const
  ) {
    const intercept = (path: string): Response | undefined => /^\/apis?$/.test(path) ? answer() : undefined;
    await withApi(
      async ({ flags, events }) => {
        const record = (object: string): ReturnType<typeof kubecast> =>
          kubecast(["record", object, "A", "b", ...flags]);
        const { code, err } = await record("deploy/web");
        assert.deepEqual([code, err], [0, `kubecast: ${why}: assuming that deploy is the kind Deployment\n`]);
        assert.equal((await record("backup.example.com/nightly")).code, 0);
        const objects = (await events()).map(({ involvedObject: { apiVersion, kind } }) => `${apiVersion} ${kind}`);
        assert.deepEqual(objects.sort(), ["apps/v1 Deployment", "example.com/v1 Backup"]);
        const watching = startKubecast(["watch", "--for", "deploy/web", ...flags]);
        await watching.waitFor(/deployment\/web/);
        watching.kill("SIGTERM");
        assert.equal((await watching.ended).err, `kubecast: ${why}: assuming that deploy is the kind Deployment\n`);
      },
      {},
      intercept,
    );
  }
});

test("kubecast record exits with 1 and the reason if the event is not written", async () => {
  await withApi(async ({ flags }) => {
    const { code, err } = await kubecast(["record", "job/backup", "Started", "Started", ...flags]);
    assert.equal(code, 1);
    assert.match(err, /^kubecast: .*namespaces? "default" not found/m);
  }, { namespacePhase: () => "Missing" });
  const forbidden = { kind: "Status", reason: "Forbidden", code: 403, message: 'events is forbidden: User "ann"' };
  await withApi(
    async ({ flags }) => {
      const { code, err } = await kubecast(["record", "job/backup", "Started", "Started", ...flags]);
      assert.equal(code, 1);
      assert.match(err, /events is forbidden: .*\nkubecast: kubecast check, with the same flags, prints the fix\n$/m);
      const run = await kubecast(["run", "job/backup", ...flags, "--", "true"]);
      assert.equal(run.err.match(/events is forbidden/g)?.length, 1, run.err);
    },
    {},
    (path) => path.endsWith("/events") ? Response.json(forbidden, { status: 403 }) : undefined,
  );
  const unreachable = await kubecast(
    ["record", "job/backup", "Started", "Started", "-s", "http://127.0.0.1:65529", "--timeout", "300ms"],
  );
  assert.deepEqual([unreachable.code, unreachable.out], [1, ""]);
  assert.match(
    unreachable.err,
    /^kubecast: (Cannot reach http:\/\/127\.0\.0\.1:65529: .+); trying for 0\.3s\nkubecast: \1; not written within 0\.3s\nkubecast: .* check, .+ fix\n$/,
  );
  const missing = await kubecast(["record", "job/backup", "Started", "Started", "--kubeconfig", "/nope/config"]);
  assert.deepEqual(missing, {
    signal: null,
    code: 1,
    out: "",
    err:
      "kubecast: Cannot read kubeconfig /nope/config: no such file (without --kubeconfig, $KUBECONFIG or ~/.kube/config is " +
      "used)\n",
  });
  for (const server of ["http://ann:hunter2@127.0.0.1:99999", "ann:hunter2@127.0.0.1", "ftp://127.0.0.1"]) {
    const wrong = await kubecast(["check", "--server", server]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /^kubecast: --server must be an http or https URL without credentials, such as /);
    assert.ok(!wrong.err.includes("hunter2"));
  }
  const nowhere = await kubecast(["record", "job/backup", "Started", "Started"]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /^kubecast: Cannot use kubeconfig .*; set KUBECONFIG, or pass server \(--server\): .+\n$/);
});

test("kubecast record prints the name that the server gave without control characters", async () => {
  const answer = { kind: "Event", metadata: { name: "web\u202e\x1b[31m" } };
  await withApi(
    async ({ flags }) => {
      const { out } = await kubecast(["record", "job/backup", "Started", "Started", ...flags]);
      assert.equal(out, "event/web\ufffd\ufffd[31m recorded\n");
    },
    {},
    (path) => path.endsWith("/events") ? Response.json(answer, { status: 201 }) : undefined,
  );
});

scopedTest("kubecast names the flag that chooses a context, if the kubeconfig has no current one", async ({ keep }) => {
  const config = { ...kubeconfig({ server: "http://127.0.0.1:9" }), "current-context": "" };
  const KUBECONFIG = keep(new Folder()).write("config", config);
  const { err } = await kubecast(["check"], { KUBECONFIG });
  assert.match(err, /: current-context is not set; pass context \(--context\), one of "a"\n$/);
});

scopedTest(
  "kubecast takes server, namespace and credentials from the kubeconfig, and a context by name",
  async ({ keep }) => {
    await withApi(async ({ url, events }) => {
      const KUBECONFIG = keep(new Folder()).write("config", kubeconfig({ server: url }, { token: "secret" }, "shop"));
      assert.equal((await kubecast(["record", "pod/web", "Pulled", "Image pulled"], { KUBECONFIG })).code, 0);
      assert.equal((await events("shop")).length, 1);
      const given = ["--kubeconfig", KUBECONFIG, "--context", "a", "-n", "other"];
      assert.equal((await kubecast(["record", "pod/web", "Pulled", "Image pulled", ...given])).code, 0);
      assert.equal((await events("other")).length, 1);
      const missing = await kubecast(["record", "pod/web", "Pulled", "Image pulled", "--context", "b"], { KUBECONFIG });
      assert.deepEqual([missing.code, missing.err], [
        1,
        `kubecast: Cannot use kubeconfig ${KUBECONFIG}: context "b" does not exist (the contexts are "a")\n`,
      ]);
    });
  },
);

scopedTest(
  "kubecast takes an empty value for none, as kubectl does, such as that of an unset variable",
  async ({ keep }) => {
    await withApi(async ({ url, events }) => {
      const KUBECONFIG = keep(new Folder()).write("config", kubeconfig({ server: url }, {}, "shop"));
      const empty = ["kubeconfig", "context", "server", "token", "namespace", "component"].map((name) => `--${name}=`);
      const { code, err } = await kubecast(["record", "pod/web", "Pulled", "Image pulled", ...empty], { KUBECONFIG });
      assert.equal(code, 0, err);
      const [event] = await events("shop");
      assert.deepEqual([event?.source, event?.involvedObject.namespace], [{ component: "kubecast" }, "shop"]);
    });
  },
);

test("kubecast record accepts a --timeout longer or shorter than a timer's limits", async () => {
  // A response may be faster than the shortest timer.
  const hang = (path: string): Promise<Response> | undefined =>
    path.includes("/slow/") ? new Promise(() => {}) : undefined;
  await withApi(
    async ({ flags }) => {
      const ended = await kubecastEach(
        [["1000h", "shop"], ["1000000h", "shop"], ["0.0001ms", "slow"]].map(([time, namespace]) => {
          return ["record", "pod/web", "A", "b", "--timeout", time!, "-n", namespace!, ...flags];
        }),
      );
      assert.deepEqual(ended.map(({ code }) => code), [0, 0, 1]);
      assert.match(ended[2]!.err, /^kubecast: no response within/m);
    },
    {},
    hang,
  );
});

test("kubecast record prints the last error at its --timeout, or that there was no response", async () => {
  const { timeout } = AbortSignal;
  const write = process.stderr.write;
  const refused: Fault = { verb: "create", times: 1, answer: 503, retryAfterSeconds: 1 };
  const cases = [[[], /^kubecast: no response within 60s$/m], [
    [refused],
    /^kubecast: the server is currently unable to handle the request; not written within 60s$/m,
  ]] as const;
  for (const [faults, message] of cases) {
    const deadline = new AbortController();
    let printed = "";
    try {
      AbortSignal.timeout = (ms) => ms === 60_000 ? deadline.signal : timeout.call(AbortSignal, ms);
      process.stderr.write = ((text: string): boolean => {
        printed += text;
        return true;
      }) as typeof write;
      const end = (): boolean => {
        deadline.abort();
        return true;
      };
      await withApi(async ({ flags }) => {
        assert.equal(await main(["record", "pod/web", "A", "b", "--timeout", "1m", ...flags]), 1);
      }, { faults: [...faults, { verb: "create", when: end, answer: "hang" }] });
    } finally {
      AbortSignal.timeout = timeout;
      process.stderr.write = write;
    }
    assert.match(printed, message);
  }
});

test("kubecast exits with 2 and a hint on wrong usage", async () => {
  await withApi(async ({ flags }) => {
    const cases: readonly (readonly [args: readonly string[], message: string])[] = [
      [["recrod"], 'Unknown command "recrod" (is it record?)'],
      [["record", "pod/web", "A", "b", "--typ", "Normal"], "Unknown flag --typ (is it --type?)"],
      [["record", "pod/web", "A", "b", "-x"], "Unknown flag -x"],
      [["record", "pod/web", "A", "b", "--type", "Bad"], '--type must be Normal or Warning, received "Bad"'],
      [["record", "pod/web", "A", "b", "--type"], "--type needs a value: TYPE"],
      [["record", "pod/web", "A", "b", "-n", "--type"], "--namespace needs a value: NAME"],
      [
        ["record", "pod/web", "A", "b", "--label", "team"],
        '--label must be a label such as team=shop, received "team"',
      ],
      [
        ["record", "pod/web", "A", "b", "--timeout", "10"],
        '--timeout must be a duration such as 30s, 5m or 1h, received "10" (10s or 10m?)',
      ],
      [
        ["record", "pod/web", "A", "b", "--timeout", "9".repeat(310) + "h"],
        "--timeout must be a duration such as 30s, 5m or 1h",
      ],
      [
        ["record", "pod/web", "A", "b", "--timeout", "0s"],
        '--timeout must be a duration such as 30s, 5m or 1h, received "0s"',
      ],
      [["record", "pod/.", "A", "b"], 'The object must be KIND/NAME such as pod/web, received "pod/."'],
      [["record", "pod/..", "A", "b"], 'The object must be KIND/NAME such as pod/web, received "pod/.."'],
      [["record"], 'The object must be KIND/NAME such as pod/web, received ""'],
      [["record", "web"], 'The object must be KIND/NAME such as pod/web, received "web"'],
      [["record", "pod/../x", "A", "b"], 'The object must be KIND/NAME such as pod/web, received "pod/../x"'],
      [["record", "pod/web"], "A REASON such as BackOff must be given"],
      [["record", "pod/web", "BackOff"], "A MESSAGE must be given"],
      [["record", "pod/web", "BackOff", ""], "The MESSAGE must not be empty"],
      [["run", "pod/web", "sh", "-c", "true"], "Unknown flag -c (put -- before the program)"],
      [["run", "pod/web", "sh", "--timeout", "1s"], "Unknown argument sh (put -- before the program)"],
      [["record", "pod/web", "A", "b", "c"], 'Too many arguments: put quotes around the message, "b c …"'],
      [["record", "podd/web", "A", "b", ...flags], "The server has no kind podd (is it pods?)"],
      [["record", "frob/web", "A", "b", ...flags], "The server has no kind frob\n"],
      [["record", "zebra/web", "A", "b", ...flags], "The server has no kind zebra"],
      [["watch", "pod/web"], "Unknown argument pod/web (--for names an object, -n a namespace)"],
      [["watch", "-o", "xml"], '--output must be table, lines, json or yaml, received "xml"'],
      [["watch", "-o", "table"], "--output table needs a terminal"],
      [["watch", "-A=yes"], "--all-namespaces takes no value"],
      [["watch", "--all-namespaces=yes"], "--all-namespaces takes no value"],
      [["watch", "-n", "a/b", ...flags], '--namespace must be a namespace\'s name, received "a/b"'],
      [
        ["record", "pod/web", "A", "b", "-n", "../x", ...flags],
        '--namespace must be a namespace\'s name, received "../x"',
      ],
      [["record", "pod/a%2fb", "A", "b"], 'The object must be KIND/NAME such as pod/web, received "pod/a%2fb"'],
      [
        ["record", "pod/web", "A", "b", "--label", "a key=b"],
        '--label must be a label such as team=shop, received "a key=b"',
      ],
      [
        ["record", "pod/web", "A", "b", "--label", "a=b c"],
        '--label must be a label such as team=shop, received "a=b c"',
      ],
      [
        ["record", "pod/web", "A", "b", "--annotation", "__proto__=x"],
        '--annotation must be an annotation such as example.com/run=42, received "__proto__=x"',
      ],
      [["run", "job/backup"], "A PROGRAM must be given, after --"],
      [["run", "job/backup", "ls", "-l"], "Unknown flag -l"],
      [["serve", "--port", "70000"], '--port must be a number from 0 to 65535, received "70000"'],
      [["serve", "--port", ""], '--port must be a number from 0 to 65535, received ""'],
      [["serve", "--port", "0x10"], '--port must be a number from 0 to 65535, received "0x10"'],
      [["serve", "8001"], "Unknown argument 8001"],
    ];
    const ended = await kubecastEach(cases.map(([args]) => args));
    for (const [index, [args, message]] of cases.entries()) {
      const { code, out, err } = ended[index]!;
      assert.deepEqual([code, out], [2, ""], args.join(" "));
      assert.ok(err.startsWith(`kubecast: ${message}`), `${args.join(" ")}: ${err}`);
      assert.match(err, /\nkubecast( \w+)? --help shows how to use it\n$/);
    }
  });
});

test("kubecast --help describes each command with every flag and an example", async () => {
  const names = ["record", "watch", "timeline", "run", "check", "serve"];
  const [all, help, short, none, ...each] = await kubecastEach(
    [["--help"], ["help", "run"], ["run", "-h"], [], ...names.map((name) => [name, "--help"])],
  );
  assert.deepEqual([all!.code, none!.code], [0, 2]);
  assert.deepEqual(help, short);
  for (const [index, name] of names.entries()) {
    assert.match(all!.out, new RegExp(`^  ${name} +\\w.+\\.$`, "m"));
    const { code, out } = each[index]!;
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Usage: kubecast ${name}`, "m"));
    assert.match(out, new RegExp(`^Examples?:\\n  .*kubecast ${name} `, "m"));
    assert.match(out, /Exit code: /);
    const source = await readFile(new URL(`../../../src/app/cli/${name}_command.ts`, import.meta.url), "utf8");
    const flags = source.slice(source.indexOf("flags: {"), source.indexOf("examples:"));
    const own = [...flags.matchAll(/^ {4}"?([a-z-]+)"?: \{/gm)].map(([, flag]) => flag!);
    const connection = name === "serve" ? [] : ["kubeconfig", "context", "server", "token", "as", "namespace"];
    assert.ok(own.length >= 2);
    for (const flag of [...own, ...connection, "help"]) {
      assert.match(out, new RegExp(`^  .*--${flag}\\b.* {2,}\\S`, "m"));
    }
    assert.ok(out.split("\n").every((line) => line.length <= 120), name);
  }
});

test("kubecast --version prints the package's version", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../../deno.json", import.meta.url), "utf8"));
  assert.deepEqual(await kubecast(["--version"]), { code: 0, signal: null, out: `${version}\n`, err: "" });
});

test("kubecast run records Started and Completed or Failed, and exits with the program's code", async () => {
  await withApi(async ({ flags, events }) => {
    const run = (...command: string[]): ReturnType<typeof kubecast> =>
      kubecast(["run", "job/backup", "-n", "shop", ...flags, "--component", "ci", "--", ...command]);
    const completed = await run("sh", "-c", "echo out; echo err >&2");
    assert.deepEqual([completed.code, completed.out], [0, "out\n"]);
    assert.match(completed.err, /^err$/m);
    assert.deepEqual(completed.err.match(/^kubecast: \w+ \w+/gm), ["kubecast: The event"]);
    assert.equal((await run("sh", "-c", "exit 3", "--secret=hunter2")).code, 3);
    assert.equal((await run("sh", "-c", "kill -KILL $$")).code, 137);
    assert.equal((await run("kubecast-missing-program")).code, 127);
    assert.equal((await run("/")).code, 126);
    // Node and Bun throw what they emit for the others.
    const inFile = await run("/etc/passwd/program");
    assert.match(inFile.err, /^kubecast: cannot start \/etc\/passwd\/program: /m);
    assert.equal(inFile.code, 126);
    const stored = await events("shop");
    assert.ok(!JSON.stringify(stored).includes("hunter2"));
    const messages = stored.map(({ type, reason, message }) =>
      `${type} ${reason}: ${message}`.replace(/\d+\.\ds/, "TIME")
    );
    assert.deepEqual(
      messages.filter((message) => !message.includes("Started")).sort().map((message) => {
        return message.replace(/(?<=: program could not be started: ).*/, "…");
      }),
      [
        "Normal Completed: sh completed after TIME",
        "Warning Failed: / could not be started: it is not executable",
        "Warning Failed: kubecast-missing-program could not be started: it was not found",
        "Warning Failed: program could not be started: …",
        "Warning Failed: sh failed with exit code 3 after TIME",
        "Warning Failed: sh was terminated by SIGKILL after TIME",
      ],
    );
    // Nothing that could not be started was.
    assert.deepEqual(
      messages.filter((message) => message.startsWith("Normal Started")),
      Array(3).fill("Normal Started: Started sh"),
    );
    assert.ok(stored.every(({ source }) => source?.component === "ci"));
    assert.equal((await kubecast(["run", "job/nightly", "-n", "night", ...flags, "--", "true"])).code, 0);
    const components = (await events("night")).map(({ source }) => source?.component);
    assert.deepEqual(components, ["kubecast", "kubecast"], "without --component");
  });
});

test("kubecast run passes on a signal without a name, which Node and Bun report as exit code 0", async () => {
  await withApi(async ({ flags, events }) => {
    const { code } = await kubecast(["run", "job/backup", "-n", "shop", ...flags, "--", "sh", "-c", "kill -34 $$"]);
    const reasons = (await events("shop")).map(({ reason }) => reason).sort();
    const isDeno = "Deno" in globalThis;
    assert.deepEqual([code, reasons], isDeno ? [162, ["Failed", "Started"]] : [0, ["Completed", "Started"]]);
  });
});

scopedTest("kubecast run tells a signal without a name of its program from one of an exec plugin", async ({ keep }) => {
  const start = (plugin: string, program: string): Program => {
    const apiVersion = "client.authentication.k8s.io/v1";
    const exec = { apiVersion, interactiveMode: "Never", command: "sh", args: ["-c", plugin] };
    const KUBECONFIG = keep(new Folder()).write("config", kubeconfig({ server: "https://127.0.0.1:9" }, { exec }));
    return startKubecast(["run", "job/backup", "--timeout", "100ms", "--", "sh", "-c", program], { KUBECONFIG });
  };
  const runs = start("kill -34 $$", "read line; exit 7");
  await runs.waitFor(/no events are recorded/, "err");
  runs.child.stdin!.end("\n");
  assert.equal((await runs.ended).code, 7);
  const killed = start("echo started >&2; exec sleep 600", "read line; kill -34 $$");
  await killed.waitFor(/started/, "err");
  killed.child.stdin!.end("\n");
  const { code, err } = await killed.ended;
  const expected = "started\nkubecast: not all events were written within 0.1s\n";
  assert.deepEqual([code, err], ["Deno" in globalThis ? 162 : 0, expected]);
});

/** Signals, and exit codes to tell them apart. */
const SIGNALS = (["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGCONT"] as const)
  .map((signal, index) => [signal, 7 + index] as const);

test("kubecast run forwards signals, and waits for the program to end", async () => {
  await withApi(async ({ flags, events }) => {
    for (const [signal, code] of SIGNALS) {
      const script = `trap 'echo caught; exit ${code}' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const program = startKubecast(["run", "job/backup", ...flags, "--", "sh", "-c", script]);
      await program.waitFor(/ready/);
      program.kill(signal);
      const ended = await program.ended;
      assert.deepEqual([ended.code, ended.out], [code, "ready\ncaught\n"], signal);
    }
    const program = startKubecast(["run", "job/backup", ...flags, "--", "sh", "-c", "echo ready; exec sleep 600"]);
    await program.waitFor(/ready/);
    program.kill("SIGTERM");
    assert.equal((await program.ended).code, 143);
    const messages = (await events()).map(({ message }) => message).join("\n");
    assert.match(messages, /^sh failed with exit code 7 after/m);
    assert.match(messages, /^sh was terminated by SIGTERM after/m);
  });
});

test("kubecast run never fails a program because events cannot be written", async () => {
  for (const flags of [["--server", "http://127.0.0.1:9"], ["--kubeconfig", "missing"], []]) {
    const { code, out, err } = await kubecast([
      "run",
      "job/backup",
      "--timeout",
      "300ms",
      ...flags,
      "--",
      "echo",
      "out",
    ]);
    assert.deepEqual([code, out], [0, "out\n"]);
    assert.match(err, /^(kubecast: Cannot reach .+; trying again .+\n)?kubecast: no events are recorded: Cannot .+\n$/);
  }
  await withApi(async ({ flags }) => {
    const { code, err } = await kubecast(["run", "job/backup", ...flags, "--", "true"]);
    assert.equal(code, 0);
    assert.match(err, /^kubecast: .*namespaces? "default" not found/m);
  }, { namespacePhase: () => "Missing" });
  await withApi(async ({ flags }) => {
    const { code, out, err } = await kubecast(["run", "podd/web", ...flags, "--", "sh", "-c", "echo out; exit 5"]);
    assert.deepEqual([code, out], [5, "out\n"]);
    assert.equal(err, "kubecast: no events are recorded: The server has no kind podd (is it pods?)\n");
  });
  await withApi(async ({ flags }) => {
    const { code, err } = await kubecast(["run", "job/backup", "--timeout", "500ms", ...flags, "--", "true"]);
    assert.equal(code, 0);
    assert.match(
      err,
      /^kubecast: the server is .+; not written within 0\.5s\nkubecast: kubecast check, .+ prints the fix\n$/m,
    );
  }, { faults: [{ verb: "create", answer: 503 }] });
});

test("kubecast run, record and watch --for wait for a server that is down at their start", async () => {
  await withApi(async ({ url, events, record }) => {
    await record(podEvent("a"));
    // Answers from the third request on.
    let requests = 0;
    const server = await serveHttp(async (request) => {
      if (++requests <= 2) return new Response(null, { status: 503 });
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? null : await request.text();
      return await fetch(url + pathname + search, { method: request.method, headers: request.headers, body });
    });
    try {
      const flags = ["--server", server.url, "-n", "shop"];
      const script = "echo ready; read line";
      const run = startKubecast(["run", "job/backup", ...flags, "--", "sh", "-c", script]);
      await run.waitFor(/trying again until 10s after the program ends\n/, "err");
      await run.runsUntil(async () => (await events("shop")).length >= 2);
      run.child.stdin!.end("\n");
      const ended = await run.ended;
      assert.equal(ended.code, 0, ended.err);
      requests = 0;
      const recorded = await kubecast(["record", "pod/web", "Late", "Late", ...flags]);
      assert.equal(recorded.code, 0, recorded.err);
      assert.match(recorded.err, /^kubecast: HTTP 503.*; trying for 30s\n/);
      assert.deepEqual(
        (await events("shop")).map(({ reason }) => reason).sort(),
        ["Completed", "Late", "Pulled", "Started"],
      );
      requests = 0;
      const watch = startKubecast(["watch", "--for", "pod/web", ...flags]);
      await watch.waitFor(/Image pulled/);
      watch.kill("SIGTERM");
      assert.equal((await watch.ended).code, 0);
    } finally {
      await server.close();
    }
  });
});

test("kubecast record exits with 0 if its event is written, even if its output is full", {
  skip: !existsSync("/dev/full"),
}, async () => {
  await withApi(async ({ flags, events }) => {
    const record = [...KUBECAST, "record", "pod/web", "A", "b", ...flags];
    const quiet = await new Program(["sh", "-c", 'exec "$@" 2>/dev/full', "sh", ...record]).ended;
    assert.match(quiet.out, / recorded\n$/);
    assert.deepEqual([quiet.code, (await events()).length], [0, 1]);
    const nameless = await new Program(["sh", "-c", 'exec "$@" >/dev/full', "sh", ...record]).ended;
    assert.match(nameless.err, /no space left/i);
    assert.deepEqual([nameless.code, (await events()).length], [0, 2]);
  });
});

test("kubecast exits with its normal code even if its stderr is closed", async () => {
  const api = ["--server", "http://127.0.0.1:9", "--timeout", "100ms"];
  const run = startKubecast(["run", "job/backup", ...api, "--", "sh", "-c", "echo out; read line; exit 7"]);
  run.child.stderr!.destroy();
  await run.waitFor(/out/);
  run.child.stdin!.end("\n");
  assert.equal((await run.ended).code, 7);
  const wrong = startKubecast(["recrod"]);
  wrong.child.stderr!.destroy();
  assert.equal((await wrong.ended).code, 2);
});

scopedTest("kubecast waits no longer than its time-out for an exec plugin that hangs", async ({ keep }) => {
  const api = "client.authentication.k8s.io/v1";
  const exec = { apiVersion: api, interactiveMode: "Never", command: "sleep", args: ["600"] };
  const KUBECONFIG = keep(new Folder()).write("config", kubeconfig({ server: "https://127.0.0.1:9" }, { exec }));
  const run = await kubecast(["run", "job/backup", "--timeout", "100ms", "--", "echo", "out"], { KUBECONFIG });
  assert.deepEqual(
    [run.code, run.out, run.err],
    [0, "out\n", "kubecast: not all events were written within 0.1s\n"],
  );
  const record = await kubecast(["record", "pod/web", "A", "b", "--timeout", "100ms"], { KUBECONFIG });
  assert.deepEqual([record.code, record.err], [1, "kubecast: no response within 0.1s\n"]);
});

test("kubecast watch prints a line per occurrence until it is terminated", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a", { type: "Warning", reason: "BackOff", message: "Back-off\n\x1b[31mred", count: 3 }));
    const program = startKubecast(["watch", "-A", ...flags]);
    await program.waitFor(/BackOff/);
    await record(podEvent("b"));
    await program.waitFor(/Pulled/);
    program.kill("SIGINT");
    const { code, out, err } = await program.ended;
    assert.deepEqual([code, err], [0, ""]);
    assert.equal(
      out,
      "2026-01-01T00:00:00.000Z  Warning  BackOff  shop/pod/web  x3  Back-off �[31mred\n" +
        "2026-01-01T00:00:00.000Z  Normal  Pulled  shop/pod/web  x1  Image pulled\n",
    );
  });
});

test("kubecast watch prints existing events by time, those since a time and with a label, and as YAML", async () => {
  await withApi(async ({ flags, record }) => {
    const at = (hoursAgo: number): string =>
      new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 19) + "Z";
    const event = (name: string, hoursAgo: number, team: string): ReturnType<typeof podEvent> => {
      const { metadata, ...fields } = podEvent(name, { reason: `R${hoursAgo}`, lastTimestamp: at(hoursAgo) });
      return { ...fields, metadata: { ...metadata, labels: { team } } };
    };
    await record(event("a", 1, "shop"));
    await record(event("b", 30, "shop"));
    await record(event("c", 5, "ops"));
    await record(event("d", 9, "shop"));
    const reasonsOf = async (...more: string[]): Promise<string[]> => {
      const program = startKubecast(["watch", "-n", "shop", ...flags, ...more]);
      const { out } = await program.waitFor(/R1\b[^\n]*\n(?:.*\n)*?/).then(() => program);
      program.kill("SIGTERM");
      assert.equal((await program.ended).code, 0);
      return [...out.matchAll(/\bR\d+\b/g)].map(([reason]) => reason);
    };
    assert.deepEqual(await reasonsOf(), ["R30", "R9", "R5", "R1"]);
    assert.deepEqual(await reasonsOf("--since", "10h"), ["R9", "R5", "R1"]);
    assert.deepEqual(await reasonsOf("-l", "team=shop"), ["R30", "R9", "R1"]);
    const yaml = startKubecast(["watch", "-n", "shop", "-o", "yaml", "--since", "2h", ...flags]);
    await yaml.waitFor(/\n {2}count: 1\n|reportingInstance/);
    yaml.kill("SIGTERM");
    const { out } = await yaml.ended;
    assert.match(out, /^---\nregarding:\n {2}kind: Pod\n {2}namespace: shop\n {2}name: web\n/);
    assert.equal(out.match(/^---$/gm)?.length, 1);
  });
});

test("kubecast watch --once prints the events that the server has by time, selected by reason and fields", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a", { reason: "Later", lastTimestamp: "2026-01-01T00:00:09Z" }));
    await record(podEvent("b", { source: { component: "scheduler" } }));
    const once = ["watch", "-n", "shop", "--once", ...flags];
    const [lines, json, reason, field, since] = await kubecastEach([
      once,
      [...once, "-o", "json"],
      [...once, "--reason", "Later"],
      [...once, "--field-selector", "source=scheduler"],
      [...once, "--since", "1h"],
    ]);
    const reasonsOf = (text: string) => [...text.matchAll(/\b(Later|Pulled)\b/g)].map(([reason]) => reason);
    assert.deepEqual([lines!.code, reasonsOf(lines!.out)], [0, ["Pulled", "Later"]]);
    assert.equal(JSON.parse(json!.out.split("\n")[1]!).reason, "Later");
    assert.deepEqual(reasonsOf(reason!.out), ["Later"]);
    assert.deepEqual(reasonsOf(field!.out), ["Pulled"]);
    assert.deepEqual([since!.code, since!.out], [0, ""]);
    assert.match(
      since!.err,
      /^kubecast: No events in namespace shop: the server has \d others? there, since 20\S+Z\n$/,
    );
  });
});

test("kubecast watch reports on stderr that there are no events yet, but not if the server refuses", async () => {
  await withApi(async ({ flags, record }) => {
    const program = startKubecast(["watch", "-n", "shop", ...flags]);
    await program.waitFor(/^kubecast: No events yet in namespace shop\n$/, "err");
    await record(podEvent("a"));
    await program.waitFor(/Pulled/);
    program.kill("SIGTERM");
    assert.equal((await program.ended).code, 0);
  });
});

test("kubecast watch -o json prints occurrences as NDJSON, of one object, one type, from now on", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("old", { type: "Warning" }));
    const only = ["--for", "po/web", "--types", "Warning", "-n", "shop"];
    const program = startKubecast(["watch", "-o", "json", ...only, ...flags]);
    await program.waitFor(/\n/);
    await record(podEvent("normal"));
    const other = { kind: "Pod", namespace: "shop", name: "other" };
    await record(podEvent("other", { type: "Warning", involvedObject: other }));
    await record(podEvent("new", { type: "Warning", message: "é✓\u009b31m" }));
    await program.waitFor(/"new"/);
    program.kill("SIGTERM");
    const { code, out } = await program.ended;
    assert.equal(code, 0);
    assert.ok(!out.includes("\u009b"));
    const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ event }) => event.metadata.name), ["old", "new"]);
    const { message, type, regarding, reporter, count, delta, last } = lines[1];
    assert.deepEqual(
      [message, type, regarding.name, reporter, count, delta, last],
      ["é✓\u009b31m", "Warning", "web", { component: "kubelet" }, 1, 1, "2026-01-01T00:00:00.000Z"],
    );
  });
});

scopedTest(
  "kubecast watch --for a cluster-scoped object reads the namespace default, where its events are",
  async ({ keep }) => {
    await withApi(async ({ url, flags }) => {
      const KUBECONFIG = keep(new Folder()).write("config", kubeconfig({ server: url }, {}, "shop"));
      for (
        const [object, place, env] of [["node/n9", ["-n", "shop", ...flags], {}], ["ns/shop", [], {
          KUBECONFIG,
        }]] as const
      ) {
        assert.equal((await kubecast(["record", object, "Cordoned", `about ${object}`, ...place], env)).code, 0);
        const program = startKubecast(["watch", "--for", object, ...place], env);
        await program.waitFor(new RegExp(`x1 {2}about ${object}\\n`));
        program.kill("SIGTERM");
        assert.equal((await program.ended).code, 0);
      }
    });
  },
);

test("kubecast watch ends quietly when its pipe is closed", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const program = startKubecast(["watch", "-A", ...flags]);
    await program.waitFor(/Pulled/);
    program.child.stdout!.destroy();
    let hasEnded = false;
    program.ended.then(() => hasEnded = true);
    for (let i = 0; !hasEnded; i++) {
      await record(podEvent(`b${i}`));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { code, err } = await program.ended;
    assert.deepEqual([code, err], [0, ""]);
  });
});

test("kubecast watch ends at a signal if the reader of its output has stopped reading", async () => {
  await withApi(async ({ flags, record }) => {
    // More than fits into a pipe.
    const message = "x".repeat(1000);
    for (let i = 0; i < 400; i++) await record(podEvent(`web.${i}`, { message }));
    for (const output of ["lines", "json", "yaml"]) {
      const program = startKubecast(["watch", "-A", "-o", output, ...flags]);
      await program.waitFor(/xxx/);
      program.child.stdout!.pause();
      await new Promise((resolve) => setTimeout(resolve, 300));
      program.kill("SIGTERM");
      const code = await new Promise((resolve) => void program.child.on("exit", resolve));
      program.child.stdout!.resume();
      await program.ended;
      assert.equal(code, 0);
    }
  });
});

test("kubecast watch exits with 1 if the server forbids it", async () => {
  const server = await serveHttp(() =>
    Promise.resolve(
      Response.json({ kind: "Status", reason: "Forbidden", code: 403, message: "no\x1b[31m" }, { status: 403 }),
    )
  );
  try {
    const { code, err } = await kubecast(["watch", "--server", server.url]);
    assert.equal(code, 1);
    assert.match(err, /\nkubecast: .*no�\[31m; the role needs .*\n$/);
    assert.doesNotMatch(err, /No events/);
  } finally {
    await server.close();
  }
});

test("kubecast serve serves events until it is terminated, and prints its URL", async () => {
  const program = startKubecast(["serve", "--port", "0", "--ttl", "10m"]);
  const [, url] = await program.waitFor(/^Serving events at (http:\/\/127\.0\.0\.1:\d+) /);
  const taken = await kubecast(["serve", "--port", new URL(url!).port]);
  assert.deepEqual([taken.code, taken.out], [1, ""]);
  assert.match(taken.err, /^kubecast: port \d+ is in use: choose another, or --port 0 for a free one\n$/);
  const watching = startKubecast(["watch", "-A", "--server", url!]);
  assert.equal((await kubecast(["record", "pod/web", "Pulled", "Image pulled", "--server", url!])).code, 0);
  await watching.waitFor(/Normal {2}Pulled {2}default\/pod\/web {2}x1 {2}Image pulled\n/);
  watching.kill("SIGINT");
  assert.equal((await watching.ended).code, 0);
  program.kill("SIGTERM");
  const { code, err } = await program.ended;
  assert.deepEqual([code, err], [0, ""]);
});

test("kubecast record finds a kind in a discovery response without optional fields", async () => {
  const answers: Record<string, unknown> = {
    "/api": {},
    "/apis": {
      items: [
        {},
        {
          metadata: { name: "example.com" },
          versions: [{ version: "v2" }, {
            version: "v1",
            resources: [{ resource: "reports" }, {
              resource: "backups",
              scope: "Cluster",
              responseKind: { kind: "Backup" },
            }],
          }],
        },
      ],
    },
  };
  const intercept = (path: string): Response | undefined => path in answers ? Response.json(answers[path]) : undefined;
  await withApi(
    async ({ flags, events }) => {
      const { code, err } = await kubecast(["record", "backup/nightly", "A", "b", ...flags]);
      assert.equal(code, 0, err);
      const [event] = await events();
      assert.deepEqual(event?.involvedObject, { apiVersion: "example.com/v1", kind: "Backup", name: "nightly" });
    },
    {},
    intercept,
  );
});
