// Plays with the timeline's page in Chromium, on Node 24: node tests/runtimes/timeline_page.mjs [FOLDER for screenshots]
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { EventLines, htmlReport } from "../../src/app/cli/html_report.ts";
import { podEvent, withApi } from "../app/cli/events_api.ts";
import { startKubecast } from "../app/cli/start_kubecast.ts";
import { incident } from "../read/timeline/incident.ts";
import { openChromium } from "./open_chromium.mjs";
import { report } from "./report.mjs";

const [screenshots] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "kubecast-page-"));
const browser = await openChromium();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };

/** Writes a saved file, and returns its URL. */
async function save(name, { others = 0, change = (occurrence) => occurrence } = {}) {
  const { occurrences, gap, ...times } = incident({ others });
  const lines = new EventLines();
  for (const occurrence of occurrences) lines.add(change(occurrence));
  lines.addGap(gap.from, gap.to);
  const about = { title: "kind-prod", selection: "all namespaces", kubectlFlags: " --context=kind-prod", ...times };
  const text = await htmlReport(about, lines);
  await writeFile(join(folder, name), text);
  return { url: pathToFileURL(join(folder, name)).href, text, occurrences };
}

const saved = await save("incident.html");

/** Opens a page; an error or a violation of its policy is a failure. */
async function test(name, fn, { url = saved.url, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, timezoneId: "UTC", ...options });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error));
  page.on(
    "console",
    (message) => /Content Security Policy|TrustedHTML/.test(message.text()) && errors.push(message.text()),
  );
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
      throw new Error(`violates ${violatedDirective}`);
    });
  });
  page.setDefaultTimeout(60_000);
  try {
    if (url !== "") {
      await page.goto(url);
      await lane(page, "shop/web").waitFor();
    }
    await fn(page);
    assert.deepEqual(errors, []);
    result.passed++;
  } catch (error) {
    result.failed++;
    result.lines.push(`not ok ${name}: ${error.stack}`);
  } finally {
    await page.close();
  }
}

const lane = (page, name) => page.locator(".lane", { has: page.locator(".name", { hasText: name }) }).first();
const names = (page) => page.locator(".lane[aria-level='1'] .name").allTextContents();
const sum = (page) => page.locator(".sum").innerText();
const rows = (page) => page.getByLabel("Rows");
const details = (page) => page.getByRole("complementary", { name: "Details" });
const picture = async (page, name) => {
  if (screenshots) await page.screenshot({ path: join(screenshots, `timeline-${name}.png`) });
};
/** Drags over a part of the histogram. */
async function brush(page, from, to) {
  const { x, y, width } = await page.locator(".histogram").boundingBox();
  await page.mouse.move(x + from * width, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + to * width, y + 50, { steps: 3 });
  await page.mouse.up();
  await page.locator(".sum button").waitFor();
}

await test("The page shows workloads in the order in which trouble began, with the most telling message", async (page) => {
  const all = (await names(page)).map((name) => name.replace(/^[\d:]*[▸▾]?/, ""));
  assert.deepEqual(all, [
    "shop/web5 objects",
    "node/node-3",
    "payments/gateway4 pods",
    "search/index2 pods",
    "shop/cart12 pods",
    "search/querypod",
    "payments/ledgerpod",
    "docs/siteingress · Sync",
    "ops/report121 objects",
  ]);
  const text = await page.locator("body").innerText();
  assert.match(
    text,
    /TROUBLE, IN THE ORDER IN WHICH IT BEGAN[\s\S]*TROUBLE THAT BEGAN BEFORE 09:30[\s\S]*WITHOUT TROUBLE/,
  );
  assert.match(
    await sum(page),
    /^7 workloads in trouble\n3 still failing\ntrouble [\d,–]+ · normal [\d,–]+ · 148 objects · \d+ at unknown times\nchanged before 10:03: 09:55 ScalingReplicaSet web$/,
  );
  assert.match(
    await lane(page, "shop/web").innerText(),
    /Failed to pull image "registry\.shop\/web:2\.14\.0-rc1": not found/,
  );
  assert.match(await lane(page, "node-3").innerText(), /^10:01/);
  assert.match(
    await lane(page, "node-3").innerText(),
    /after ContainerGCFailed: rpc error: [^]*no space left on device/,
  );
  assert.equal(await lane(page, "shop/web").getAttribute("data-now"), "true");
  assert.equal(await lane(page, "node-3").getAttribute("data-now"), "false", "it is ready again");
  assert.match(text, /Until 2026-11-23 10:30, saved 20\d\d-/);
  assert.doesNotMatch(text, /cause/i);
  await picture(page, "light");
});

