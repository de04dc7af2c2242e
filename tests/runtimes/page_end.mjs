// Leaves the page of examples/page_end.ts in Chromium: deno task more worker && node24 tests/runtimes/page_end.mjs
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { serveHttp } from "../serve/server/serve_http.ts";
import { openChromium } from "./open_chromium.mjs";
import { report } from "./report.mjs";

const EVENTS = 20;
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };
const script = await readFile("dist/page_end.js", "utf8");
const browser = await openChromium();
// With a context of its own, the network of a page would end with it.
const context = await browser.newContext();
context.setDefaultTimeout(180_000);
/** How a page may end. */
const ends = {
  "is left for another": (tab, url) => tab.goto(`${url}/left`),
  "is loaded again": (tab) => tab.reload(),
  "is closed": (tab) => tab.close({ runBeforeUnload: true }),
};
/** Records the events as a page ends; returns the number that arrives. */
async function record(leave) {
  const api = new EventsApiServer();
  const server = await serveHttp((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api")) return api.fetch(request);
    if (pathname === "/page_end.js") return new Response(script, { headers: { "content-type": "text/javascript" } });
    const body = pathname === "/" ? '<script type="module" src="/page_end.js"></script>' : "<p>";
    return new Response(body, { headers: { "content-type": "text/html" } });
  });
  const tab = await context.newPage();
  try {
    await tab.goto(`${server.url}/`);
    await tab.evaluate((count) => {
      for (let i = 0; i < count; i++) performance.measure(`m-${i}`);
    }, EVENTS);
    assert.equal(api.events().length, 0);
    await leave(tab, server.url);
    // Two minutes at most, as machines may be busy.
    for (let pauses = 0; api.events().length < EVENTS && pauses < 2400; pauses++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return api.events().length;
  } finally {
    await tab.close();
    await server.close();
  }
}

for (const [end, leave] of Object.entries(ends)) {
  const name = `A page that ${end} records ${EVENTS} of ${EVENTS} events`;
  try {
    assert.equal(await record(leave), EVENTS);
    result.passed++;
    result.lines.push(`ok ${name}`);
  } catch (error) {
    result.failed++;
    result.lines.push(`not ok ${name}: ${error.stack}`);
  }
}
await browser.close();
report("page end", result);
