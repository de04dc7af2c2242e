import { test } from "node:test";
import assert from "node:assert/strict";
import { podEvent, withApi } from "./events_api.ts";
import { kubecast, kubecastEach, type Program, startKubecast } from "./start_kubecast.ts";

const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;

const forbidden = (): Response =>
  Response.json({ kind: "Status", status: "Failure", reason: "Forbidden", message: "not allowed", code: 403 }, {
    status: 403,
  });

/** A server that permits reading in two namespaces alone, with an event or two in each of three. */
async function withRole(run: (flags: readonly string[]) => Promise<void>): Promise<void> {
  await withApi(
    async ({ flags, record }) => {
      for (const [i, namespace] of ["shop", "billing", "other"].entries()) {
        await record(
          podEvent("a", { metadata: { name: "a", namespace }, ...about(namespace), lastTimestamp: at(9 - i) }),
        );
      }
      const failed = { type: "Warning", reason: "Failed", lastTimestamp: at(30) };
      await record(podEvent("b", { metadata: { name: "b", namespace: "billing" }, ...about("billing"), ...failed }));
      await run(flags);
    },
    {},
    (path) => /^\/api\/v1\/(events|namespaces\/other\/)/.test(path) ? forbidden() : undefined,
  );
}

const about = (namespace: string) => ({ involvedObject: { kind: "Pod", namespace, name: "web" } });

const factsOf = (out: string): string[] =>
  out.trim().split("\n").map((line) => {
    const { regarding, reason } = JSON.parse(line);
    return `${regarding.namespace} ${reason}`;
  });

test("kubecast reads several namespaces one by one if the role permits only these", async () => {
  await withRole(async (flags) => {
    const cases = [["-n", "shop,billing"], ["-n", "shop", "-n", "billing"]].map((namespaces) => {
      return ["watch", "--once", "-o", "json", ...namespaces, ...flags];
    });
    for (const { code, out, err } of await kubecastEach(cases)) {
      assert.deepEqual([code, err], [0, ""]);
      assert.deepEqual(factsOf(out), ["billing Pulled", "shop Pulled", "billing Failed"]);
    }
    const live = startKubecast(["watch", "-o", "json", "-n", "shop,billing", ...flags]);
    await live.waitFor(/Failed/);
    live.kill("SIGTERM");
    const { code, out } = await live.ended;
    assert.deepEqual([code, factsOf(out)], [0, ["billing Pulled", "shop Pulled", "billing Failed"]]);
    const { err } = await kubecast(["forward", "--to", "stdout", "-n", "shop,billing", ...flags]);
    assert.match(err, /^kubecast: forward takes one namespace, or --all-namespaces: run it once for each namespace\n/);
  });
});

test("kubecast selects on a cluster as in files: several values, all but some, and a time window", async () => {
  await withApi(async ({ flags, record }) => {
    const fields = [["Pulled", "Normal", 1], ["BackOff", "Warning", 2], ["Failed", "Error", 3]] as const;
    for (const [reason, type, minute] of fields) {
      const name = reason.toLowerCase();
      const involvedObject = { kind: "Pod", namespace: "shop", name };
      await record(podEvent(name, { reason, type, lastTimestamp: at(minute), involvedObject }));
    }
    const cases: Record<string, string[]> = {
      "Pulled BackOff": ["--reason", "Pulled", "--reason", "BackOff"],
      "BackOff Failed": ["--reason", "!=Pulled"],
      "Pulled Failed": ["--types", "normal,Error"],
      "Failed": ["--types", "!=Normal,!=Warning"],
      "Pulled": ["--for", "!=pod/backoff", "--for", "!=pod/failed"],
      "Pulled  Failed": ["--for", "pod/pulled,po/failed"],
      "BackOff": ["--since", "2026-01-01T00:02Z", "--until", "2026-01-01T00:03Z"],
    };
    const ended = await kubecastEach(
      Object.values(cases).map((args) => ["watch", "--once", "-n", "shop", ...flags, ...args]),
    );
    for (const [i, reasons] of Object.keys(cases).entries()) {
      const found = [...ended[i]!.out.matchAll(/Pulled|BackOff|Failed/g)].map(([reason]) => reason);
      assert.deepEqual(found, reasons.split(/ +/), ended[i]!.err);
    }
  });
});