await test("The page shows how many events are certain, and how many there are at most, in its time range", async (page) => {
  const ledger = lane(page, "payments/ledger");
  const [, sure, most] = (await ledger.locator(".count").innerText()).match(/^(\d+)–(\d+)$/).map(Number);
  assert.ok(0 < sure && sure < most);
  assert.match(await ledger.locator(".marks text").first().textContent(), /^BackOff$/);
  const whole = Number(await lane(page, "shop/web").locator(".count").innerText());
  await brush(page, 0.5, 0.667);
  const part = Number(await lane(page, "shop/web").locator(".count").innerText());
  assert.ok(0 < part && part < whole);
  await lane(page, "shop/web").click();
  assert.match(await details(page).innerText(), /in all\n\d+/);
});

await test("The page shows the counts at the pointer, and in a row by reason", async (page) => {
  const readout = page.locator(".readout");
  assert.match(await readout.textContent(), /^peak \d+ in 30 s$/);
  const { x, y, width } = await lane(page, "shop/web").locator(".marks").boundingBox();
  await page.mouse.move(x + width * (25.5 / 60), y + 20);
  await page.waitForFunction(() => /web/.test(document.querySelector(".readout").textContent));
  assert.match(await readout.textContent(), /^09:5\d:\d\d · web · .*\d+ (Failed|BackOff|ScalingReplicaSet)/);
  assert.ok(await page.locator(".hair").isVisible());
  const chart = await page.locator(".histogram").boundingBox();
  await page.mouse.move(chart.x + chart.width * (1.75 / 60), chart.y + 40);
  assert.match(await readout.textContent(), /^09:31:30 · 0 trouble, 0 normal, up to \d+ more at unknown times$/);
  await page.mouse.move(5, 5);
  await page.locator(".hair").waitFor({ state: "hidden" });
});

/** A message with its cause at the end, as long as two lines beside a reason and a node. */
const FULL =
  `Liveness probe failed: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: FATAL: ` +
  "could not write init file: No space left on device";

await test(
  "The page shows the day of what began on another one, and two lines of a message where there is room",
  async (page) => {
    const since = lane(page, "payments/ledger").locator(".since");
    assert.equal(await since.innerText(), "08:05:00\n11-22");
    assert.ok((await lane(page, "search/query").locator(".why > :first-child").boundingBox()).height > 30);
    const seen = await since.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 4, bottom - 4) === element;
    });
    assert.ok(seen, "the day is not cut");
    const cut = await page.locator(".lane[data-trouble='true'] .why > :first-child .said").evaluateAll((messages) =>
      messages.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).map((each) =>
        each.textContent
      )
    );
    assert.deepEqual(cut, [], "the end of a message is not cut");
  },
  {
    url: (await save("days.html", {
      change: (occurrence) =>
        occurrence.regarding.name.startsWith("query")
          ? { ...occurrence, message: FULL, event: { ...occurrence.event, message: FULL } }
          : occurrence.regarding.namespace === "payments" && occurrence.first?.getUTCHours() === 8
          ? {
            ...occurrence,
            event: { ...occurrence.event, firstTimestamp: "2026-11-22T08:05:00Z" },
            first: new Date("2026-11-22T08:05:00Z"),
          }
          : occurrence,
    })).url,
    viewport: { width: 1280, height: 1100 },
  },
);

