import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CoreV1Event } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { Folder, scoped } from "../../connect/kubeconfig/folder.ts";
import { podEvent, withApi } from "./events_api.ts";
import { Screen } from "./screen.ts";
import { KUBECAST, Program } from "./start_kubecast.ts";

const hasPython = spawnSync("python3", ["-c", "import pty, termios"]).status === 0;

/** Ten times what a test needs. */
const MAX_LOOKS = 40;

/** `kubecast`, or another program, on a pseudo-terminal. */
class Terminal extends Program {
  readonly #columns: number;

  constructor(
    size: readonly [rows: number, columns: number],
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    program = KUBECAST,
  ) {
    const script = fileURLToPath(new URL("./terminal.py", import.meta.url));
    super(["python3", script, ...size.map(String), ...program, ...args], { TERM: "xterm", ...env });
    this.#columns = size[1];
  }

  get screen(): Screen {
    return new Screen(this.out, this.#columns);
  }

  /** Waits until the screen matches; fails if it never does, although it is drawn each second. */
  async until(isSo: (screen: Screen) => boolean): Promise<Screen> {
    for (let looks = 1;; looks++) {
      const { screen } = this;
      if (isSo(screen)) return screen;
      assert.ok(looks < MAX_LOOKS, screen.lines.join("\n"));
      const { length } = this.out;
      await this.waitFor(new RegExp(`^[\\s\\S]{${length + 1}}`));
    }
  }

  /** Sends a command to the terminal: see terminal.py. */
  do(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }
}

function terminalTest(name: string, run: () => Promise<void>): void {
  if (hasPython) test(name, run);
  else test(`${name} (needs python3)`, { skip: true }, () => {});
}

const now = (): Partial<CoreV1Event> => {
  const time = new Date().toISOString().replace(/\.\d+/, "");
  return { firstTimestamp: time, lastTimestamp: time };
};

terminalTest("kubecast watch shows a table on a terminal, in which a repeat updates its row", async () => {
  await withApi(async ({ flags, record, patch }) => {
    const terminal = new Terminal([10, 100], ["watch", "-n", "shop", ...flags]);
    await terminal.until(({ lines }) => lines[0] === "No events yet. Type q to end.");
    await record(podEvent("a", { ...now(), type: "Warning", reason: "BackOff", message: "Back-off restarting" }));
    await record(podEvent("b", now()));
    const both = await terminal.until(({ lines }) => lines.length === 3);
    assert.match(both.lines[0]!, /^SEEN +REASON {3}OBJECT {3}COUNT {2}MESSAGE$/);
    assert.ok(both.isAlternate && !both.isCursorShown && !both.isWrapping);
    await patch("a", { count: 7, lastTimestamp: "2126-01-01T00:00:00Z" });
    const { lines } = await terminal.until((screen) => screen.lines.some((line) => / 7 .*Back-off/.test(line)));
    assert.equal(lines.length, 3);
    assert.match(lines[2]!, /^0s +! +BackOff +pod\/web +7 +Back-off restarting$/);
    assert.match(lines[1]!, /^\d+s +Pulled +pod\/web +1 +Image pulled$/);
    terminal.do("type ^C");
    await terminal.ended;
  });
});

terminalTest("kubecast watch leaves the terminal clean at Ctrl-C, and prints the table once below", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    for (const end of ["type ^C", "type q", "signal SIGTERM", "signal SIGHUP"]) {
      const terminal = new Terminal([10, 100], ["watch", "-A", ...flags]);
      await terminal.until(({ lines }) => lines.length === 2);
      terminal.do(end);
      const { err } = await terminal.ended;
      assert.equal(err, "exit 0\n", end);
      const { screen } = terminal;
      assert.ok(!screen.isAlternate && screen.isCursorShown && screen.isWrapping, end);
      const lines = screen.lines.filter((line) => line !== "" && line !== "^C");
      assert.equal(lines.length, 2, lines.join("\n"));
      assert.match(lines[1]!, /^\d+d +Pulled +shop\/pod\/web +1 +Image pulled$/);
    }
  });
});

