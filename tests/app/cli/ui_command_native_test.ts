import { test } from "node:test";
import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import { grantOf, isHost } from "../../../src/app/cli/ui_command.ts";
import type { Line } from "../../../src/app/page/feed.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "../../../src/app/page/page_text.ts";
import { podEvent, withApi } from "./events_api.ts";
import { kubecast, startKubecast } from "./start_kubecast.ts";

/** The status of a request, with a `Host` that fetch would not send. */
function statusOf(origin: string, path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    request(origin + path, { headers, method }, (response) => {
      resolve(response.statusCode!);
      response.destroy();
    }).on("error", reject).end();
  });
}

test("kubecast ui serves its page to anyone on this machine, and events only with the token", async () => {
  await withApi(async ({ flags, record, patch }) => {
    await record(podEvent("a", { type: "Warning", reason: "BackOff", count: 3 }));
    const program = startKubecast(["ui", "-A", ...flags]);
    const [, address] = await program.waitFor(/^Open (\S+)\n/);
    const { origin, hash, port, hostname } = new URL(address!);
    assert.equal(hostname, "127.0.0.1");
    const authorization = `Bearer ${hash.slice(1)}`;
    const page = await fetch(origin);
    assert.match(page.headers.get("content-security-policy")!, /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.match(await page.text(), /<script src="\/page\.js" defer>/);
    for (const [path, text] of [["/page.js", PAGE_SCRIPT], ["/page.css", PAGE_STYLE]]) {
      assert.equal(await (await fetch(origin + path)).text(), text);
    }
    const local = { host: `127.0.0.1:${port}` };
    const refused = [
      await statusOf(origin, "/events", local),
      await statusOf(origin, "/events", { ...local, authorization: "Bearer wrong" }),
      await statusOf(origin, "/events", { authorization, host: `evil.example:${port}` }),
      await statusOf(origin, "/events", { authorization, host: "127.0.0.1:1" }),
      await statusOf(origin, "/events", { ...local, authorization }, "POST"),
      await statusOf(origin, "/api/v1/secrets", { ...local, authorization }),
      await statusOf(origin, "/toString", local),
    ];
    assert.deepEqual(refused, [401, 401, 403, 403, 405, 404, 404]);
    assert.equal(await statusOf(origin, "/events", { authorization, host: `localhost:${port}` }), 200);

    const aborter = new AbortController();
    const { body } = await fetch(`${origin}/events`, { headers: { authorization }, signal: aborter.signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const lines = (): Line[] => text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
    const until = async (condition: () => boolean): Promise<void> => {
      while (!condition()) text += (await reader.read()).value;
    };
    await until(() => lines().at(-1)?.reading?.name === "live");
    await patch("a", { count: 4 });
    await until(() => lines().at(-1)?.reports?.[0]?.[0] === 4);
    assert.ok(lines()[0]!.about!.title.startsWith("127.0.0.1:"));
    assert.deepEqual(lines().filter(({ event }) => event).map(({ reports }) => reports![0]![2]), [3, 1]);
    await reader.cancel().catch(() => {});
    aborter.abort();
    program.kill("SIGTERM");
    assert.deepEqual((({ code, err }) => [code, err])(await program.ended), [0, ""]);
  });
});

test("kubecast ui shows, until the cluster answers, that it does not, and why", async () => {
  let isDown = true;
  const intercept = () => isDown ? new Response("overloaded", { status: 503 }) : undefined;
  await withApi(
    async ({ flags, record }) => {
      await record(podEvent("a"));
      const program = startKubecast(["ui", "-A", ...flags]);
      const [, address] = await program.waitFor(/^Open (\S+)\n/);
      const headers = { authorization: `Bearer ${new URL(address!).hash.slice(1)}` };
      const { body } = await fetch(new URL("/events", address), { headers });
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const read = async (pattern: RegExp): Promise<void> => {
        while (!pattern.test(text)) text += (await reader.read()).value;
      };
      await read(/"name":"unreachable","text":"The cluster does not answer: HTTP 503 Service Unavailable\."/);
      isDown = false;
      await read(/"name":"live"\}\}\n$/);
      assert.equal(text.match(/"name":"unreachable"/g)!.length, 1);
      await reader.cancel().catch(() => {});
      program.kill("SIGTERM");
      await program.ended;
    },
    {},
    intercept,
  );
});

test("kubecast ui without events reports that other namespaces have some", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const program = startKubecast(["ui", "-n", "other", ...flags]);
    const [, address] = await program.waitFor(/^Open (\S+)\n/);
    const headers = { authorization: `Bearer ${new URL(address!).hash.slice(1)}` };
    const { body } = await fetch(new URL("/events", address), { headers });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const said = /"name":"live","text":"No events yet in namespace other: the server has 1 in other namespaces/;
    while (!said.test(text)) text += (await reader.read()).value;
    await reader.cancel().catch(() => {});
    program.kill("SIGTERM");
    await program.ended;
  });
});