await test("The page groups by node, and opens the parts of a node", async (page) => {
  await rows(page).selectOption("node");
  // By workload, node-3 has a row too.
  await lane(page, "no node named").waitFor();
  assert.match(await sum(page), /^3 nodes in trouble\n/);
  await page.keyboard.press("Tab");
  await lane(page, "node/node-3").locator(".twist").click();
  await page.locator(".lane[aria-level='2']").first().waitFor();
  await page.locator(".lane[aria-level='2'] .twist", { hasText: "▸" }).first().click();
  await page.locator(".lane[aria-level='3']").first().waitFor();
  await picture(page, "nodes");
  await page.locator("body").press("g");
  assert.equal(await rows(page).inputValue(), "namespace");
  await page.getByLabel("Events", { exact: true }).selectOption("now");
  await rows(page).selectOption("workload");
  await lane(page, "search/query").waitFor();
  await page.locator(".lane[aria-level='1']").nth(3).waitFor({ state: "detached" });
  assert.equal((await names(page)).length, 3);
});

await test("The reasons of a row are next to each other within its chart, also at the end of the time range", async (page) => {
  await brush(page, 0.5, 0.54);
  const chart = lane(page, "node-3").locator(".marks");
  assert.deepEqual(await chart.locator("text").allTextContents(), ["ContainerGCFailed", "NodeNotReady +1"]);
  const { x, width } = await chart.boundingBox();
  const [first, second] = await Promise.all([0, 1].map((i) => chart.locator("text").nth(i).boundingBox()));
  const places = [x, first.x, first.x + first.width, second.x, second.x + second.width, x + width];
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
});

await test("Brushing shows the trouble that began in a time range, and is undone by its button and by Escape", async (page) => {
  await brush(page, 0.5, 0.667);
  assert.equal((await names(page))[0], "10:01:30node/node-3");
  assert.match(await page.locator(".rows").innerText(), /TROUBLE THAT BEGAN BEFORE 10:00/);
  await lane(page, "search/query").click();
  await picture(page, "zoom");
  await page.getByRole("button", { name: "Close the details" }).click();
  await page.getByRole("button", { name: /^Only 10:00–10:10.*: show all times$/ }).click();
  await page.locator(".sum button").waitFor({ state: "detached" });
  await brush(page, 0.2, 0.4);
  await page.keyboard.press("Escape");
  await page.locator(".sum button").waitFor({ state: "detached" });
});

await test("The page can be used with the keyboard only", async (page) => {
  const active = () => page.evaluate(() => document.activeElement.querySelector(".name")?.textContent);
  await page.keyboard.press("ArrowDown");
  assert.match(await active(), /shop\/web/);
  await page.keyboard.press("j");
  assert.match(await active(), /node-3/);
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowRight");
  await page.locator(".lane[aria-level='2']").first().waitFor();
  assert.equal(await lane(page, "shop/web").getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  assert.match(await active(), /(replicaset|deployment|pod)\/web/);
  await page.keyboard.press("Enter");
  await details(page).waitFor();
  await page.keyboard.press("Escape");
  await details(page).waitFor({ state: "hidden" });
  assert.match(await active(), /(replicaset|deployment|pod)\/web/, "the focus is where it was");
  await page.keyboard.press("ArrowLeft");
  assert.match(await active(), /shop\/web/);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".lane[aria-level='2']").first().waitFor({ state: "detached" });
  await page.keyboard.press("End");
  assert.match(await active(), /ops\/report/);
  await page.keyboard.press("w");
  await lane(page, "ops/report").waitFor({ state: "detached" });
  for (const only of ["now", "all"]) {
    await page.keyboard.press("w");
    assert.equal(await page.getByLabel("Events", { exact: true }).inputValue(), only);
  }
  await lane(page, "ops/report").waitFor({ state: "attached" });
  await page.keyboard.press("/");
  await page.keyboard.type("ledger back-off");
  await lane(page, "shop/web").waitFor({ state: "detached" });
  assert.equal((await names(page)).length, 1);
  await page.keyboard.press("Escape");
  await lane(page, "shop/web").waitFor();
  for (const [key, isZoomed] of [["+", true], ["]", true], ["0", false]]) {
    await page.keyboard.press(key);
    await page.locator(".sum button").waitFor({ state: isZoomed ? "visible" : "detached" });
  }
});