terminalTest("kubecast watch leaves the table at Ctrl-Z, and returns to it when it continues", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const terminal = new Terminal([10, 100], ["watch", "-A", "--no-headers", ...flags]);
    await terminal.until(({ lines, isAlternate }) => isAlternate && lines.length === 1);
    terminal.do("type ^Z");
    const suspended = await terminal.until(({ isAlternate }) => !isAlternate);
    assert.ok(suspended.isCursorShown && suspended.isWrapping);
    // Again and again, as it stops only after it has left the table.
    const continuing = setInterval(() => terminal.do("signal SIGCONT"), 100);
    const back = await terminal.until(({ isAlternate, lines }) => isAlternate && lines.length === 1)
      .finally(() => clearInterval(continuing));
    assert.ok(!back.isCursorShown);
    assert.match(back.lines[0]!, /Image pulled$/);
    terminal.do("type q");
    assert.equal((await terminal.ended).err, "exit 0\n");
  });
});

terminalTest("kubecast watch stops with its whole job at Ctrl-Z, and fg continues it", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const terminal = new Terminal([10, 100], ["--norc", "--noediting", "-i"], { PS1: "$ ", LC_ALL: "C" }, ["bash"]);
    const isShown = ({ isAlternate, lines }: Screen): boolean => isAlternate && /Image pulled$/.test(lines[0] ?? "");
    // As with npx, a program between the shell and the command.
    const command = [...KUBECAST, "watch", "-A", "--no-headers", ...flags].join(" ");
    terminal.do(`type sh -c '${command}; echo ended'^M`);
    await terminal.until(isShown);
    terminal.do("type ^Z");
    const stopped = await terminal.until(({ lines }) => lines.some((line) => line.includes("Stopped")));
    assert.ok(!stopped.isAlternate && stopped.isCursorShown && stopped.isWrapping);
    // Only the job in the foreground is told.
    terminal.do("size 10 40");
    terminal.do("type fg^M");
    await terminal.until(({ isAlternate, lines }) => isAlternate && /pod\/web +1$/.test(lines[0] ?? ""));
    terminal.do("type q");
    await terminal.waitFor(/pod\/web +1\r\nended/);
    terminal.do("type exit^M");
    assert.equal((await terminal.ended).code, 0);
  });
});

terminalTest("kubecast run keeps its own lines until the program has left the terminal", async () => {
  await withApi(async ({ flags }) => {
    const terminal = new Terminal([10, 200], ["run", "job/backup", ...flags, "--", "sh", "-c", "sleep 1; echo done"]);
    const { out } = await terminal.ended;
    assert.match(out, /^done\r\nkubecast: The event has no uid: /);
  });
});

terminalTest("kubecast watch fits the terminal's width and height, and follows its size", async () => {
  await withApi(async ({ flags, record }) => {
    const long = "sehr langer Text 漢字かな交じり文 🚀🚀 and more of it ".repeat(10);
    for (let i = 0; i < 30; i++) {
      await record(podEvent(`e${String(i).padStart(2, "0")}`, {
        message: `${i} Ein ${i % 2 === 0 ? long : "plain ".repeat(50)}`,
        reason: "AReasonThatIsMuchTooLongForANarrowTerminal".repeat(2),
        lastTimestamp: `2026-01-01T00:00:${String(i).padStart(2, "0")}Z`,
      }));
    }
    const terminal = new Terminal([12, 90], ["watch", "-A", ...flags]);
    const large = await terminal.until(({ lines }) => / 29 Ein.*…$/s.test(lines.join("\n")));
    assert.ok(large.widest <= 90, `${large.widest} columns`);
    assert.ok(large.lines.length <= 12);
    assert.match(large.lines.at(-1)!, /…$/);
    terminal.do("size 6 60");
    // The last frame may be incomplete.
    const frame = (): string => terminal.out.split("\x1b[H").at(-2)!;
    await terminal.until(() => frame().split("\r\n").length === 6);
    const small = new Screen(`\x1b[?1049h${frame()}`, 60);
    assert.ok(small.widest <= 60, `${small.widest} columns`);
    terminal.do("type ^C");
    assert.equal((await terminal.ended).err, "exit 0\n");
  });
});

