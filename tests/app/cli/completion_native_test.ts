import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kubecast, kubecastEach } from "./start_kubecast.ts";

/** Lines as typed, each with its one completion, whether a shell shows the line or the word. */
const TYPED: readonly (readonly [line: string, completed: string])[] = [
  ["kubecast wa", "kubecast watch"],
  ["kubecast --v", "kubecast --version"],
  ["kubecast watch --no-", "kubecast watch --no-headers"],
  ["kubecast check --ti", "kubecast check --timeout"],
  ["kubecast watch --reason record --sin", "kubecast watch --reason record --since"],
  ["kubecast completion z", "kubecast completion zsh"],
  ["kubecast watch -o j", "kubecast watch -o json"],
  ["kubecast watch --output=j", "kubecast watch --output=json"],
  ["kubecast timeline --types Wa", "kubecast timeline --types Warning"],
  ["kubecast run job/backup -- ls --ti", "kubecast run job/backup -- ls --ti"],
];
const LINES = TYPED.map(([line]) => line);
const wordOf = (line: string): string => line.split(" ").at(-1)!;

/** Tests a shell where it is installed, and names it where it is not. */
function testIn(shell: string, run: () => Promise<void>): void {
  const name = `kubecast completion completes commands, flags and values in ${shell}`;
  const isThere = spawnSync(shell, ["-c", ":"]).error === undefined;
  if (isThere) test(name, run);
  else test(`${name} (needs ${shell})`, { skip: true }, () => {});
}

/** Runs a shell with the completion script of kubecast in a file, and returns the lines that it prints. */
async function linesOf(shell: string, argsFor: (script: string) => readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "kubecast-"));
  const script = join(folder, "script");
  try {
    await writeFile(script, (await kubecast(["completion", shell])).out);
    for (const args of [["-n", script], argsFor(script)]) {
      const { status, stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
      assert.deepEqual([status, stderr], [0, ""], args.join(" "));
      if (args[0] !== "-n") return stdout.trimEnd().split("\n");
      assert.equal(stdout, "");
    }
    return [];
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("kubecast completion prints a script for bash, zsh or fish", async () => {
  const [bash, zsh, fish, ...wrong] = await kubecastEach([
    ...["bash", "zsh", "fish"].map((shell) => ["completion", shell]),
    ["completion"],
    ["completion", "csh"],
    ["completion", "toString"],
  ]);
  for (const { code, err } of wrong) {
    assert.equal(code, 2);
    assert.match(err, /^kubecast: The shell must be bash, zsh or fish/);
  }
  for (const { code, out, err } of [bash!, zsh!, fish!]) {
    assert.deepEqual([code, err], [0, ""]);
    for (const word of ["record", "watch", "run", "check", "serve", "completion", "no-headers", "api-version"]) {
      assert.ok(out.includes(word), word);
    }
  }
});

testIn("bash", async () => {
  // bash's readline makes three words of --output=j.
  const complete = LINES.map((line) =>
    `COMP_WORDS=(${
      line.replace("=", " = ")
    }) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _kubecast; echo "\${COMPREPLY[@]}"`
  );
  const completed = await linesOf("bash", (script) => ["-c", `. ${script}\n${complete.join("\n")}; echo end`]);
  // Its own completion of file names follows where the script has none.
  const expected = TYPED.map(([line, completed]) =>
    line === completed ? "" : wordOf(completed).replace("--output=", "")
  );
  assert.deepEqual(completed, [...expected, "end"]);
});

testIn("zsh", async () => {
  const driver = fileURLToPath(new URL("completion.zsh", import.meta.url));
  const completed = await linesOf("zsh", (script) => ["-f", driver, script, ...LINES]);
  assert.deepEqual(completed.map((line) => line.trimEnd()), TYPED.map(([, completed]) => completed));
});

testIn("fish", async () => {
  const complete = LINES.map((line) => `complete -C '${line}'; echo`);
  const printed = await linesOf("fish", (script) => ["--no-config", "-c", `source ${script}; ${complete.join(";")}`]);
  const words = printed.filter((line) => line !== "").map((line) => line.split("\t")[0]);
  assert.deepEqual(words, TYPED.flatMap(([line, completed]) => line === completed ? [] : [wordOf(completed)]));
});
