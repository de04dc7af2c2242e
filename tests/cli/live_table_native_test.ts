import { test } from "node:test";
import assert from "node:assert/strict";
import process from "node:process";
import { FakeTime } from "@std/testing/time";
import { LiveTable, type LiveTableOptions } from "../../src/cli/live_table.ts";
import { toOccurrence } from "../../src/reader/mod.ts";
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
      assert.deepEqual(eventsIn(test.screen.lines), rows === 1 ? [] : latest, `${rows} rows`);
      assert.deepEqual(test.screen.lines.slice(1, 2).filter((line) => line.endsWith("shown")), omitted);
      await test.table.close();
      assert.ok(!test.screen.isAlternate);
      assert.deepEqual(eventsIn(test.screen.lines), latest, `${rows} rows, at the end`);
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

test("LiveTable without events says whether the server has answered", async () => {
  let isConnected = false;
  await withTable([10, 100], { isConnected: () => isConnected }, async (test) => {
    test.table.note("Cannot reach the server");
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["Not connected yet. Type q to end.", "Cannot reach the server"]);
    isConnected = true;
    await test.tick(1050);
    assert.equal(test.screen.lines[0], "No events yet. Type q to end.");
  });
});

test("LiveTable wraps one long object's name in its column, without changing the other rows", async () => {
  const name = `${"shop-frontend-canary-".repeat(3)}7d4b9c6f5d-x2x4z`;
  for (const [columns, titles] of [[110, /^LAST SEEN .* COUNT +MESSAGE$/], [80, /^LAST SEEN .* COUNT$/]] as const) {
    await withTable([24, columns], {}, async (test) => {
      await test.show(0, 1);
      await test.tick(50);
      const involvedObject = { kind: "Pod", name, namespace: "shop" };
      await test.table.show(toOccurrence(podEvent("long", { involvedObject, message: "word ".repeat(20) })));
      await test.tick(50);
      const { lines } = test.screen;
      assert.match(lines[0]!, titles);
      assert.match(lines[1]!, /^365d +Warning +Pulled +pod\/web +1/);
      const [from, to] = [lines[0]!.indexOf("OBJECT"), lines[0]!.indexOf("COUNT")];
      assert.ok(lines.every((line) => line.length <= columns));
      assert.ok(lines.map((line) => line.slice(from, to).trim()).join("").includes(`pod/${name}`), lines.join("\n"));
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

test("LiveTable colors the type of a Warning, and nothing else", async () => {
  await withTable([10, 100], { withColor: true }, async (test) => {
    await test.show(0, 1);
    await test.tick(50);
    const line = test.printed.at(-1)!.split("\r\n")[1]!;
    // deno-lint-ignore no-control-regex
    assert.match(line, /^\x1b\[K365d {7}\x1b\[33mWarning\x1b\[39m {2}Pulled {2}pod\/web {2}1 {6}Event 0$/);
  });
});

test("LiveTable shows a note on the last line of the terminal, truncated, until the next event", async () => {
  await withTable([4, 30], {}, async (test) => {
    test.table.note("Waiting\nfor the server");
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["No events yet. Type q to end.", "Waiting for the server"]);
    await test.table.show(toOccurrence(podEvent("a")));
    test.table.note("x".repeat(31));
    await test.tick(50);
    const [object, ...more] = test.screen.lines;
    assert.equal(object, "pod/web");
    assert.deepEqual(more.slice(2), [`${"x".repeat(29)}…`]);
    for (const name of ["b", "c", "d"]) await test.table.show(toOccurrence(podEvent(name)));
    await test.tick(50);
    assert.deepEqual(test.screen.lines, ["pod/web", "   0s         1      Normal", "   Pulled", "   Image pulled"]);
    test.table.note("Waiting again");
    await test.tick(50);
    assert.deepEqual([test.screen.lines.length, test.screen.lines[3]], [4, "Waiting again"]);
  });
});

test("LiveTable aligns columns by the width of their characters, and wraps a reason at a third of the terminal", async () => {
  await withTable([10, 63], { withNamespace: true }, async (test) => {
    const involvedObject = { kind: "Pod", name: "日本", namespace: "shop" };
    await test.table.show(toOccurrence(podEvent("a", { involvedObject, reason: "e\u0301".repeat(3) })));
    await test.table.show(toOccurrence(podEvent("b", { reason: "R".repeat(30), count: 7, message: "A ".repeat(40) })));
    await test.tick(50);
    assert.deepEqual(test.screen.lines, [
      "LAST SEEN  TYPE    REASON                 OBJECT         COUNT",
      "0s         Normal  e\u0301e\u0301e\u0301                    shop/pod/日本  1",
      "    Image pulled",
      "0s         Normal  RRRRRRRRRRRRRRRRRRRRR  shop/pod/web   7",
      "                   RRRRRRRRR",
      `    ${"A ".repeat(30).trim()}`,
      `    ${"A ".repeat(10).trim()}`,
    ]);
  });
});

test("LiveTable shows whole names, counts and messages at any width, below their objects if it is narrow", async () => {
  const involvedObject = { kind: "Pod", name: "web-7d4b9c6f5d-x2x4z", namespace: "shop" };
  const message =
    'Readiness probe failed: Get "http://10.0.0.7:8080/ready": dial tcp 10.0.0.7:8080: connect: connection refused';
  const event = toOccurrence(
    podEvent("a", { involvedObject, reason: "Unhealthy", type: "Warning", count: 12, message }),
  );
  await withTable([24, 80], {}, async (test) => {
    await test.table.show(event);
    await test.tick(50);
    assert.deepEqual(test.screen.lines, [
      "LAST SEEN  TYPE     REASON     OBJECT                    COUNT",
      "0s         Warning  Unhealthy  pod/web-7d4b9c6f5d-x2x4z  12",
      '    Readiness probe failed: Get "http://10.0.0.7:8080/ready": dial tcp',
      "    10.0.0.7:8080: connect: connection refused",
    ]);
  });
  await withTable([24, 100], {}, async (test) => {
    await test.table.show(event);
    await test.tick(50);
    assert.deepEqual(test.screen.lines.map((line) => line.slice(64)), [
      "MESSAGE",
      "Readiness probe failed: Get",
      '"http://10.0.0.7:8080/ready": dial',
      "tcp 10.0.0.7:8080: connect:",
      "connection refused",
    ]);
  });
  await withTable([24, 47], { withColor: true }, async (test) => {
    await test.table.show(event);
    await test.tick(50);
    assert.deepEqual(test.screen.lines.slice(0, 5), [
      "OBJECT",
      "    LAST SEEN  COUNT  TYPE     REASON",
      "pod/web-7d4b9c6f5d-x2x4z",
      "    0s         12     Warning  Unhealthy",
      "    Readiness probe failed: Get",
    ]);
    assert.ok(test.printed.at(-1)!.includes("    0s         12     \x1b[33mWarning\x1b[39m  Unhealthy"));
  });
  await withTable([24, 30], { withHeaders: false }, async (test) => {
    await test.table.show(event);
    await test.tick(50);
    assert.deepEqual(test.screen.lines.slice(0, 4), [
      "pod/web-7d4b9c6f5d-x2x4z",
      "   0s         12     Warning",
      "   Unhealthy",
      "   Readiness probe failed: Get",
    ]);
  });
  for (let columns = 20; columns < 48; columns++) {
    await withTable([40, columns], { withHeaders: columns % 2 === 0 }, async (test) => {
      await test.table.show(event);
      await test.tick(50);
      const { lines } = test.screen;
      assert.ok(lines.every((line) => line.length <= columns));
      const words = lines.join(" ").split(/\s+/);
      for (const cell of ["12", "0s", "Warning", "Unhealthy"]) assert.ok(words.includes(cell), `${columns}: ${cell}`);
      assert.ok(lines.join("").replaceAll(" ", "").includes("pod/web-7d4b9c6f5d-x2x4z"));
      assert.ok(lines.join("").replaceAll(" ", "").endsWith("connectionrefused"));
    });
  }
});

test("LiveTable cuts a message that takes more than a third of the terminal", async () => {
  await withTable([10, 40], {}, async (test) => {
    await test.table.show(toOccurrence(podEvent("a", { message: "word ".repeat(200) })));
    await test.tick(50);
    assert.equal(test.screen.lines.length, 5);
    assert.match(test.screen.lines[4]!, /^ {4}word .*…$/);
  });
});

test("LiveTable has 24 rows of 80 columns on a terminal without a size", async () => {
  await withTable([0, 0], {}, async (test) => {
    await test.show(0, 30);
    await test.table.show(toOccurrence(podEvent("long", { message: "x".repeat(100) })));
    await test.tick(50);
    assert.deepEqual([test.screen.lines.length, test.screen.lines[22]!.length], [24, 80]);
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