terminalTest("kubecast watch colors only the mark of trouble, and nothing with NO_COLOR", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a", { type: "Warning", message: "\x1b[31mred" }));
    await record(podEvent("b"));
    for (const NO_COLOR of ["", "1"]) {
      const terminal = new Terminal([10, 100], ["watch", "-A", ...flags], { NO_COLOR });
      await terminal.until(({ lines }) => lines.length === 3);
      terminal.do("type ^C");
      const { out } = await terminal.ended;
      // deno-lint-ignore no-control-regex
      const coloured = new Set([...out.matchAll(/\x1b\[\d+m([^\x1b]*)\x1b\[39m/g)].map(([, text]) => text));
      assert.deepEqual([...coloured], NO_COLOR === "" ? ["!"] : []);
      assert.ok(out.includes("�[31mred"));
    }
  });
});

terminalTest("kubecast timeline --watch keeps its frame up to date, and prints it once at the end", async () => {
  await withApi(async ({ flags, record }) => {
    const env = { LANG: "C.UTF-8" };
    const terminal = new Terminal([12, 100], ["timeline", "-A", "--watch", "--utc", ...flags], env);
    await terminal.until(({ lines }) => lines[1] === "No events in this time.");
    await record(podEvent("a", { ...now(), type: "Warning", reason: "BackOff" }));
    const live = await terminal.until(({ lines }) =>
      lines.some((line) => /shop\/web {2}pod .* 1 ● BackOff$/.test(line))
    );
    assert.match(
      live.lines[0]!,
      /^127.0.0.1:\d+, all namespaces, \d\d:\d\d UTC: live +1 workload in trouble, 1 still failing, 1 object$/,
    );
    assert.ok(live.isAlternate && !live.isCursorShown);
    terminal.do("size 9 40");
    await terminal.until((screen) => screen.lines.some((line) => /^ {20,}[▁ ]+$/.test(line)));
    terminal.do("type q");
    assert.equal((await terminal.ended).err, "exit 0\n");
    assert.ok(!terminal.screen.isAlternate && terminal.screen.isCursorShown);
    assert.ok(terminal.screen.lines.some((line) => line.includes("shop/web")));
  });
});

terminalTest("kubecast timeline --watch says that it cannot read, not that there are no events", async () => {
  const server = await serveHttp(() => Promise.reject(new Error("The server is down")));
  try {
    const terminal = new Terminal([10, 100], ["timeline", "-A", "--watch", "--server", server.url]);
    const { lines } = await terminal.until(({ lines }) => /: trying again in \d+ s; /.test(lines[0] ?? ""));
    assert.equal(lines.length, 1);
    terminal.do("type q");
    assert.equal((await terminal.ended).code, 0);
    assert.ok(!terminal.screen.lines[0]!.includes("trying again"), "it has ended");
  } finally {
    await server.close();
  }
});

