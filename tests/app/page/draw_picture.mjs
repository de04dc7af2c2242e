// Draws README's picture, .github/timeline.png, in Chromium, on Node 24: deno task more page:picture
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { EventLines, htmlReport } from "../../../src/app/cli/html_report.ts";
import { openChromium } from "../../runtimes/open_chromium.mjs";
import { incident } from "../../read/timeline/incident.ts";

// What one list tells, as whoever runs the command for the first time sees it.
const { occurrences, gap: _, ...times } = incident({ isListed: true });
const lines = new EventLines();
for (const occurrence of occurrences) lines.add(occurrence);
const html = await htmlReport({ title: "kind-prod", selection: "all namespaces", kubectlFlags: "", ...times }, lines);
const file = join(tmpdir(), "kubecast-picture.html");
await writeFile(file, html.replace(/"atMs":\d+/, `"atMs":${times.toMs}`));
const browser = await openChromium();
const page = await browser.newPage({
  viewport: { width: 1200, height: 600 },
  deviceScaleFactor: 2,
  timezoneId: "UTC",
});
await page.goto(pathToFileURL(file).href);
await page.locator(".lane", { has: page.locator(".name", { hasText: "node-3" }) }).click();
await page.locator(".details").waitFor();
await page.mouse.move(0, 0);
await page.screenshot({ path: ".github/timeline.png" });
await browser.close();