await test("The page filters by namespace, and shows when nothing matches", async (page) => {
  await page.getByLabel("Namespace").selectOption("search");
  await lane(page, "shop/web").waitFor({ state: "detached" });
  assert.equal((await names(page)).length, 3, "with the node in trouble");
  await page.getByRole("searchbox").fill("no such thing");
  await page.getByText("Nothing matches").waitFor();
  assert.match(await sum(page), /^No trouble matches\n/);
  await page.getByRole("button", { name: "Show everything" }).click();
  await lane(page, "shop/web").waitFor();
});

await test("The details have a card for each message, the event as YAML, and a command for the shell", async (page) => {
  await lane(page, "shop/web").click();
  await picture(page, "details");
  const panel = details(page);
  await panel.waitFor();
  assert.deepEqual((await panel.locator("h3").allTextContents()).slice(0, 2), ["Failed", "BackOff"]);
  assert.match(await panel.innerText(), /Failed to pull image "registry\.shop\/web:2\.14\.0-rc1": not found/);
  assert.match(await panel.innerText(), /about\npod\/web-6c7d9f5b4-\w{5} ×\d+\n/);
  assert.match(await panel.innerText(), /by\n(kubelet on node-\d ×7\n){3}/);
  assert.match(await panel.innerText(), /\d+ at known times; \d+ between 10:13:\d\d and 10:1\d:\d\d\b/);
  await panel.locator("summary").first().click();
  await panel.locator("pre", { hasText: "involvedObject:" }).first().waitFor();
  assert.match(
    await panel.locator(".command code").innerText(),
    /^kubectl --context=kind-prod describe pod web-6c7d9f5b4-\w{5} -n shop$/,
  );
});

const spread = await save("spread.html", {
  change(occurrence) {
    const { event, regarding } = occurrence;
    const node = { 8: "node-1", h: "node-2" }[regarding.name?.at(-5)] ?? "node-3";
    return { ...occurrence, event: { ...event, source: { ...event.source, host: node } } };
  },
});
await test("The details name each reporter and object of a message, with counts", async (page) => {
  await lane(page, "shop/web").click();
  const card = details(page).locator(".card", { hasText: "Failed to pull image" });
  assert.match(await card.innerText(), /about\n(pod\/web-6c7d9f5b4-\w{5} ×7\n){3}/);
  assert.match(await card.innerText(), /by\n(kubelet on node-\d ×7\n){3}/);
}, { url: spread.url });

const hostile = await save("hostile.html", {
  change(occurrence) {
    const { event, regarding } = occurrence;
    if (regarding.name !== "node-3") return occurrence;
    const message = `</script><img src=x onerror="document.title='owned'"><!-- <script> ${event.message}\u202e`;
    const involvedObject = { ...regarding, name: "node-3; touch 'x' $(id) `id`" };
    return { ...occurrence, event: { ...event, message, involvedObject } };
  },
});
await test("Markup in messages and names is text, for the page as for the shell", async (page) => {
  await lane(page, "node-3; touch").click();
  const message = await details(page).locator(".message").first().innerText();
  assert.ok(message.startsWith("</script><img src=x onerror=") && message.endsWith("\ufffd"), message);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.title(), "kind-prod: events");
  const command = await details(page).locator(".command").isVisible();
  assert.equal(command, false, "no object has such a name");
}, { url: hostile.url });

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    await test(`The page passes axe and fits, at ${width} pixels, ${colorScheme}`, async (page) => {
      const findings = async () => {
        const { violations } = await page.evaluate((axe) => {
          // The page's policy permits no script but its own; this one comes by the debugger.
          if (!globalThis.axe) (0, eval)(axe);
          return globalThis.axe.run();
        }, axe);
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary }))
        );
      };
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      await picture(page, `${width}-${colorScheme}`);
      assert.deepEqual(await findings(), []);
      assert.ok(await fits());
      assert.equal(await page.locator("footer").isVisible(), width > 719);
      assert.equal((await page.locator(".histogram").boundingBox()).width > width / 2, true);
      await lane(page, "shop/web").click();
      await details(page).locator("summary").first().click();
      assert.deepEqual(await findings(), []);
      assert.ok(await fits());
      await picture(page, `${width}-${colorScheme}-details`);
    }, { colorScheme, viewport: { width, height: 844 } });
  }
}

