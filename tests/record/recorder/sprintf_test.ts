import { test } from "node:test";
import assert from "node:assert/strict";
import { Printer, sprintf } from "../../../src/record/recorder/sprintf.ts";

/**
 * All directives in the formats that Kubernetes' own sources pass to `Eventf`, `AnnotatedEventf` and `PastEventf`, and in
 * how many places: none has a flag, width, precision or argument number.
 *
 * As `go run . formats FOLDER...` of tests/parity/clientgo counts them in `k8s.io/kubernetes` and the modules that it is
 * published as (until 1.34 `k8s.io/cloud-provider` alone). Some calls pass a text that is formatted elsewhere.
 */
const USED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "1.20.0": { "%v": 80, "%s": 69, "%d": 14, "%q": 3 },
  "1.28.0": { "%v": 84, "%s": 94, "%d": 14, "%q": 6 },
  "1.34.0": { "%v": 72, "%s": 85, "%d": 15, "%q": 7 },
  "1.37.2": { "%v": 70, "%s": 138, "%d": 17, "%q": 10 },
};

/** The output of `fmt.Sprintf` of Go 1.26 for the same format and values. */
const GO: readonly [want: string, format: string, ...args: unknown[]][] = [
  ['a 3 4.5 [1 b] "q\\"\\n" true string %', "%s %d %v %+v %q %v %s %%", "a", 3, 4.5, [1, "b"], 'q"\n', true, "string"],
  ["%!d(string=hi)", "%d", "hi"],
  ["%!d(MISSING)", "%d"],
  ["hi%!(EXTRA int=3, string=x)", "hi", 3, "x"],
  ["%!(NOVERB)", "%"],
  ["100%!(NOVERB)", "100%"],
  ["%!!(MISSING)", "%!"],
  ["%!z(int=3)", "%z", 3],
  ["%!s(int=3)", "%s", 3],
  ["%!s(<nil>)", "%s", null],
  ["<nil>", "%v", null],
  ["map[a:x b:1]", "%v", { b: 1, a: "x" }],
  ['boom boom "boom"', "%s %v %q", new Error("boom"), new Error("boom"), new Error("boom")],
  [
    "1.2345678925e+08|1.0000005e+06|100000.5|1e+21|1e-07",
    "%v|%v|%v|%v|%v",
    123456789.25,
    1000000.5,
    100000.5,
    1e21,
    1e-7,
  ],
  ["[[%!d(float64=1.5)] <nil> %!d(string=x)]", "%d", [[1.5], null, "x"]],
  ["'\ufffd' 'x' '\\U0010ffff' '\ufffd' '\ufffd'", "%q %q %q %q %q", -1, 0x78, 0x10ffff, 0x110000, 0xd800],
  ["map[\uffff:1 \u{1f600}:2]", "%v", { "\u{1f600}": 2, "\uffff": 1 }],
  ["map[\ud7ff:1 \ue000:2 \uffff:3 \u{10000}:4]", "%v", { "\u{10000}": 4, "\uffff": 3, "\ue000": 2, "\ud7ff": 1 }],
  ["map[:3 a:2 ab:1]", "%v", { ab: 1, a: 2, "": 3 }],
  ["%|3", "%5%|%v", 3],
];

test("sprintf() formats every directive that Kubernetes passes to Eventf, and writes any other as a bad one", () => {
  for (const directives of Object.values(USED)) {
    for (const directive of Object.keys(directives)) {
      const printer = new Printer();
      assert.doesNotMatch(printer.print(directive, [directive === "%d" ? 1 : "web"]), /%!/);
      assert.equal(printer.mistake, undefined);
    }
  }
  const used = Object.keys(USED["1.37.2"]!);
  for (let code = 0x21; code < 0x7f; code++) {
    const directive = "%" + String.fromCharCode(code);
    if (used.includes(directive) || "+-#.*[%0123456789".includes(directive[1]!)) continue;
    assert.equal(sprintf(directive, "x"), `%!${directive[1]}(string=x)`);
  }
});

for (const [want, format, ...args] of GO) {
  test(`sprintf() formats ${JSON.stringify(format)} as Go does`, () => {
    assert.equal(sprintf(format, ...args), want);
  });
}

test("sprintf() writes other verbs, flags and sizes as Go writes a bad verb, and reads on", () => {
  assert.equal(sprintf("%.1f%% of %s", 99.5, "web"), "%!f(float64=99.5)% of web");
  assert.equal(
    sprintf("%-5d|%05s|%#v|%[1]d|%d", 1, "a", "b", 4, 5),
    "%!d(int=1)|%!s(string=a)|%!v(string=b)|%!d(int=4)|5",
  );
  assert.equal(
    sprintf("%t %x %T", true, [255, "a"], 1.5),
    "%!t(bool=true) [%!x(int=255) %!x(string=a)] %!T(float64=1.5)",
  );
  assert.equal(sprintf("50% off %d", 3), "50%!o(int=3)ff %!d(MISSING)");
});

