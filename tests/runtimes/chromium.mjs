// deno-lint-ignore-file no-console
// Runs dist/tests.mjs in a page of Chromium: node tests/runtimes/chromium.mjs
import { openChromium } from "./open_chromium.mjs";
import { report } from "./report.mjs";
import { serveFolder } from "./serve_folder.mjs";

const entry = `<!doctype html><link rel="icon" href="data:,"><script>
globalThis.report = new Promise((resolve) => globalThis.started = resolve);
</script><script type="module">
import { run } from "/tests.mjs";
started(run());
</script>`;
const { url, close } = await serveFolder("dist", { "/": entry });
const browser = await openChromium();
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.log(`chromium: error in the page: ${error.stack}`));
  await page.goto(url, { timeout: 180_000 });
  report("chromium", await page.evaluate(() => globalThis.report));
} finally {
  await browser.close();
  close();
}
