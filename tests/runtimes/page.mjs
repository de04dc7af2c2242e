// Plays with the browser page in Chromium: deno task more page && node tests/runtimes/page.mjs [FOLDER for screenshots]
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { openChromium } from "./open_chromium.mjs";
import { report } from "./report.mjs";
import { serveFolder } from "./serve_folder.mjs";

const outcomes = ["recorded", "coalesced", "skipped", "dropped", "rejected", "abandoned", "pending"];
const [screenshots] = process.argv.slice(2);
const { url, close } = await serveFolder("dist/browser");
const browser = await openChromium();
const result = { passed: 0, failed: 0, skipped: 0, lines: [] };

/** Reloads the page; an error in it is a failure. */
async function test(name, fn, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error));
  page.setDefaultTimeout(180_000);
  try {
    await page.goto(url);
    await page.getByRole("button", { name: "Roll out" }).waitFor();
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

const press = (page, name) => page.getByRole("button", { name }).click();
const number = async (page, selector) => Number(await page.locator(selector).textContent());
const isAbove = (page, selector, least) =>
  page.waitForFunction(([s, n]) => Number(document.querySelector(s).textContent) > n, [selector, least]);
/**
 * Waits until every event accepted so far has an outcome, and returns the numbers shown, which are of one moment. A busy
 * page distributes events over several turns.
 */
const account = async (page, accepted, mostPending = Infinity) => {
  const shown = await page.waitForFunction(([accepted, mostPending, outcomes]) => {
    const number = (id) => Number(document.getElementById(id).textContent);
    const account = Object.fromEntries(outcomes.map((outcome) => [outcome, number(outcome)]));
    const sum = Object.values(account).reduce((sum, count) => sum + count, 0);
    return number("said") === accepted && sum === accepted && account.pending <= mostPending && account;
  }, [accepted, mostPending, outcomes]);
  return await shown.jsonValue();
};
const allIsWritten = (page, accepted) => account(page, accepted, 0);

await test("The page accounts for every event, with the API on, off and on again", async (page) => {
  await press(page, "Roll out");
  await allIsWritten(page, 100);
  await page.getByRole("switch", { name: "The API" }).click();
  for (const name of ["Back off", "Fail in", "Cry wolf", "Roll out"]) await press(page, name);
  await isAbove(page, "#pending", 100);
  await isAbove(page, "#retries", 0);
  assert.ok((await account(page, 294)).pending > 100);
  await page.getByRole("switch", { name: "The API" }).click();
  const after = await allIsWritten(page, 294);
  assert.equal(after.rejected + after.abandoned + after.dropped, 0);
  assert.ok(after.coalesced > 0 && after.skipped > 0);
});

await test("The page shows repeats as a count and many messages as one combined event", async (page) => {
  await press(page, "Back off");
  await press(page, "Fail in");
  await allIsWritten(page, 34);
  const row = (text) => page.locator("#events tr", { hasText: text }).first();
  await row("(combined from similar events)").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#events tr")].some((tr) =>
      tr.cells[2].textContent === "BackOff" && tr.cells[4].textContent === "20"
    )
  );
});

await test("The page counts the losses of a slow watcher, and the fast one loses nothing", async (page) => {
  await press(page, "Roll out");
  const numbers = await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll(".watcher")].map((card) =>
      ["queued", "seen", "lost"].map((name) => Number(card.querySelector(`.${name}`).textContent))
    );
    return cards.every((numbers) => numbers.reduce((sum, count) => sum + count, 0) === 100) && cards;
  });
  const [quick, [, , lost]] = await numbers.jsonValue();
  assert.deepEqual(quick, [0, 100, 0]);
  assert.ok(lost > 0);
});

await test("The page applies another high-water mark and mode", async (page) => {
  const slow = page.getByRole("group", { name: "Slow watcher" });
  await slow.getByLabel("High-water mark").fill("5");
  await slow.getByLabel("When full").selectOption("drop-oldest");
  // So slow that it sees next to none while a busy page distributes the events.
  await slow.getByLabel("Time per event").fill("500");
  await press(page, "Roll out");
  await isAbove(page, ".watcher:nth-child(2) .lost", 90);
});