test("sprintf() formats values that only JavaScript has", () => {
  const loop: unknown[] = [1];
  loop.push(loop);
  assert.equal(sprintf("%v %v %v", loop, undefined, 10n), "[1 ...] <nil> 10");
  assert.equal(sprintf("%v", new Map([["k", [true]]])), "map[k:[true]]");
  const numbers = new Map<unknown, unknown>([[10, "b"], [9, "a"], ["x", 1]]);
  assert.equal(sprintf("%v", numbers), "map[9:a 10:b x:1]");
  assert.equal(sprintf("%v %s", sprintf, () => 1), "func() %!s(func()=func())");
  assert.equal(sprintf("%v %d", Symbol("x"), Symbol("x")), "Symbol(x) %!d(symbol=Symbol(x))");
  assert.equal(sprintf("%s", new URL("http://localhost/x")), "http://localhost/x");
  assert.equal(sprintf("%v %v", new Date(0), new Date(NaN)), "1970-01-01T00:00:00.000Z Invalid Date");
  assert.equal(sprintf("%v", Object.create(null)), "map[]");
  assert.equal(sprintf("%v %v %v %v", 1e-5, Infinity, -Infinity, NaN), "1e-05 +Inf -Inf NaN");
  assert.equal(sprintf("%q", "\ud800\uffff\u{10ffff}"), '"\ufffd\\uffff\\U0010ffff"');
});

test("Printer reads its arguments only up to its limit", () => {
  const huge = "x\u00e9\n".repeat(200_000);
  const limits: [format: string, argument: unknown][] = [
    ["%s", huge],
    ["%q", huge],
    ["%v", [huge, huge]],
    ["%v", { [huge]: huge }],
    ["%v", new Error(huge)],
    ["%d", huge],
    [huge, "extra"],
  ];
  for (const [format, argument] of limits) {
    const text = new Printer(100).print(format, [argument]);
    assert.equal(text.length, 101);
    assert.equal(text, sprintf(format, argument).slice(0, 101));
  }
  let read = 0;
  const items = new Proxy([], { get: (_, name) => name === "length" ? 2 ** 32 - 1 : (read++, "item") });
  assert.equal(new Printer(100).print("%v", [items]).slice(0, 16), "[item item item ");
  assert.ok(read < 50, `${read} items read`);
});

test("Printer reports how a format mismatches its arguments, as go vet does", () => {
  const mistakeOf = (format: string, ...args: unknown[]): string | undefined => {
    const printer = new Printer();
    printer.print(format, args);
    return printer.mistake;
  };
  assert.equal(mistakeOf("100% done"), "% d reads argument 1 of 0 (a percent sign is %%)");
  assert.equal(mistakeOf("%d of %d", 1), "%d reads argument 2 of 1");
  assert.equal(mistakeOf("%d pods", 3.7), "%d has an argument of the wrong type: 3.7");
  assert.equal(mistakeOf("%s", 3), "%s has an argument of the wrong type: 3");
  assert.equal(mistakeOf("%s", null), "%s has an argument of the wrong type: null");
  assert.equal(mistakeOf("%.1f", 3.5), "%.1f is not supported: use %s, %v, %d, %q or a template literal");
  assert.equal(mistakeOf("%v", () => 1), "%v has a function that is not called for an argument");
  assert.equal(mistakeOf("%s is up", "web", 3), "it reads 1 of 2 arguments");
  assert.equal(mistakeOf("100%"), "% has no verb");
  for (const format of ["%v %s", "%v%% %q", "%+v %s"]) assert.equal(mistakeOf(format, 1, "web"), undefined);
});

test("sprintf() never throws for any arguments", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  const panic = (verb: string): string => `%!${verb}(PANIC=String method: boom)`;
  const trap = new Proxy({}, { get: boom });
  assert.equal(sprintf("%v %s", trap, [1, trap]), `${panic("v")} [%!s(int=1) ${panic("s")}]`);
  assert.equal(sprintf("x", trap), `x%!(EXTRA ${panic("T")}=${panic("v")})`);
  assert.equal(sprintf("%v", { toString: boom }), panic("v"));
  assert.equal(sprintf({ toString: boom } as never), panic("v"));
  assert.equal(sprintf(undefined as never), "<nil>");
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.match(sprintf("%v %s", proxy, [proxy]), /^%!v\(PANIC=.*\) \[%!s\(PANIC=.*\)\]$/);
  let deep: unknown[] = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.match(sprintf("%v", deep), /^\[\[.*\]\]$/);
});
