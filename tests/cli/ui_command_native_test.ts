import { test } from "node:test";
import assert from "node:assert/strict";
import { request } from "node:http";
import { isHost } from "../../src/cli/ui_command.ts";
import type { Line } from "../../src/page/feed.ts";
import { podEvent, withApi } from "./events_api.ts";
import { startKubecast } from "./start_kubecast.ts";

/** The status of a request, with a `Host` that fetch would not send. */
function statusOf(origin: string, path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    request(origin + path, { headers, method }, (response) => {
      resolve(response.statusCode!);
      response.destroy();
    }).on("error", reject).end();
  });
}

test("kubecast ui serves its page to anyone on this machine, and events to whoever has the token", async () => {
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
    for (const path of ["/page.js", "/page.css"]) {
      assert.equal((await (await fetch(origin + path)).text()).length > 9000, true);
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

test("kubecast ui knows its own host, also on port 80, which browsers leave out", () => {
  const hosts = ["localhost:80", "localhost", "localhost:8080", "localhost.evil.example", "evil.example", undefined];
  assert.deepEqual(hosts.map((host) => isHost(host, "localhost", 80)), [true, true, false, false, false, false]);
  assert.deepEqual(hosts.map((host) => isHost(host, "localhost", 8080)), [false, false, true, false, false, false]);
});