test("kubecast ui accepts its own host, even on port 80, which browsers omit", () => {
  const hosts = ["localhost:80", "localhost", "localhost:8080", "localhost.evil.example", "evil.example", undefined];
  assert.deepEqual(hosts.map((host) => isHost(host, "localhost", 80)), [true, true, false, false, false, false]);
  assert.deepEqual(hosts.map((host) => isHost(host, "localhost", 8080)), [false, false, true, false, false, false]);
});

test("kubecast ui shows the commands that permit reading, in the refused namespace", () => {
  const refused = (text: string): string | undefined =>
    grantOf(`Cannot list events: events is forbidden: User "jane's" cannot ${text}; the role needs the rule { … }.`);
  assert.equal(
    refused('list resource "events" in API group "" at the cluster scope'),
    "kubectl create clusterrole event-reader --verb=list,watch --resource=events && " +
      "kubectl create clusterrolebinding event-reader --clusterrole=event-reader --user='jane'\\''s'",
  );
  assert.equal(
    refused('watch resource "events" in API group "events.k8s.io" in the namespace "shop"'),
    "kubectl create role event-reader -n shop --verb=list,watch --resource=events.events.k8s.io && " +
      "kubectl create rolebinding event-reader -n shop --role=event-reader --user='jane'\\''s'",
  );
  assert.equal(grantOf("HTTP 403: forbidden by the proxy"), undefined);
  assert.equal(refused('list resource "events" in API group "" in the namespace "$(id)"'), undefined);
});

test("kubecast ui reports a port that is in use, and answers only GET", async () => {
  await withApi(async ({ flags, url }) => {
    const program = startKubecast(["ui", "-A", ...flags]);
    const [, address] = await program.waitFor(/^Open (\S+)\n/);
    for (const method of ["HEAD", "OPTIONS", "POST", "DELETE"]) {
      const response = await fetch(new URL("/events", address), { method, headers: { origin: url } });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET"], method);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
      await response.body?.cancel();
    }
    const { port } = new URL(address!);
    const { code, out, err } = await kubecast(["ui", "--port", port, ...flags]);
    const text = `kubecast: Port ${port} is in use: choose another, or none for a free one\n`;
    assert.deepEqual([code, out, err], [1, "", text]);
    program.kill("SIGINT");
    assert.equal((await program.ended).code, 0);
  });
});

test("kubecast ui disconnects a page that no longer reads, and serves the others", async () => {
  await withApi(async ({ flags, record, patch }) => {
    const program = startKubecast(["ui", "-A", ...flags]);
    const [, address] = await program.waitFor(/^Open (\S+)\n/);
    const { port, host, hash } = new URL(address!);
    const slow = connect(Number(port), "127.0.0.1");
    const closed = new Promise<void>((resolve) => slow.on("close", () => resolve()));
    slow.on("error", () => {});
    slow.write(`GET /events HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${hash.slice(1)}\r\n\r\n`);
    await new Promise((resolve) => slow.once("readable", resolve));
    const authorization = `Bearer ${hash.slice(1)}`;
    const { body } = await fetch(new URL("/events", address), { headers: { authorization } });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    await record(podEvent("large", { message: "x".repeat(1_000_000) }));
    // Beyond what the sockets themselves hold; one by one, as a page that falls behind by too much is let go of as well.
    for (let count = 2; count < 40; count++) {
      await patch("large", { count });
      const report = new RegExp(`"reports":\\[.*\\[${count},`);
      for (let text = ""; !report.test(text);) text = text.slice(-9000) + (await reader.read()).value;
    }
    await reader.cancel().catch(() => {});
    slow.resume();
    await closed;
    program.kill("SIGTERM");
    assert.deepEqual((({ code, err }) => [code, err])(await program.ended), [0, ""]);
  });
});
