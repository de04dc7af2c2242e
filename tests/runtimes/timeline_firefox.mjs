// Plays with the timeline's page in Firefox, on Node 24: node tests/runtimes/timeline_firefox.mjs [FOLDER for screenshots]
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { EventLines, htmlReport } from "../../src/app/cli/html_report.ts";
import { incident } from "../read/timeline/incident.ts";
import { openFirefox } from "./open_firefox.mjs";
import { report } from "./report.mjs";

const [screenshots] = process.argv.slice(2);
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };
const folder = await mkdtemp(join(tmpdir(), "kubecast-page-"));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const { occurrences, gap, ...times } = incident();
const lines = new EventLines();
for (const occurrence of occurrences) lines.add(occurrence);
lines.addGap(gap.from, gap.to);
await writeFile(
  join(folder, "page.html"),
  await htmlReport({ title: "kind-prod", selection: "all namespaces", kubectlFlags: "", ...times }, lines),
);
const url = pathToFileURL(join(folder, "page.html")).href;

async function test(name, page, fn) {
  try {
    await page.goto(url);
    await page.run(`globalThis.violations = [];
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => violations.push(violatedDirective))`);
    await page.until(`document.querySelectorAll(".lane").length > 8`);
    await fn();
    assert.deepEqual(await page.evaluate("violations"), []);
    result.passed++;
  } catch (error) {
    result.failed++;
    result.lines.push(`not ok ${name}: ${error.stack}`);
  }
}

for (const isDark of [false, true]) {
  const page = await openFirefox({ isDark });
  const scheme = isDark ? "dark" : "light";
  await test(`The page is used by mouse and keyboard, ${scheme}`, page, async () => {
    await page.resize(1280, 800);
    assert.equal(await page.evaluate(`matchMedia("(prefers-color-scheme: dark)").matches`), isDark);
    await page.key("j");
    await page.key("j");
    assert.match(await page.evaluate(`document.activeElement.textContent`), /node-3/);
    await page.key("\uE007");
    await page.until(`!document.querySelector(".details").hidden`);
    await page.key("\uE00C");
    await page.until(`document.querySelector(".details").hidden`);
    const [left, top, width] = await page.evaluate(`(() => {
      const { left, top, width } = document.querySelector(".histogram").getBoundingClientRect();
      return [left, top, width];
    })()`);
    await page.drag([0.5, 0.6, 0.667].map((part) => [Math.floor(left + part * width), Math.floor(top + 40)]));
    await page.until(`document.querySelector(".sum button") !== null`);
    assert.match(await page.evaluate(`document.querySelector(".lane .name").textContent`), /node-3/);
    await page.click(".lane");
    await page.until(`document.querySelector(".details h2").textContent === "node/node-3"`);
    if (screenshots) {
      await writeFile(join(screenshots, `firefox-${scheme}.png`), await page.screenshot(), "base64");
    }
  });
  for (const width of [1280, 390]) {
    await test(`The page passes axe and fits, at ${width} pixels, ${scheme}`, page, async () => {
      await page.resize(width, 844);
      await page.click(".lane");
      await page.until(`!document.querySelector(".details").hidden`);
      await page.run(axe);
      const violations = await page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id }) => id))`);
      assert.deepEqual(violations, []);
      assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`));
    });
  }
  await page.close();
}
await rm(folder, { recursive: true });
report("timeline page, firefox", result);