const hosts = await save("hosts.html", {
  change(occurrence) {
    const { event, regarding } = occurrence;
    if (regarding.name !== "node-3") return occurrence;
    const involvedObject = { ...regarding, name: "node-3-48.eu-west-1.compute.internal" };
    return { ...occurrence, event: { ...event, involvedObject } };
  },
});
for (const width of [390, 720, 900, 1100, 1280]) {
  await test(`Names, places and charts do not overlap next to details, at ${width} pixels`, async (page) => {
    await lane(page, "node-3").first().click();
    const overlaps = await page.evaluate(() =>
      [...document.querySelectorAll(".lane")].flatMap((row) => {
        const [place, name, why, marks] = [".place > :last-child", ".own", ".why", ".marks"].map((selector) =>
          row.querySelector(selector).getBoundingClientRect()
        );
        const isBeside = marks.left >= name.right;
        const isBelow = marks.top >= why.bottom - 4;
        return (place.width === 0 || place.right <= name.left + 1) && (isBeside || isBelow) &&
            (marks.width > 200)
          ? []
          : row.title;
      })
    );
    assert.deepEqual(overlaps, []);
  }, { url: hosts.url, viewport: { width, height: 700 } });
}

await test("The page prints all lanes, and no controls", async (page) => {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal((await names(page)).length, 9);
  assert.equal(await page.locator(".choices").isVisible(), false);
}, { viewport: { width: 1000, height: 200 } });

/** Runs `kubecast ui`, and opens the address that it prints. */
async function withUi(name, fn, { args = ["-A"], prepare = async () => {}, options, intercept } = {}) {
  await withApi(
    async (api) => {
      await prepare(api);
      const program = startKubecast(["ui", ...args, ...api.flags]);
      try {
        const [, url] = await program.waitFor(/^Open (\S+)\n/);
        await test(name, (page) => fn({ ...api, page, url, program }), { url: "" });
      } finally {
        if (program.child.exitCode === null) program.kill("SIGTERM");
        await program.ended;
      }
    },
    options,
    intercept,
  );
}

const now = (agoMs = 0) => new Date(Date.now() - agoMs).toISOString().replace(/\.\d+/, "");
const warning = (name, fields = {}) =>
  podEvent(name, {
    type: "Warning",
    reason: "BackOff",
    firstTimestamp: now(600_000),
    lastTimestamp: now(60_000),
    count: 7,
    ...fields,
  });

await withUi(
  "The page follows the cluster; a reload counts nothing twice, and keeps the token out of the address",
  async ({ page, url, record, patch }) => {
    await page.goto(url);
    await lane(page, "shop/web").waitFor();
    assert.equal(new URL(page.url()).hash, "");
    assert.match(await sum(page), /^1 workload in trouble\n1 still failing\ntrouble 7 /);
    // The first and the last have a time; nobody knows of a bucket with more.
    assert.equal(await page.locator(".readout").textContent(), "peak 1 in 30 s");
    await page.keyboard.press("ArrowDown");
    await patch("a", { count: 9, lastTimestamp: now() });
    await record(warning("b", { involvedObject: { kind: "Pod", namespace: "shop", name: "api" }, count: 1 }));
    await lane(page, "shop/api").waitFor();
    assert.equal(await lane(page, "shop/web").locator(".count").innerText(), "9");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /shop\/web/, "the focus stays");
    assert.equal(await lane(page, "shop/api").locator(".new").innerText(), "new");
    assert.ok(!await lane(page, "shop/web").locator(".new").isVisible());
    await page.getByRole("button", { name: "1 new" }).click();
    await details(page).getByRole("heading", { name: "shop/api" }).waitFor();
    await lane(page, "shop/api").locator(".new").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "1 new" }).waitFor({ state: "detached" });
    await page.reload();
    await lane(page, "shop/api").waitFor();
    assert.equal(await lane(page, "shop/web").locator(".count").innerText(), "9");
    assert.ok(!await page.getByLabel("Namespace").isVisible(), "there is a single one");
    const metadata = { name: "c", namespace: "docs" };
    const involvedObject = { kind: "Pod", namespace: "docs", name: "site" };
    await record(warning("c", { metadata, involvedObject, reason: "Unhealthy", message: "Not ready" }));
    await lane(page, "docs/site").waitFor();
    assert.ok(await page.getByLabel("Namespace").isVisible());
  },
  { prepare: ({ record }) => record(warning("a")) },
);

