import { test } from "node:test";
import assert from "node:assert/strict";
import { type Arguments, closest, type Command, parseArguments } from "../../../src/app/cli/command.ts";

const COMMAND: Command = {
  name: "try",
  operands: "",
  summary: "",
  details: "",
  flags: {
    all: { short: "a", text: "" },
    quiet: { text: "" },
    name: { short: "n", value: "NAME", text: "" },
    label: { value: "KEY=VALUE", multiple: true, text: "" },
    after: { value: "DURATION", text: "" },
  },
  examples: [],
  run: () => Promise.resolve(0),
};

function parse(...args: string[]): Arguments {
  return parseArguments(COMMAND, args)!;
}

test("Arguments parse the flags of the command, and no others", () => {
  for (const args of [parse("--all"), parse("-a"), parse("x", "-a", "--name", "y")]) {
    assert.deepEqual([args.has("all"), args.has("quiet"), args.has("name")], [true, false, false]);
  }
  assert.equal(parse().has("all"), false);
  assert.deepEqual([parse("-n", "web").text("name"), parse().text("name"), parse("-a").text("all")], [
    "web",
    undefined,
    undefined,
  ]);
  for (const args of [parse("-n=web"), parse("-nweb"), parse("--name=web")]) assert.equal(args.text("name"), "web");
  // As of an unset variable.
  for (const args of [parse("-n="), parse("-n", ""), parse("--name=")]) assert.equal(args.text("name"), "");
  assert.throws(() => parse("-a=x"), /^UsageError: --all takes no value$/);
  assert.throws(() => parse("-n", "a", "--name=b"), /^UsageError: --name must be given once$/);
  assert.deepEqual(parse("--label=a,b", "--label", "c,").words("label"), ["a", "b", "c"]);
  assert.deepEqual([parse("-n=a,b").words("name"), parse("-n=").words("name"), parse().words("name")], [
    ["a,b"],
    [],
    [],
  ]);
  assert.throws(() => parse("-x=y"), /^UsageError: Unknown flag -x$/);
  assert.deepEqual(parse("--", "-n=web").operands, ["-n=web"]);
  assert.deepEqual(parse("x", "-a", "y", "--", "--quiet").operands, ["x", "y", "--quiet"]);
});

test("Arguments parse durations with a unit, and pairs at the first equals sign", () => {
  const units = ["1ms", "1.5s", "2m", "1h", "1h30m", "2d", "1w"].map((text) =>
    parse("--after", text).durationMs("after")
  );
  assert.deepEqual(units, [1, 1500, 120_000, 3_600_000, 5_400_000, 172_800_000, 604_800_000]);
  for (const text of ["0s", "5", "s", "1y", "1h 30m"]) {
    assert.throws(() => parse("--after", text).durationMs("after"), { name: "UsageError" }, text);
  }
  assert.deepEqual(parse("--label=a=b=c", "--label", "d=").pairs("label"), { a: "b=c", d: "" });
  assert.throws(() => parse("--label", "=a").pairs("label"), { name: "UsageError" });
});

test("closest() suggests a word with at most a third of its letters wrong, or one that begins with the typed letters", () => {
  const words = ["record", "watch", "run", "serve"];
  const cases: readonly [typed: string, suggested: string | undefined][] = [
    ["recod", "record"],
    ["reod", "record"],
    ["recrod", "record"],
    ["recroddd", undefined],
    ["wutch", "watch"],
    ["watches", "watch"],
    ["urn", "run"],
    ["rub", "run"],
    ["un", "run"],
    ["xn", undefined],
    ["wa", "watch"],
    ["ser", "serve"],
    ["w", undefined],
    ["", undefined],
  ];
  for (const [typed, suggested] of cases) assert.equal(closest(typed, words), suggested, typed);
  assert.equal(closest("x", ["y"]), undefined);
  assert.equal(closest("ab", ["xy", "ax"]), "ax");
  assert.equal(closest("pod", ["po", "pods", "pod"]), "pod");
  for (const kind of ["frob", "frobs", "obj", "jar"]) assert.equal(closest(kind, ["job", "po"]), undefined, kind);
  for (const kind of ["jbo", "joc", "jobb"]) assert.equal(closest(kind, ["job", "po"]), "job", kind);
});
