import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { kubecastEach } from "./start_kubecast.ts";

/** Runs a script with a shell, if the shell is there. */
function outputOf(shell: string, args: readonly string[], input: string): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(shell, args, { input, encoding: "utf8" });
  if ((error as { code?: unknown } | undefined)?.code === "ENOENT") return undefined;
  assert.deepEqual([status, stderr], [0, ""], shell);
  return stdout;
}

test("kubecast completion prints scripts by which bash, zsh and fish complete commands and flags", async () => {
  const shells = ["bash", "zsh", "fish"];
  const [bash, zsh, fish, ...wrong] = await kubecastEach([
    ...shells.map((shell) => ["completion", shell]),
    ["completion"],
    ["completion", "csh"],
    ["completion", "toString"],
  ]);
  for (const { code, err } of [bash!, zsh!, fish!]) assert.deepEqual([code, err], [0, ""]);
  for (const { code, err } of wrong) {
    assert.equal(code, 2);
    assert.match(err, /^kubecast: The shell must be bash, zsh or fish/);
  }
  for (const { out } of [bash!, zsh!, fish!]) {
    for (const word of ["record", "watch", "run", "check", "serve", "completion", "no-headers", "api-version"]) {
      assert.ok(out.includes(word), word);
    }
  }
  const complete = (words: string): string =>
    `COMP_WORDS=(${words}) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _kubecast; echo "\${COMPREPLY[@]}"\n`;
  const inBash = [
    "kubecast wa",
    "kubecast watch --no-",
    "kubecast check --ti",
    "kubecast completion z",
    "kubecast record po",
    "kubecast watch -o j",
    "kubecast timeline --types Wa",
    "kubecast check --output ''",
  ].map(complete);
  const expected = "watch\n--no-headers\n--timeout\nzsh\n\njson\nWarning\ntext json\n";
  assert.equal(
    outputOf("bash", [], bash!.out + inBash.join("")) ?? expected,
    expected,
  );
  assert.equal(outputOf("zsh", ["-n"], zsh!.out) ?? "", "");
  assert.match(zsh!.out, /"watch --output"\|"watch -o"\) compadd table lines json yaml; return ;;/);
  const inFish = `${
    fish!.out
  }complete -C "kubecast wa"\ncomplete -C "kubecast watch --no-"\ncomplete -C "kubecast completion z"\ncomplete -C "kubecast watch -o j"\n`;
  const completed = outputOf("fish", ["--no-config", "-c", inFish], "");
  if (completed !== undefined) {
    assert.match(completed, /^watch\tShow .+\n--no-headers\tA table without titles\nzsh\njson\n$/);
  }
});