await withUi(
  "More tabs than a browser has connections show events: one that is not in sight gives its own back",
  async ({ url, record }) => {
    const context = await browser.newContext();
    const tabs = [];
    for (let i = 0; i < 8; i++) {
      const tab = await context.newPage();
      await tab.goto(url, { timeout: 30_000 });
      await lane(tab, "shop/web").waitFor({ timeout: 30_000 });
      tabs.push(tab);
      // Chromium without a window takes all of them for visible.
      await tab.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true, writable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
    }
    await record(warning("b", { involvedObject: { kind: "Pod", namespace: "shop", name: "api" }, count: 1 }));
    await tabs[0].evaluate(() => {
      document.hidden = false;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await lane(tabs[0], "shop/api").waitFor();
    assert.equal(await lane(tabs[0], "shop/web").locator(".count").innerText(), "7");
    await context.close();
  },
  { prepare: ({ record }) => record(warning("a")) },
);

await withUi("The page says that there are no events, and never that all is well", async ({ page, url }) => {
  await page.goto(url);
  await page.getByText("Most clusters keep them for an hour.").waitFor();
  await page.locator("[data-state=live]").waitFor();
});

await withUi("The page says why it cannot read, and the fix", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("heading", { name: "Cannot read events" }).waitFor();
  await page.getByRole("alert").getByText(/cannot list resource "events"/).waitFor();
  await page.getByText("Refused").waitFor();
  await page.getByText("kubectl create clusterrole event-reader").waitFor();
  assert.equal(await sum(page), "–");
  await picture(page, "refused");
}, {
  intercept: () =>
    Response.json({
      kind: "Status",
      status: "Failure",
      reason: "Forbidden",
      code: 403,
      message: 'events is forbidden: User "jane" cannot list resource "events" in API group "" at the cluster scope',
    }, { status: 403 }),
});

let isDown = false;
await withUi("The page tells that the cluster does not answer", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("alert").getByText(/^The cluster does not answer: /).waitFor();
  assert.ok(await page.getByText("Trying again…").isVisible());
  isDown = false;
  await page.locator("[data-state=live]").waitFor();
}, {
  intercept: () => isDown ? new Response(null, { status: 503 }) : undefined,
  prepare: () => Promise.resolve(void (isDown = true)),
});

await withUi(
  "The page keeps its data when kubecast ui ends, and counts down to the next try",
  async ({ page, url, program }) => {
    await page.goto(url);
    await lane(page, "shop/web").waitFor();
    program.kill("SIGTERM");
    await page.getByRole("alert").getByText("Lost the connection to kubecast ui.").waitFor();
    await page.getByRole("button", { name: "Try now" }).waitFor();
    assert.equal(await lane(page, "shop/web").isVisible(), true);
    await picture(page, "disconnected");
  },
  { prepare: ({ record }) => record(warning("a")) },
);