terminalTest("kubecast watch says when it asks again, and forgets what a restarted server no longer has", async () => {
  let api: EventsApiServer | undefined = new EventsApiServer();
  const server = await serveHttp((request) => api?.fetch(request) ?? Promise.reject(new Error("The server is down")));
  const record = async (event: CoreV1Event): Promise<void> => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(event) };
    assert.ok((await api!.fetch(new Request("http://localhost/api/v1/namespaces/shop/events", init))).ok);
  };
  try {
    await record(podEvent("a", { message: "Before" }));
    const terminal = new Terminal([10, 100], ["watch", "-A", "--server", server.url]);
    await terminal.until(({ lines }) => lines.some((line) => line.endsWith("Before")));
    const down = api;
    api = undefined;
    await down[Symbol.asyncDispose]();
    await terminal.until(({ lines }) => lines.some((line) => /^trying again in \d+ s; /.test(line)));
    api = new EventsApiServer();
    await record(podEvent("b", { message: "After" }));
    const { lines } = await terminal.until(({ lines }) => lines.some((line) => line.endsWith("After")));
    assert.ok(!lines.some((line) => line.endsWith("Before")), lines.join("\n"));
    terminal.do("type q");
    assert.equal((await terminal.ended).code, 0);
  } finally {
    await server.close();
    await api?.[Symbol.asyncDispose]();
  }
});

terminalTest("kubecast watch --from counts ages back from the end of its file", async () => {
  const events = ["2026-01-01T10:00:00Z", "2026-01-01T10:07:00Z"].map((lastTimestamp, i) =>
    podEvent(`e${i}`, { firstTimestamp: lastTimestamp, lastTimestamp })
  );
  await scoped(async (scope) => {
    const file = scope.keep(new Folder()).write("events.json", { kind: "List", items: events });
    const once = await new Terminal([9, 100], ["watch", "--once", "--from", file]).ended;
    assert.deepEqual(once.out.match(/^\w+(?= +(?:!|Pulled))/gm), ["7m", "0s"]);
    const terminal = new Terminal([9, 100], ["watch", "--from", file]);
    const { lines } = await terminal.until(({ lines }) => lines.length === 3);
    assert.deepEqual(lines.slice(1).map((line) => line.split(" ")[0]), ["7m", "0s"]);
    terminal.do("type q");
    await terminal.ended;
  });
});

terminalTest("kubecast watch takes keys, and --once prints a table and ends", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a", { type: "Warning", reason: "BackOff" }));
    await record(podEvent("b"));
    const terminal = new Terminal([20, 100], ["watch", "-A", ...flags]);
    await terminal.until(({ lines }) => lines.length === 3);
    terminal.do("type /backoff^M");
    await terminal.until(({ lines }) => lines.length === 3 && lines[2] === "/backoff");
    terminal.do("type ^M");
    await terminal.until(({ lines }) => lines.includes("reason: BackOff"));
    terminal.do("type ^C");
    assert.equal((await terminal.ended).err, "exit 0\n");

    const once = await new Terminal([2, 100], ["watch", "-A", "--once", ...flags]).ended;
    assert.match(once.out, /^SEEN .*\r\n.*BackOff.*\r\n.*Pulled.*\r\n$/);
  });
});

terminalTest("kubecast watch prints lines on a terminal that cannot show a table", async () => {
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a"));
    const terminal = new Terminal([10, 100], ["watch", "-A", ...flags], { TERM: "dumb" });
    await terminal.waitFor(/Z {2}Normal {2}Pulled {2}shop\/pod\/web {2}x1 {2}Image pulled/);
    terminal.do("type ^C");
    assert.equal((await terminal.ended).err, "exit 0\n");
    assert.ok(!terminal.out.includes("\x1b"));
  });
});

terminalTest(
  "kubecast run leaves Ctrl-C to the terminal, which signals the program, and records its exit",
  async () => {
    await withApi(async ({ flags, events }) => {
      const script =
        "trap 'n=$((n+1))' INT; n=0; echo ready; while [ $n = 0 ]; do sleep 0.05; done; sleep 0.3; echo got $n; exit 4";
      const terminal = new Terminal([10, 100], ["run", "job/backup", ...flags, "--", "sh", "-c", script]);
      await terminal.waitFor(/ready/);
      terminal.do("type ^C");
      const { out, err } = await terminal.ended;
      assert.match(out, /got 1\r\n/);
      assert.equal(err, "exit 4\n");
      assert.ok((await events()).some(({ message }) => message?.startsWith("sh failed with exit code 4 after")));
    });
  },
);
