import { test } from "node:test";
import assert from "node:assert/strict";
import process from "node:process";
import { FakeTime } from "@std/testing/time";
import { LiveTable, type LiveTableOptions, tableOf } from "../../../src/app/cli/live_table.ts";
import type { Outage } from "../../../src/app/cli/screen.ts";
import { folded, widthOf } from "../../../src/app/cli/table_layout.ts";
import { toOccurrence } from "../../../src/read/mod.ts";
import { podEvent } from "./events_api.ts";
import { Screen } from "./screen.ts";

const LEAVE = "\x1b[?1049l";

/** A table on a simulated terminal, with fake time. */
class TableTest {
  /** Each printed output. */
  readonly printed: string[] = [];
  /** Whether the terminal accepts output at once; otherwise `drain()` does. */
  isSlow = false;
  /** The error of each further output. */
  failure: Error | undefined;
  readonly table: LiveTable;
  readonly #time = new FakeTime(Date.UTC(2026, 0, 1));
  readonly #own = Object.getOwnPropertyDescriptors(process.stdout);
  readonly #stdin = process.stdin;
  #keys: (keys: string) => void = () => {};
  readonly #columns: number;
  readonly #waiting: (() => void)[] = [];

  constructor([rows, columns]: readonly [number, number], options: Partial<LiveTableOptions> = {}) {
    this.#columns = columns || 80;
    const write = process.stdout.write.bind(process.stdout);
    const replacements = {
      isTTY: true,
      getWindowSize: () => [columns, rows],
      write: (text: string, ...rest: []): boolean => {
        // Output of the test runner is passed on.
        if (typeof text !== "string" || !text.startsWith("\x1b[")) return write(text, ...rest);
        const [done] = rest as unknown as [(error?: Error) => void];
        this.printed.push(text);
        if (this.isSlow) this.#waiting.push(done);
        else done(this.failure);
        return true;
      },
    };
    for (const [name, value] of Object.entries(replacements)) {
      Object.defineProperty(process.stdout, name, { value, configurable: true, writable: true });
    }
    const stdin: object = {
      isTTY: true,
      setRawMode: () => {},
      on: (_: "data", listener: (keys: string) => void) => (this.#keys = listener, stdin),
      off: () => stdin,
      resume: () => stdin,
      pause: () => stdin,
    };
    Object.defineProperty(process, "stdin", { value: stdin, configurable: true, writable: true });
    this.table = new LiveTable({
      withNamespace: false,
      withColor: false,
      withHeaders: true,
      isConnected: () => true,
      onQuit: () => {},
      ...options,
    });
  }

  get screen(): Screen {
    return new Screen(this.printed.join(""), this.#columns);
  }

  async show(from: number, to: number): Promise<void> {
    for (let i = from; i < to; i++) {
      const lastTimestamp = new Date(Date.UTC(2025, 0, 1) + i * 1000).toISOString();
      await this.table.show(toOccurrence(podEvent(`e${i}`, { message: `Event ${i}`, lastTimestamp, type: "Warning" })));
    }
  }

  /** Types keys, and returns the lines after them. */
  async type(keys: string): Promise<string[]> {
    this.#keys(keys);
    await this.tick(50);
    return this.screen.lines;
  }

  async tick(ms: number): Promise<void> {
    this.#time.tick(ms);
    await this.#time.runMicrotasks();
  }

  /** Lets the terminal accept the pending output. */
  async drain(): Promise<void> {
    for (const done of this.#waiting.splice(0)) done();
    await this.#time.runMicrotasks();
  }

  [Symbol.dispose](): void {
    Object.defineProperty(process, "stdin", { value: this.#stdin, configurable: true, writable: true });
    for (const name of ["isTTY", "getWindowSize", "write"] as const) {
      const own = this.#own[name];
      if (own === undefined) Reflect.deleteProperty(process.stdout, name);
      else Object.defineProperty(process.stdout, name, own);
    }
    this.#time.restore();
  }
}

/** Runs with a table, which is closed afterwards. */
async function withTable(
  size: readonly [rows: number, columns: number],
  options: Partial<LiveTableOptions>,
  run: (test: TableTest) => Promise<void>,
): Promise<void> {
  const test = new TableTest(size, options);
  try {
    await run(test);
    test.isSlow = false;
    const closed = test.table.close();
    await test.drain();
    await closed;
  } finally {
    test[Symbol.dispose]();
  }
}

/** The messages in a table, from the top. */
function messages(lines: readonly string[]): (string | undefined)[] {
  return lines.slice(1).map((line) => /Event \d+$/.exec(line)?.[0]);
}

test("LiveTable shows as many of the latest events as fit, at least one, and on six lines how many it omits", async () => {
  for (const [rows, shown] of [[10, 8], [6, 5], [3, 2], [2, 1], [1, 1]] as const) {
    const latest = Array.from({ length: shown }, (_, i) => `Event ${20 - shown + i}`);
    await withTable([rows, 100], {}, async (test) => {
      await test.show(0, 20);
      await test.tick(50);
      const omitted = rows === 10 ? ["12 earlier events not shown"] : [];
      const eventsIn = (lines: string[]) => messages(lines.filter((line) => !line.endsWith("shown")));
      // On a single line, there are no titles.
      assert.deepEqual(eventsIn(rows === 1 ? ["", ...test.screen.lines] : test.screen.lines), latest, `${rows} rows`);
      assert.deepEqual(test.screen.lines.slice(1, 2).filter((line) => line.endsWith("shown")), omitted);
      await test.table.close();
      assert.ok(!test.screen.isAlternate);
      const atEnd = test.screen.lines.filter((line) => !line.startsWith("SEEN"));
      assert.deepEqual(eventsIn(["", ...atEnd]), latest, `${rows} rows, at the end`);
    });
  }
});

test("LiveTable keeps at least the latest 500 events, and drops older ones at 1000", async () => {
  await withTable([5000, 100], {}, async (test) => {
    await test.show(0, 999);
    await test.tick(50);
    assert.equal(test.screen.lines.length, 1000);
    await test.show(999, 1000);
    await test.tick(50);
    const kept = messages(test.screen.lines);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [500, "Event 500", "Event 999"]);
  });
  await withTable([10, 100], {}, async (test) => {
    await test.show(0, 1000);
    await test.tick(50);
    assert.equal(test.screen.lines[1], "more than 492 earlier events not shown");
  });
});

test("LiveTable without events shows whether the server has answered", async () => {
  let isConnected = false;
  const outage = () => ({ trouble: "Cannot reach the server" });
  await withTable([10, 100], { isConnected: () => isConnected, outage }, async (test) => {
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["Not connected yet. Type q to end.", "Cannot reach the server"]);
    isConnected = true;
    await test.tick(1050);
    assert.equal(test.screen.lines[0], "No events yet. Type q to end.");
  });
});

test("LiveTable leaves no keys and no countdown on the terminal when it is closed", async () => {
  let last: TableTest | undefined;
  const outage = () => ({ trouble: "Cannot reach the server", retryAt: new Date() });
  await withTable([10, 100], { isConnected: () => false, outage }, async (test) => {
    last = test;
    await test.tick(50);
  });
  assert.deepEqual(last?.screen.lines, ["Not connected yet."]);
});

test("LiveTable cuts one long object's name in its middle, without changing the other rows", async () => {
  const name = `${"shop-frontend-canary-".repeat(3)}7d4b9c6f5d-x2x4z`;
  for (const columns of [110, 80]) {
    await withTable([24, columns], {}, async (test) => {
      await test.show(0, 1);
      await test.tick(50);
      const involvedObject = { kind: "Pod", name, namespace: "shop" };
      await test.table.show(toOccurrence(podEvent("long", { involvedObject, message: "word ".repeat(20) })));
      await test.tick(50);
      const { lines } = test.screen;
      assert.match(lines[0]!, /^SEEN +REASON +OBJECT +COUNT +MESSAGE$/);
      assert.match(lines[1]!, /^365d +! +Pulled +pod\/web +1 +Event 0$/);
      assert.match(lines[2]!, /^0s +Pulled +pod\/shop-.*….*-x2x4z +1 +word word/);
      assert.ok(lines.every((line) => line.length <= columns));
    });
  }
});

test("LiveTable draws 50 ms after its start and after any number of events, and every second for the ages", async () => {
  await withTable([10, 100], {}, async (test) => {
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["No events yet. Type q to end."]);
    const { length } = test.printed;
    await test.show(0, 5);
    await test.tick(49);
    assert.equal(test.printed.length, length);
    await test.tick(1);
    assert.equal(test.printed.length, length + 1);
    await test.tick(900); // a second after the start
    await test.tick(49);
    assert.equal(test.printed.length, length + 1);
    await test.tick(1);
    assert.equal(test.printed.length, length + 2);
  });
});

test("LiveTable neither draws a frame nor restores the terminal while a frame is being printed", async () => {
  await withTable([10, 100], {}, async (test) => {
    await test.tick(50);
    test.isSlow = true;
    await test.show(0, 1);
    await test.tick(50);
    const { length } = test.printed;
    await test.show(1, 2);
    await test.tick(50);
    assert.equal(test.printed.length, length, "a frame beside another");
    await test.drain();
    assert.equal(test.printed.length, length + 1);
    const closed = test.table.close();
    await test.tick(0);
    assert.equal(test.printed.length, length + 1, "the end beside a frame");
    await test.drain();
    assert.equal(test.printed.length, length + 2);
    assert.ok(test.printed.at(-1)!.includes(LEAVE));
    await test.drain();
    await closed;
  });
});

test("LiveTable draws nothing once it is closed, even if a frame was due", async () => {
  await withTable([10, 100], {}, async (test) => {
    await test.tick(50);
    test.isSlow = true;
    await test.show(0, 1);
    await test.tick(50);
    await test.show(1, 2);
    await test.tick(50);
    const { length } = test.printed;
    const closed = test.table.close();
    await test.drain();
    assert.equal(test.printed.length, length + 1);
    assert.ok(test.printed.at(-1)!.includes(LEAVE));
    await test.drain();
    await closed;
  });
});

test("LiveTable colors the mark of trouble, and nothing else", async () => {
  await withTable([10, 100], { withColor: true }, async (test) => {
    await test.show(0, 1);
    await test.tick(50);
    const line = test.printed.at(-1)!.split("\r\n")[1]!;
    // deno-lint-ignore no-control-regex
    assert.match(line, /^\x1b\[K365d {2}\x1b\[33m!\x1b\[39m {2}Pulled {2}pod\/web {6}1 {2}Event 0$/);
  });
});

test("LiveTable shows an outage on the last line of the terminal, truncated, while it lasts", async () => {
  let outage: Outage = { trouble: "Waiting\nfor the server" };
  await withTable([4, 30], { outage: () => outage }, async (test) => {
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["No events yet. Type q to end.", "Waiting for the server"]);
    await test.table.show(toOccurrence(podEvent("a")));
    outage = { trouble: "x".repeat(31) };
    await test.tick(50);
    const row = "0s     Pulled pod/web     1";
    assert.deepEqual(test.screen.lines, ["SEEN   REASON OBJECT  COUNT", row, `${"x".repeat(29)}…`]);
    outage = {};
    for (const name of ["b", "c", "d"]) await test.table.show(toOccurrence(podEvent(name)));
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["SEEN   REASON OBJECT  COUNT", row, row, row]);
    outage = { trouble: "Waiting again" };
    // Drawn with the ages.
    await test.tick(1050);
    assert.deepEqual([test.screen.lines.length, test.screen.lines[3]], [4, "Waiting again"]);
  });
});

test("LiveTable aligns columns by the width of their characters, and cuts a long reason", async () => {
  await withTable([10, 63], { withNamespace: true }, async (test) => {
    const involvedObject = { kind: "Pod", name: "日本", namespace: "shop" };
    await test.table.show(toOccurrence(podEvent("a", { involvedObject, reason: "e\u0301".repeat(3) })));
    await test.table.show(toOccurrence(podEvent("b", { reason: "R".repeat(30), count: 7, message: "A ".repeat(40) })));
    await test.tick(50);
    assert.deepEqual(test.screen.lines, [
      "SEEN   REASON       OBJECT        COUNT MESSAGE",
      "0s     e\u0301e\u0301e\u0301          shop/pod/日本     1 Image pulled",
      "0s     RRRRRRRRRRR… shop/pod/web      7 A A A A A A A A A A A …",
    ]);
  });
});

test("LiveTable shows an event on one line, with the end of an error", async () => {
  const involvedObject = { kind: "Pod", name: "web-7d4b9c6f5d-x2x4z", namespace: "shop" };
  const message =
    'Readiness probe failed: Get "http://10.0.0.7:8080/ready": dial tcp 10.0.0.7:8080: connect: connection refused';
  const event = toOccurrence(
    podEvent("a", { involvedObject, reason: "Unhealthy", type: "Warning", count: 12, message }),
  );
  const lineAt = async (columns: number): Promise<string> => {
    let line = "";
    await withTable([24, columns], {}, async (test) => {
      await test.table.show(event);
      await test.tick(50);
      assert.equal(test.screen.lines.length, 2);
      assert.ok(test.screen.widest <= columns);
      line = test.screen.lines[1]!;
    });
    return line;
  };
  assert.equal(
    await lineAt(100),
    "0s    !  Unhealthy  pod/web-7d4b9c6f5d-x2x4z     12  Readiness probe f…: connect: connection refused",
  );
  assert.match(
    await lineAt(180),
    /^0s {4}! {2}Unhealthy {2}pod\/web-7d4b9c6f5d-x2x4z {5}12 {2}Readiness .* refused$/,
  );
  assert.match(await lineAt(47), /^0s {3}! Unhealthy pod\/web-7d4b9c6f5d-x2x4z {4}12$/);
  assert.match(await lineAt(40), /^0s {3}! Unhealthy pod\/web.*…-x2x4z {4}12$/);
  for (let columns = 1; columns < 48; columns++) assert.ok(await lineAt(columns));
});

test("tableOf() prints messages that are cut whole below their rows", () => {
  const options = { withNamespace: false, withColor: false, withHeaders: true };
  const message = "word ".repeat(40).trim();
  const lines = tableOf([toOccurrence(podEvent("a", { message })), toOccurrence(podEvent("b"))], options, 60);
  assert.match(lines[1]!, /pod\/web +1 word word .*…$/);
  assert.equal(lines.slice(2, -1).map((line) => line.trim()).join(" "), message);
  assert.match(lines.at(-1)!, /Image pulled$/);
});

test("tableOf() counts ages from the time that it is given", () => {
  const now = (): number => Date.UTC(2026, 0, 1, 10, 7);
  const options = { withNamespace: false, withColor: false, withHeaders: false, now };
  const event = podEvent("a", { lastTimestamp: "2026-01-01T10:00:00Z" });
  assert.match(tableOf([toOccurrence(event)], options, 60)[0]!, /^7m /);
});

test("LiveTable draws a frame in a time that does not depend on a message's length", async () => {
  await withTable([24, 80], {}, async (test) => {
    const timeOf = async (length: number): Promise<number> => {
      await test.table.show(toOccurrence(podEvent("a", { message: "日".repeat(length) })));
      const startedAt = performance.now();
      await test.tick(50);
      return performance.now() - startedAt;
    };
    const least = async (length: number): Promise<number> =>
      Math.min(await timeOf(length), await timeOf(length), await timeOf(length));
    const short = await least(10_000);
    assert.ok(await least(300_000) < 6 * Math.max(short, 0.2), "30 times the text took more than 6 times as long");
  });
});

test("tableOf() and folded() segment only a few times each line's length, not the rest of a long text", () => {
  const { segment } = Intl.Segmenter.prototype;
  let segmented = 0;
  Intl.Segmenter.prototype.segment = function (text) {
    segmented += text.length;
    return segment.call(this, text);
  };
  const text = "日".repeat(16_000);
  try {
    folded(text, 80);
    assert.ok(segmented > 0 && segmented < 40 * text.length, `${segmented}`);
    segmented = 0;
    const options = { withNamespace: false, withColor: false, withHeaders: true };
    tableOf([toOccurrence(podEvent("a", { message: text }))], options, 80);
    assert.ok(segmented > 0 && segmented < 40 * text.length, `${segmented}`);
  } finally {
    Intl.Segmenter.prototype.segment = segment;
  }
});

test("folded() keeps a whole text whose characters have many marks", () => {
  const text = `${"e\u0301".repeat(100)} ${"日e".repeat(50)} ${"e\u0301\u0302\u0303".repeat(50)}`;
  const lines = folded(text, 7);
  assert.equal(lines.join(""), text);
  for (const line of lines) assert.ok(widthOf(line) <= 7, line);
});

test("LiveTable has 24 rows of 80 columns on a terminal without a size", async () => {
  await withTable([0, 0], {}, async (test) => {
    await test.show(0, 30);
    await test.table.show(toOccurrence(podEvent("long", { message: "x".repeat(100) })));
    await test.tick(50);
    assert.deepEqual([test.screen.lines.length, test.screen.widest], [24, 80]);
  });
});

test("LiveTable shows events without a time first, as unknown", async () => {
  await withTable([10, 100], {}, async (test) => {
    await test.show(0, 1);
    const timeless = { metadata: { name: "timeless" }, involvedObject: { kind: "Pod", name: "web" }, reason: "Odd" };
    await test.table.show(toOccurrence(timeless));
    await test.show(1, 2);
    await test.tick(50);
    assert.match(test.screen.lines[1]!, /^unknown +Odd +pod\/web +1$/);
    assert.deepEqual(messages(test.screen.lines), [undefined, "Event 0", "Event 1"]);
  });
});

test("LiveTable.show() rejects once the terminal is gone, and close() rejects unless its pipe is closed", async () => {
  for (const [code, closes] of [["EPIPE", true], ["EIO", false]] as const) {
    const test = new TableTest([10, 100]);
    try {
      test.failure = Object.assign(new Error("The terminal is gone"), { code });
      await test.show(0, 1);
      await test.tick(50);
      await assert.rejects(test.show(1, 2), test.failure);
      if (closes) await test.table.close();
      else await assert.rejects(test.table.close(), test.failure);
    } finally {
      test[Symbol.dispose]();
    }
  }
});

const [UP, DOWN, PAGE_UP, HOME, END, ENTER, ESC] = ["\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[H", "\x1b[F", "\r", "\x1b"];
const KEYS = "j k: move, /: filter, g: group, Enter: whole event, Esc: back, q: end";

test("LiveTable scrolls by rows and pages, marks the selected row, and counts the events above and below", async () => {
  await withTable([10, 100], {}, async (test) => {
    await test.show(0, 20);
    assert.deepEqual(messages(await test.type("k")).slice(-2), ["Event 19", undefined]);
    const eventsIn = (lines: string[]) => messages(lines).filter((message) => message !== undefined);
    // deno-lint-ignore no-control-regex
    const marked = (): string | undefined => test.printed.at(-1)!.match(/\x1b\[7m.*(Event \d+)/)?.[1];
    assert.equal(marked(), "Event 19");
    await test.type(UP + UP + "k");
    assert.equal(marked(), "Event 16");
    const middle = await test.type(PAGE_UP);
    assert.equal(marked(), "Event 9");
    assert.deepEqual([middle[1], middle.at(-1)], ["6 earlier events, 7 later events not shown", KEYS]);
    assert.deepEqual(eventsIn(middle), [6, 7, 8, 9, 10, 11, 12].map((i) => `Event ${i}`));
    const top = await test.type(HOME);
    assert.deepEqual([marked(), top[1]], ["Event 0", "13 later events not shown"]);
    await test.type("j" + DOWN);
    assert.equal(marked(), "Event 2");
    // New events do not move what a person reads.
    await test.show(20, 21);
    await test.tick(50);
    assert.equal(marked(), "Event 2");
    await test.type(END);
    assert.equal(marked(), "Event 20");
    assert.equal(eventsIn(await test.type(ESC)).at(-1), "Event 20");
    assert.equal(marked(), undefined);
  });
});

test("LiveTable filters by a typed text, in which q and g are letters", async () => {
  let quits = 0;
  await withTable([10, 100], { onQuit: () => quits++ }, async (test) => {
    await test.show(0, 20);
    assert.deepEqual((await test.type("/qg\x7f")).slice(-2), [
      "No event matches. Esc clears the filter.",
      "/q_",
    ]);
    const lines = await test.type("\x7fEVENT 1" + ENTER);
    assert.equal(lines[1], "4 earlier events not shown");
    assert.equal(lines.at(-1), "/EVENT 1");
    assert.equal(messages(await test.type(ESC)).at(-1), "Event 19");
    assert.equal(quits, 0);
    await test.type("q");
    assert.equal(quits, 1);
  });
});

test("LiveTable groups events by object, reason or reporter, with the sum of their counts", async () => {
  await withTable([12, 120], {}, async (test) => {
    const add = async (name: string, pod: string, reason: string, count: number, second: number) => {
      const involvedObject = { kind: "Pod", name: pod, namespace: "shop" };
      const lastTimestamp = new Date(Date.UTC(2025, 11, 31) + second * 1000).toISOString();
      const type = reason === "BackOff" ? "Warning" : "Normal";
      const source = { component: "kubelet", host: "node-1" };
      await test.table.show(
        toOccurrence(podEvent(name, { involvedObject, reason, type, count, lastTimestamp, source })),
      );
    };
    await add("a", "web", "BackOff", 5, 1);
    await add("b", "db", "Pulled", 1, 2);
    await add("c", "web", "Pulled", 2, 3);
    const rowsOf = (lines: string[]) =>
      lines.slice(1).map((line) => line.split(/ {2,}/).slice(1, -1).filter((cell) => cell !== ""));
    assert.deepEqual(rowsOf(await test.type("g")), [
      ["Pulled", "pod/db", "1"],
      ["!", "Pulled, BackOff", "pod/web", "7"],
    ]);
    assert.deepEqual(rowsOf(await test.type("g")), [
      ["!", "BackOff", "pod/web", "5"],
      ["Pulled", "pod/web and 1 more", "3"],
    ]);
    const byReporter = await test.type("g");
    assert.match(byReporter[0]!, /^SEEN +REASON +REPORTER /);
    assert.deepEqual(rowsOf(byReporter), [["!", "Pulled, BackOff", "kubelet on node-1, 2 objects", "8"]]);
    assert.equal(rowsOf(await test.type("g")).length, 3);
    const found = await test.type("/on node-1" + ENTER);
    assert.equal(rowsOf(found).length, 4, "three rows, and the filter");
  });
});

test("LiveTable shows whole events, which scroll", async () => {
  await withTable([6, 60], {}, async (test) => {
    await test.show(0, 1);
    const message = "x".repeat(100) + "\x1b[31m";
    await test.table.show(toOccurrence(podEvent("long", { message, lastTimestamp: "2025-12-31T00:00:00Z" })));
    const lines = await test.type(ENTER);
    assert.deepEqual(lines.slice(0, 3), ["metadata:", "  name: long", "  namespace: shop"]);
    assert.deepEqual(lines.length, 6);
    const seen = new Set(lines);
    for (let i = 0; i < 30; i++) for (const line of await test.type("j")) seen.add(line);
    const text = [...seen].join("\n");
    assert.ok(text.includes('lastTimestamp: "2025-12-31T00:00:00Z"'), text);
    assert.ok(text.includes("x".repeat(40)) && test.screen.widest <= 60);
    assert.equal((await test.type(HOME))[0], "metadata:");
    assert.ok((await test.type(ESC)).some((line) => line.includes("pod/web")));
    test.table.remove({ namespace: "shop", name: "long" });
    assert.equal((await test.type(ENTER))[0], "The server no longer has this event. Esc returns.");
  });
});

test("LiveTable removes rows that the server no longer has, and shows the time of the next try", async () => {
  let outage: Outage = { trouble: "Cannot reach the server", retryAt: new Date(Date.UTC(2026, 0, 1) + 9000) };
  await withTable([10, 100], { outage: () => outage }, async (test) => {
    await test.show(0, 3);
    await test.tick(50);
    assert.equal(test.screen.lines.at(-1), "trying again in 9 s; Cannot reach the server");
    await test.tick(4000);
    assert.equal(test.screen.lines.at(-1), "trying again in 5 s; Cannot reach the server");
    outage = {};
    for (const name of ["e0", "e2", "none"]) test.table.remove({ namespace: "shop", name });
    // Sooner than the ages.
    await test.tick(50);
    assert.deepEqual(messages(test.screen.lines), ["Event 1"]);
  });
});

test("LiveTable keeps columns with emoji of variation selectors, keycaps and flags", async () => {
  await withTable([10, 100], {}, async (test) => {
    for (const [i, reason] of ["❤️❤️", "1️⃣2️⃣", "🏳️‍🌈", "🇩🇪", "🚀"].entries()) {
      await test.table.show(toOccurrence(podEvent(`e${i}`, { reason, message: "there" })));
    }
    await test.tick(50);
    const [titles, ...rows] = test.screen.lines;
    const reasons = rows.map((row) => row.slice(titles!.indexOf("REASON"), row.indexOf("pod/web")));
    // In terminals, a flag of two letters has two columns, and a rainbow that nothing joins to its flag five.
    assert.deepEqual(reasons, ["❤❤      ", "1⃣2⃣      ", "🏳\ufffd🌈    ", "🇩🇪      ", "🚀      "]);
  });
});
