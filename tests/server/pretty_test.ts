import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../src/server/mod.ts";
import { indented } from "../../src/server/wire/pretty.ts";
import { CORE, coreEvent, send } from "./client.ts";

async function textOf(api: EventsApiServer, path: string, headers: Record<string, string> = {}): Promise<string> {
  return await (await api.fetch(path, { headers })).text();
}

test("EventsApiServer indents JSON if pretty is set", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { message: 'a "quoted" \\ {text}: [1, 2]' }) });
  for (const path of [`${CORE}/a`, CORE, `${CORE}/none`, "/api/v1", "/version"]) {
    const plain = await textOf(api, path);
    assert.equal(await textOf(api, `${path}?pretty=true`), `${JSON.stringify(JSON.parse(plain), undefined, 2)}\n`);
    for (const other of ["?pretty=0", "?pretty=odd", "?pretty="]) assert.equal(await textOf(api, path + other), plain);
  }
});

const headers = { "user-agent": "curl/8.1" };
const skip = !new Request("http://localhost", { headers }).headers.has("user-agent") && "pages cannot set a user agent";

test("EventsApiServer indents JSON for curl, Wget and browsers, unless pretty is false", { skip }, async () => {
  const api = new EventsApiServer();
  for (const path of [CORE, `${CORE}/none`, "/version"]) {
    const plain = await textOf(api, path);
    const pretty = `${JSON.stringify(JSON.parse(plain), undefined, 2)}\n`;
    for (const agent of ["curl/8.1", "Wget/1.2", "Mozilla/5.0 (X11)"]) {
      assert.equal(await textOf(api, path, { "user-agent": agent }), pretty, agent);
      assert.equal(await textOf(api, `${path}?pretty=false`, { "user-agent": agent }), plain, agent);
    }
  }
});

test("EventsApiServer indents responses to writes, but not lines of a watch", async () => {
  const api = new EventsApiServer();
  const { body, code } = await send(api, "POST", `${CORE}?pretty=1`, { body: coreEvent("a") });
  assert.deepEqual([code, body.metadata.name], [201, "a"]);
  const response = await api.fetch(`${CORE}?watch=true&pretty=true`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  assert.equal(value!.split("\n").length, 2);
  await reader.cancel();
});

test("indented() indents JSON that arrives in any parts", async () => {
  const values = [{}, [], { a: {}, b: [], c: [{}, []] }, { '"\\': ["\\", '"', "{", ":"] }, [[[
    1.5e3,
    true,
    null,
    "ü€",
  ]]]];
  for (const value of values) {
    const text = JSON.stringify(value);
    for (const size of [1, 3, text.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const bytes = new TextEncoder().encode(text);
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const response = indented(new Response(body, { status: 201, headers: { "content-type": "application/json" } }));
      assert.deepEqual([response.status, await response.text()], [201, JSON.stringify(value, undefined, 2)]);
    }
  }
});
