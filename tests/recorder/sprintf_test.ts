import { test } from "node:test";
import assert from "node:assert/strict";
import { Printer, sprintf } from "../../src/recorder/sprintf.ts";

/** The output of `fmt.Sprintf` of Go 1.26 for the same format and values. */
const GO: readonly [want: string, format: string, ...args: unknown[]][] = [
  [
    'a 3 4.5 [1 b] "q\\"\\n" true ff 1.500000 2.35 string %',
    "%s %d %v %+v %q %t %x %f %.2f %T %%",
    "a",
    3,
    4.5,
    [
      1,
      "b",
    ],
    'q"\n',
    true,
    255,
    1.5,
    2.345,
    "s",
  ],
  ["   42|42   |00042|+42| 42|-ff|6869|0xff", "%5d|%-5d|%05d|%+d|% d|%x|%X|%#x", 42, 42, 42, 42, 42, -255, "hi", 255],
  ["1 0 2 2", "%.0f %.0f %.0f %.0f", 0.6, 0.5, 1.5, 2.5],
  ["0.00000 1.50000 1.50 1.e+00 1.", "%#g %#g %#.3g %#.0e %#.0f", 0.0, 1.5, 1.5, 1.0, 1.0],
  ["0.001 0.0005 0.00", "%.3f %.4f %.2f", 0.0005001, 0.0005, 0.0005],
  ["%!d(string=hi)", "%d", "hi"],
  ["%!d(MISSING)", "%d"],
  ["hi%!(EXTRA int=3, string=x)", "hi", 3, "x"],
  ["%!(NOVERB)", "%"],
  ["%!!(MISSING)", "%!"],
  ["%!z(int=3)", "%z", 3],
  ["%!s(int=3)", "%s", 3],
  ["%!s(<nil>)", "%s", null],
  ["<nil>", "%v", null],
  ["map[a:x b:1]", "%v", { b: 1, a: "x" }],
  [
    "   3.142|2.50    |-003.142|1.234568e+05|1e+21|1e-07|100000.5|1E+30",
    "%8.3f|%-8.2f|%08.3f|%e|%g|%g|%g|%G",
    3.14159,
    2.5,
    -3.14159,
    123456.789,
    1e21,
    1e-7,
    100000.5,
    1e30,
  ],
  ['boom boom "boom"', "%s %v %q", new Error("boom"), new Error("boom"), new Error("boom")],
  [
    '    hé|ab    |     é|"tab\\t\\x01é\\u200b"|68c3a979',
    "%6.2s|%-6s|%6s|%q|%x",
    "héllo",
    "ab",
    "é",
    "tab\t\x01é\u200b",
    "héy",
  ],
  ["    3|1.24", "%*d|%.*f", 5, 3, 2, 1.239],
  ["A U+1F600 'x'", "%c %U %q", 65, 0x1F600, 0x78],
  ["\0 \u{10ffff} \ud7ff \ue000", "%c %c %c %c", 0, 0x10ffff, 0xd7ff, 0xe000],
  ["\ufffd \ufffd \ufffd \ufffd", "%c %c %c %c", -1, 0x110000, 0xd800, 0xdfff],
  ["%!t(int=1)", "%t", 1],
  ["true false", "%v %v", true, false],
  ["-00042|+00042||10|101|010", "%06d|%+06d|%x|%o|%b|%#o", -42, 42, "", 8, 5, 8],
  ["1.23e+03|1234.5678|0.0001234", "%.3g|%.10g|%g", 1234.5678, 1234.5678, 0.0001234],
  ["2|4", "%.0f|%.f", 2.5, 3.5],
  [" true|false  |", "%5t|%-7t|", true, false],
  ["[    a]| true|7    |", "%5s|%5v|%-5v|", ["a"], true, 7],
  ["100%!(NOVERB)", "100%"],
  ["50 3ff %!d(MISSING)", "50% off %d", 3],
  ["50%", "%d%%", 50],
  ["2 1", "%[2]d %[1]d", 1, 2],
  ["%|3", "%5%|%v", 3],
  ['00000000ab|00"x"', "%010s|%05q", "ab", "x"],
  ["1.2345678925e+08|1.0000005e+06|100000.5", "%v|%v|%v", 123456789.25, 1000000.5, 100000.5],
  ["%!s(int=    7)|%!d(string=0000b)|%!f(string=he)", "%5s|%05d|%.2f", 7, "b", "hello"],
  ["[[%!d(float64=1.5)] <nil> %!d(string=x)]", "%d", [[1.5], null, "x"]],
  ['[]interface {}{1, "b", interface {}(nil)}|map[string]interface {}{"a":"x"}', "%#v|%#v", [1, "b", null], { a: "x" }],
  ["'\ufffd' \ufffd he", "%q %c %.2v", -1, 0x110000, "hello"],
  ['||    |st|7122|"q\\""', "%.d|%.0d|%4.d|%.2T|%.2x|%#.2v", 0, 0, 0, "s", 'q"uo', 'q"uo'],
  ["a %!(NOVERB)%!(EXTRA int=1, string=x)", "a %10000010d b %s", 1, "x"],
  ["%!(NOVERB)%!(EXTRA int=1)", "%.10000010d", 1],
  ["%!(BADWIDTH)1 %!(BADWIDTH)2 %!(BADPREC)3", "%*d %*d %.*d", 1000001, 1, -1000001, 2, 1000001, 3],
  ["%!d(BADINDEX) 1", "%[5]d %d", 1],
  ["%!d(BADINDEX) %!d(BADINDEX)", "%[x]d %[]d", 1],
  ["U+FFFFFFFFFFFFFFFF U+000041 U+0041 'A'", "%U %.6U %#U", -1, 65, 65],
  ["0 00005 0o10 010", "%#o %#.5o %O %#o", 0, 5, 8, 8],
  ["map[\uffff:1 \u{1f600}:2]", "%v", { "\u{1f600}": 2, "\uffff": 1 }],
  [
    "map[\ud7ff:1 \ue000:2 \uffff:3 \u{10000}:4 \u{103fe}:5 \u{103ff}:6]",
    "%v",
    { "\u{103ff}": 6, "\u{103fe}": 5, "\uffff": 3, "\u{10000}": 4, "\ue000": 2, "\ud7ff": 1 },
  ],
  ["map[:3 a:2 ab:1]", "%v", { ab: 1, a: 2, "": 3 }],
  ["\u{10000}|  \u{10000}|\uffff", "%.1s|%3s|%.1s", "\u{10000}a", "\u{10000}", "\uffffa"],
  [
    "0.0001 1e-05 1e-06 12 123 1.23e+03 100000 1e+06",
    "%g %g %g %.3g %.3g %.3g %g %g",
    1e-4,
    1e-5,
    1e-6,
    12,
    123,
    1234,
    100000,
    1e6,
  ],
  ["  \u{10000}a|  \uffffa|abc", "%4s|%4s|%2s", "\u{10000}a", "\uffffa", "abc"],
  ["%!d(BADINDEX) 2", "%[1x]d %[2]d", 1, 2],
  ["%!d(BADINDEX)  1|%!d(BADINDEX)|", "%[1 ]d %[2]*[1]d|%[3]d|", 1, 2],
  ["%!d(BADINDEX)|1", "%[1d|%d", 1],
  ["%!d(BADINDEX)|%!f(BADINDEX)|%![(int=1)2]d|01", "%[1]5d|%[1].2f|%[1][2]d|%.[1]2d", 1, 2],
  ["1 2e+01 1e-05", "%.1g %.0g %.1g", 1.25, 25, 0.00001234],
  ['"\\u00e9" `a"b` 61 62 0x61 0x62', "%+q %#q % x %# x", "\u00e9", 'a"b', "ab", "ab"],
  ["      3.14| 3", "%[1]*.[2]*[3]f|%[2]*[4]d", 10, 2, 3.14159, 3],
  ["%!(BADPREC)1.500000 %!(BADPREC)1.500000 +NaN", "%.*f %.*f %+f", "exact", 1.5, -1, 1.5, NaN],
];