await test("The page shows when a full watcher was closed, and restarts it", async (page) => {
  const slow = page.getByRole("group", { name: "Slow watcher" });
  await slow.getByLabel("When full").selectOption("close");
  await press(page, "Roll out");
  await slow.getByText("closed", { exact: true }).waitFor();
  await press(page, "Restart the slow watcher");
  // At once: nothing of the closed one is shown until the next refresh.
  assert.equal(await number(page, ".watcher:nth-child(2) .lost"), 0);
  assert.equal(await slow.getByText("closed", { exact: true }).count(), 0);
  await press(page, "Back off");
  await isAbove(page, ".watcher:nth-child(2) .seen", 0);
  assert.equal(await number(page, ".watcher:nth-child(2) .lost"), 0);
});

await test("The page can be opened from a file, without a server", async (page) => {
  await page.goto(pathToFileURL("dist/browser/index.html").href);
  await press(page, "Roll out");
  await allIsWritten(page, 100);
});

await test("The page can be used with the keyboard only, and every control has a name", async (page) => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select")].filter((control) =>
      !(control.labels?.length || control.textContent.trim() || control.ariaLabel)
    ).length
  );
  assert.equal(nameless, 0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await isAbove(page, "#said", 99);
  for (let i = 0; i < 40; i++) {
    if (await page.evaluate(() => document.activeElement.id) === "api") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await page.getByText("The API is down").waitFor();
});

await test("The page explains its numbers and outcomes to the keyboard and to touch", async (page) => {
  for (const summary of await page.locator("details.terms summary").all()) {
    await summary.focus();
    await page.keyboard.press("Enter");
  }
  await page.getByText("Refused by the API permanently.").waitFor();
  await page.getByText("Sent to the API, failed ones included.").waitFor();
}, { hasTouch: true });

await test("The page explains what to do while nothing was recorded", async (page) => {
  assert.equal(await page.getByText("Press a button in box 1.").count(), 3);
  await press(page, "Back off");
  await allIsWritten(page, 20);
  await page.waitForFunction(() => !document.body.textContent.includes("Press a button in box 1."));
});

await test("The page shows the requests in flight, with a slot for each concurrent request", async (page) => {
  await page.getByLabel("Response time").fill("1000");
  await press(page, "Roll out");
  await page.waitForFunction(() => document.querySelectorAll("#flights .busy").length === 4);
  await allIsWritten(page, 100);
  await page.waitForFunction(() => document.querySelectorAll("#flights .busy").length === 0);
});

await test("The page shows when the next try is due while the API is off", async (page) => {
  await page.getByRole("switch", { name: "The API" }).click();
  await press(page, "Roll out");
  await page.getByText(/^next try in \d\.\d s$/).waitFor();
  await page.getByRole("switch", { name: "The API" }).click();
  await allIsWritten(page, 100);
  assert.equal(await page.getByText(/^next try/).count(), 0);
});

await test(
  "The page has the account below the buttons on a phone, and says that there are no events yet",
  async (page) => {
    await page.locator("#events .empty").waitFor();
    const { y, height } = await page.locator("#bar").boundingBox();
    assert.ok(y + height < 844, `the bar ends at ${y + height}`);
  },
  { viewport: { width: 390, height: 844 } },
);

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    await test(`The page passes axe, empty and filled, at ${width} pixels, ${colorScheme}`, async (page) => {
      for (const summary of await page.locator("details.terms summary").all()) await summary.click();
      await page.evaluate(axe);
      const findings = async () => {
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary }))
        );
      };
      assert.deepEqual(await findings(), []);
      await press(page, "Roll out");
      await allIsWritten(page, 100);
      await page.getByRole("switch", { name: "The API" }).click();
      for (const name of ["Cry wolf", "Fail in", "Back off"]) await press(page, name);
      await isAbove(page, "#pending", 0);
      assert.deepEqual(await findings(), []);
    }, { colorScheme, viewport: { width, height: 900 } });
    await test(`The page fits ${width} pixels, ${colorScheme}`, async (page) => {
      await press(page, "Roll out");
      await allIsWritten(page, 100);
      for (const name of ["Fail in", "Back off"]) await press(page, name);
      await allIsWritten(page, 134);
      await page.getByRole("switch", { name: "The API" }).click();
      for (const name of ["Cry wolf", "Fail in", "Back off"]) await press(page, name);
      await isAbove(page, "#pending", 0);
      await page.getByText("(combined from similar events)").first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      if (screenshots) {
        await page.screenshot({ path: `${screenshots}/page-${width}-${colorScheme}.png`, fullPage: true });
      }
    }, { colorScheme, viewport: { width, height: 900 } });
  }
}

await browser.close();
close();
report("browser page", result);
