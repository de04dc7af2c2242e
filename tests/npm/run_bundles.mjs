// Runs bundles where they are meant for, one line each: node tests/npm/run_bundles.mjs page FILE worker FILE
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";
import { openChromium } from "../runtimes/open_chromium.mjs";
import { serveFolder } from "../runtimes/serve_folder.mjs";

const { Miniflare } = createRequire(new URL("../runtimes/package.json", import.meta.url))("miniflare");
const bundles = Object.fromEntries([[process.argv[2], process.argv[3]], [process.argv[4], process.argv[5]]]);

const { url, close } = await serveFolder(".", {
  "/": '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.mjs"></script>',
  "/page.mjs": await readFile(bundles.page),
});
const browser = await openChromium();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.result);
  process.stdout.write(`${await page.evaluate(() => globalThis.result)}\n`);
} finally {
  await browser.close();
  close();
}

const miniflare = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(bundles.worker, "utf8") }],
  compatibilityDate: "2026-01-01",
});
try {
  process.stdout.write(`${await (await miniflare.dispatchFetch("http://localhost/")).text()}\n`);
} finally {
  await miniflare.dispose();
}