test("kubecast selects the events of the typed API group, on a cluster and in files", async () => {
  await withApi(async ({ flags, record }) => {
    const groups = { batch: "batch/v1", example: "example.com/v1", none: "" };
    const events = Object.entries(groups).map(([reason, apiVersion]) =>
      podEvent(reason, { reason, involvedObject: { kind: "CronJob", namespace: "shop", name: "x", apiVersion } })
    );
    for (const event of events) await record(event);
    const cases: Record<string, string> = {
      "batch example none": "cronjob/x",
      "batch none": "cronjobs.batch/x",
      " batch none": "CronJob.v1.batch/x",
      "": "!=cronjobs.batch/x,!=cj.v1beta1.example.com/x",
      "example none": "CronJob.v2.Example.com/x",
    };
    const list = JSON.stringify({ kind: "List", items: events });
    const inFiles = Object.values(cases).map(async (object) => {
      const program = startKubecast(["watch", "--for", object, "--from", "-"]);
      program.child.stdin!.end(list);
      return (await program.ended).out;
    });
    const found = (out: string): string => [...out.matchAll(/batch|example|none/g)].join(" ");
    const expected = Object.keys(cases).map((reasons) => reasons.trim());
    assert.deepEqual((await Promise.all(inFiles)).map(found), expected);
    const objects = Object.values(cases).slice(0, 3);
    const onCluster = await kubecastEach(
      objects.map((object) => ["watch", "--once", "-n", "shop", ...flags, "--for", object]),
    );
    assert.deepEqual(onCluster.map(({ out }) => found(out)), expected.slice(0, 3));
  });
});

test("kubecast watch ends at the time of --until, at once if it is past", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const watch = (until: string, ...args: string[]): Program => {
      return startKubecast(["watch", "-n", "shop", "--until", until, ...args]);
    };
    // Long enough to start all of them, however busy the machine is.
    const begun = Date.now();
    await kubecast(["watch", "--once", "-n", "shop", ...flags]);
    const soon = new Date(Date.now() + 2000 + 4 * (Date.now() - begun)).toISOString();
    const event = JSON.stringify(podEvent("a"));
    const pipe = watch(soon, "--from", "-");
    pipe.child.stdin!.write(`${event}\n`);
    const programs = [watch(soon, ...flags), watch(soon, "-o", "json", ...flags), pipe, watch("1s", ...flags)];
    for (const { ended } of programs) {
      const { code, signal, out, err } = await ended;
      assert.deepEqual([code, signal, err], [0, null, ""]);
      assert.match(out, /Pulled/);
    }
    assert.ok(Date.now() >= Date.parse(soon));
    const far = watch("2100-01-01", ...flags);
    await far.waitFor(/Pulled/);
    await record(podEvent("b", { reason: "Later" }));
    await far.waitFor(/Later/);
    far.kill("SIGTERM");
    assert.equal((await far.ended).code, 0);
  });
});

test("kubecast reports where the server has events, and since when, if a selection has none", async () => {
  await withApi(async ({ flags, record }) => {
    const run = (...args: string[]): string[] => [...args, ...flags];
    const commands = [run("watch", "--once", "-n", "empty"), run("timeline", "-n", "shop", "--reason", "Nope")];
    const [none] = await kubecastEach(commands);
    assert.equal(none!.err, "kubecast: No events in namespace empty\n");
    await record(podEvent("a", { lastTimestamp: at(5) }));
    await record(podEvent("b", { lastTimestamp: at(4) }));
    const [elsewhere, filtered] = await kubecastEach(commands);
    const since = "since 2026-01-01T00:04:00.000Z";
    assert.equal(
      elsewhere!.err,
      `kubecast: No events in namespace empty: the server has 2 in other namespaces (--all-namespaces), ${since}\n`,
    );
    assert.equal(
      filtered!.err,
      `kubecast: No events in namespace shop, reason=Nope: the server has 2 others there, ${since}\n`,
    );
    const ui = startKubecast(run("ui", "-n", "empty"));
    await ui.waitFor(/No events yet in namespace empty: the server has 2 in other namespaces/, "err");
    ui.kill("SIGTERM");
    await ui.ended;
  });
});