test("Printer continues after each directive, for every verb and flag", () => {
  // With a limit, a directive that is parsed repeatedly yields a wrong string rather than an endless loop.
  for (const [want, format] of [["%", "%%"], ["a+1", "a%+d"], ["a 1|%", "a%2d|%%"]] as const) {
    assert.equal(new Printer(50).print(format, format.includes("d") ? [1] : []), want);
  }
});

for (const [want, format, ...args] of GO) {
  test(`sprintf() formats ${JSON.stringify(format)} as Go does`, () => {
    assert.equal(sprintf(format, ...args), want);
  });
}

test("sprintf() formats values that only JavaScript has", () => {
  const loop: unknown[] = [1];
  loop.push(loop);
  assert.equal(sprintf("%v %v %v", loop, undefined, 10n), "[1 ...] <nil> 10");
  assert.equal(sprintf("%v", new Map([["k", [true]]])), "map[k:[true]]");
  const numbers = new Map<unknown, unknown>([[10, "b"], [9, "a"], ["x", 1]]);
  assert.equal(
    sprintf("%v %d", numbers, numbers),
    "map[9:a 10:b x:1] map[9:%!d(string=a) 10:%!d(string=b) %!d(string=x):1]",
  );
  assert.equal(sprintf("%#v", new Map([[1, 2]])), "map[interface {}]interface {}{1:2}");
  assert.equal(sprintf("%v %s", sprintf, () => 1), "func() %!s(func()=func())");
  assert.equal(sprintf("%s", new URL("http://localhost/x")), "http://localhost/x");
  assert.equal(sprintf("%v", new Date(0)), "1970-01-01T00:00:00.000Z");
  assert.equal(sprintf("%v", Object.create(null)), "map[]");
  const broken = {
    toString(): string {
      throw new Error("boom");
    },
  };
  assert.equal(sprintf("%v", broken), "%!v(PANIC=String method: boom)");
});