await withUi(
  "Nobody reads the events of kubecast ui without its token, nor from another page or by another name",
  async ({ page, url }) => {
    const { origin, hash, port } = new URL(url);
    const token = hash.slice(1);
    assert.equal(token.length, 32);
    const status = async (path, init) => (await fetch(origin + path, init)).status;
    assert.equal(await status("/events"), 401);
    assert.equal(await status("/events", { headers: { authorization: "Bearer wrong" } }), 401);
    assert.equal(await status("/events", { method: "POST" }), 405);
    assert.equal(await status("/api/v1/secrets"), 404);
    const other = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Other</title>")
    );
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      await page.goto(`http://127.0.0.1:${other.address().port}/`);
      const tries = await page.evaluate(async ([origin, token]) => {
        const refused = (promise) => promise.then(() => "read", () => "refused");
        const load = (tag, attribute, path) =>
          new Promise((resolve) => {
            const element = Object.assign(document.createElement(tag), { [attribute]: origin + path });
            element.onload = () => resolve("read");
            element.onerror = () => resolve("refused");
            document.body.append(element);
          });
        return [
          await refused(fetch(`${origin}/events`)),
          await refused(fetch(`${origin}/events`, { headers: { authorization: `Bearer ${token}` } })),
          await load("script", "src", "/page.js"),
        ];
      }, [origin, token]);
      assert.deepEqual(tries, ["refused", "refused", "refused"]);
    } finally {
      other.close();
    }
    // A name of an attacker's that leads here.
    const { request } = await import("node:http");
    const rebound = await new Promise((resolve) => {
      request(
        { host: "127.0.0.1", port, path: "/", headers: { host: `evil.example:${port}` } },
        ({ statusCode }) => resolve(statusCode),
      ).end();
    });
    assert.equal(rebound, 403);
    await page.goto(`${origin}/#wrong`);
    await page.getByText("This address is from an earlier run of kubecast ui.").waitFor();
  },
);

/** The time of each frame's callbacks, as the page asks for frames. */
const measureFrames = () => {
  globalThis.frames_ = [];
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      const start = performance.now();
      callback(time);
      document.body.getBoundingClientRect();
      frames_.push(performance.now() - start);
    });
};
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const large = await save("large.html", { others: 5000 });
await test(
  "A saved file of 5,000 objects is smaller than 5 MB, holds each event once, and can be used",
  async (page) => {
    assert.ok(large.text.length < 5_000_000, `${large.text.length} bytes`);
    const frameMs = async (url) => {
      await page.addInitScript(measureFrames);
      await page.goto(url);
      await page.locator(".lane").first().waitFor();
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press(i % 2 === 0 ? "+" : "-");
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)));
      }
      return median(await page.evaluate(() => frames_));
    };
    const [few, many] = [await frameMs(saved.url), await frameMs(large.url)];
    await page.keyboard.press("0");
    await picture(page, "5000");
    console.log(
      `a frame of 148 objects ${few.toFixed(0)} ms, of 5,148 objects ${many.toFixed(0)} ms: ${
        (many / few).toFixed(1)
      } x; file ${(large.text.length / 1e6).toFixed(2)} MB`,
    );
    const mounted = await page.locator(".lane").count();
    assert.ok(mounted < 60, `${mounted} lanes are elements`);
  },
  { url: "" },
);

await withUi("The page draws while events arrive", async ({ page, url, record }) => {
  await page.addInitScript(measureFrames);
  await page.goto(url);
  await lane(page, "shop/web").waitFor();
  const others =
    incident({ others: 5000, dayMs: Math.floor(Date.now() / 60_000) * 60_000 - 10.5 * 3_600_000 }).occurrences;
  const events = new Map(others.map(({ event }) => [event.involvedObject.name, event]));
  for (const event of events.values()) {
    const { resourceVersion: _, creationTimestamp: __, ...metadata } = event.metadata;
    await record({ ...event, metadata });
  }
  await page.evaluate(() => void (frames_.length = 0));
  const start = Date.now();
  for (let i = 0; i < 250; i++) {
    await record(
      warning(`live-${i}`, { involvedObject: { kind: "Pod", namespace: "shop", name: `live-${i % 50}` }, count: 1 }),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + 20 * i - Date.now())));
  }
  const frames = await page.evaluate(() => frames_);
  console.log(
    `50 events a second over ${events.size} objects: ${frames.length} frames in ${Date.now() - start} ms, median ${
      median(frames).toFixed(0)
    } ms`,
  );
  await page.getByRole("searchbox").fill("shop/live");
  await lane(page, "shop/live").waitFor();
  assert.ok(frames.length > 0);
}, { prepare: ({ record }) => record(warning("a")) });

await browser.close();
await rm(folder, { recursive: true });
report("timeline page", result);