test("sprintf() formats floats with more digits than JavaScript has", () => {
  assert.equal(sprintf("%.150f|%.101e", 1.5, 1.5), `1.5${"0".repeat(149)}|1.5${"0".repeat(100)}e+00`);
  assert.equal(sprintf("%.25g|%.1f|%.0e", 1e22 + 4e6, 0.25, 2.5), "10000000000000004194304|0.2|2e+00");
  assert.equal(sprintf("%.120g", 0.1), "0.1000000000000000055511151231257827021181583404541015625");
  assert.equal(sprintf("%.200v %.200f", 2.5, 1e21), `2.5 1000000000000000000000.${"0".repeat(200)}`);
  // As Go prints it, with all its digits.
  assert.equal(sprintf("%.100g", 0.001), "0.001000000000000000020816681711721685132943093776702880859375");
});

test("Printer reads its arguments only up to its limit", () => {
  const huge = "x\u00e9\n".repeat(200_000);
  const limits: [format: string, argument: unknown][] = [
    ["%s", huge],
    ["%v", huge],
    ["%q", huge],
    ["%+q", huge],
    ["%x", huge],
    ["% X", huge],
    ["%.2000000s", huge],
    ["%10s", huge],
    ["%v", [huge, huge]],
    ["%v", { [huge]: huge }],
    ["%v", new Error(huge)],
    ["%d", huge],
    [huge, "extra"],
    ["%900000d", 1],
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
  const entries = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key ${99_999 - index}`, index]));
  assert.equal(new Printer(20).print("%v", [entries]), "map[key 0:99999 key 1");
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
  assert.equal(mistakeOf("%-5d", ["a"]), '%-5d has an argument of the wrong type: "a"');
  assert.equal(mistakeOf("%z", 3), "%z has an argument of the wrong type: 3");
  assert.equal(mistakeOf("%s", null), "%s has an argument of the wrong type: null");
  assert.equal(mistakeOf("%v", () => 1), "%v has a function that is not called for an argument");
  assert.equal(mistakeOf("%s is up", "web", 3), "it reads 1 of 2 arguments");
  assert.equal(mistakeOf("100%"), "% has no verb");
  assert.equal(mistakeOf("%[3]d", 1), "%[3]d has an invalid argument number");
  assert.equal(mistakeOf("%*d", "wide", 1), "%*d has a width or precision that is not an integer");
  for (const format of ["%v %s", "%[2]v", "%v%% %q"]) assert.equal(mistakeOf(format, 1, "web"), undefined);
});

test("sprintf() never throws for any arguments", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  const panic = (verb: string): string => `%!${verb}(PANIC=String method: boom)`;
  const trap = new Proxy({}, { get: boom });
  assert.equal(sprintf("%v %s", trap, [1, trap]), `${panic("v")} [%!s(int=1) ${panic("s")}]`);
  assert.equal(sprintf("%T", Object.defineProperty({}, "toString", { get: boom })), panic("T"));
  assert.equal(sprintf("x", trap), `x%!(EXTRA ${panic("T")}=${panic("v")})`);
  const bare = Object.assign(Object.create(null), { toString: () => "bare" });
  assert.equal(sprintf("%v %T %d", bare, bare, bare), "bare object %!d(object=bare)");
  const mute = Object.assign(new Error("x"), { message: undefined });
  assert.equal(sprintf("%12s|%v", mute, mute), "   undefined|undefined");
  assert.equal(sprintf({ toString: boom } as never), panic("v"));
  assert.equal(sprintf(undefined as never), "<nil>");
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.match(sprintf("%v %s", proxy, [proxy]), /^%!v\(PANIC=.*\) \[%!s\(PANIC=.*\)\]$/);
  for (const message of [Symbol("x"), { toString: boom }, 5, null]) {
    const error = Object.assign(new Error("x"), { message });
    assert.equal(typeof sprintf("%v", error), "string");
    assert.equal(
      typeof sprintf("%v", {
        toString: () => {
          throw error;
        },
      }),
      "string",
    ); // deno-fmt-ignore
  }
  let deep: unknown[] = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.match(sprintf("%v", deep), /^\[\[.*\]\]$/);
});

test("sprintf() formats maps with keys of any type, numbers first", () => {
  const map = new Map<unknown, unknown>([["b", 1], [2, "x"], [1n, "y"], ["a", 2]]);
  assert.equal(sprintf("%v", map), "map[1:y 2:x a:2 b:1]");
  assert.equal(sprintf("%v", new Map<unknown, unknown>([["!", 1], [2, "x"]])), "map[2:x !:1]");
  assert.equal(sprintf("%v", new Map([[3, "c"], [1, "a"], [4, "d"], [2, "b"]])), "map[1:a 2:b 3:c 4:d]");
  assert.equal(sprintf("%T %T", map, new Map([["a", 1]])), "map[interface {}]interface {} map[string]interface {}");
});

test("sprintf() formats integers of every base, and floats that round up to a power of ten", () => {
  assert.equal(sprintf("%b %o %O %d %x %X %#X", 5, 64, 64, 10, 255, 255, 255), "101 100 0o100 10 ff FF 0XFF");
  assert.equal(sprintf("%.2e %.0e %.2f %.2e", 9.996, 9.6, 9.996, 99960n), "1.00e+01 1e+01 10.00 %!e(int64=99960)");
});

test("sprintf() reads on after an index without an end, and escapes noncharacters", () => {
  assert.equal(sprintf("%[d|", 5), "%!d(BADINDEX)|");
  assert.equal(sprintf("%q", "\uffff\u{10ffff}"), '"\\uffff\\U0010ffff"');
});

test("sprintf() prints Go's types of values with %T", () => {
  const values = [true, 1n, 1, 1.5, () => {}, [1], { a: 1 }, "s"];
  const types = "bool int64 int float64 func() []interface {} map[string]interface {} string";
  assert.equal(sprintf("%T %T %T %T %T %T %T %T", ...values), types);
});

test("sprintf() formats an invalid Date, and a lone surrogate as U+FFFD", () => {
  assert.equal(sprintf("%v", new Date(NaN)), "Invalid Date");
  assert.equal(sprintf("%q|%+q", "\ud800", "\ud800"), '"\ufffd"|"\\ufffd"');
});

test("sprintf() prints symbols and functions by name under %v alone, padded", () => {
  const symbol = Symbol("x");
  assert.equal(sprintf("%v|%12v|%d", symbol, symbol, symbol), "Symbol(x)|   Symbol(x)|%!d(symbol=Symbol(x))");
  assert.equal(sprintf("%v|%8v|%t", () => {}, () => {}, true), "func()|  func()|true");
});

test("sprintf() formats zero and small numbers with more digits than toFixed() has", () => {
  const zeros = "0".repeat(120);
  assert.equal(sprintf("%.120f|%.120e|%.120g", 0, 0, 0), `0.${zeros}|0.${zeros}e+00|0`);
  assert.equal(sprintf("%.120f", 0.5), `0.5${"0".repeat(119)}`);
  assert.equal(sprintf("%.120f", -0), `-0.${zeros}`);
});
