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
  ["'\ufffd' 'x' '\\U0010ffff' '\ufffd' '\ufffd'", "%q %q %q %q %q", -1, 0x78, 0x10ffff, 0x110000, 0xd800],
  ["map[\uffff:1 😀:2]", "%v", { "😀": 2, "\uffff": 1 }],
  ["map[:3 a:2 ab:1]", "%v", { ab: 1, a: 2, "": 3 }],
  ["99.5% of disk", "%.1f%% of %s", 99.54, "disk"],
  ["true [ff 61] float64", "%t %x %T", true, [255, "a"], 1.5],
  ["    5|5    |00005|+5|-0005", "%5d|%-5d|%05d|%+d|%05d", 5, 5, 5, 5, -5],
  ["  web|web  |w", "%5s|%-5s|%.1s", "web", "web", "web"],
  ["0xff 0XFF 00ff -2a", "%#x %#X %04x %x", 255, 255, 255, -42],
  ["1.50e+03 1.5e+03 1500.25 1e-05 A", "%.2e %.2g %g %g %c", 1500.25, 1500.25, 1500.25, 0.00001, 65],
  ["10000000000000000000000.00", "%.2f", 1e22],
];

test("sprintf() formats every directive that Kubernetes passes to Eventf", () => {
  for (const directives of Object.values(USED)) {
    for (const directive of Object.keys(directives)) {
      const printer = new Printer();
      assert.notEqual(printer.print(directive, [directive === "%d" ? 1 : "web"]), directive);
      assert.equal(printer.mistake, undefined);
    }
  }
});

for (const [want, format, ...args] of GO) {
  test(`sprintf() formats ${JSON.stringify(format)} as Go does`, () => {
    assert.equal(sprintf(format, ...args), want);
  });
}

/** Mistakes of callers, the text, and the line. */
const MISTAKES: readonly [mistake: string, want: string, format: string, ...args: unknown[]][] = [
  ['%d has an argument of the wrong type: "hi"', "hi", "%d", "hi"],
  ["%d has an argument of the wrong type: 3.7", "3.7 pods", "%d pods", 3.7],
  ["%5t has an argument of the wrong type: 1", "    1|", "%5t|", 1],
  ['%.1f has an argument of the wrong type: "high"', "high load", "%.1f load", "high"],
  ["%v has a function that is not called for an argument", "func()", "%v", () => 1],
  ["%d reads argument 2 of 1", "1 of %d", "%d of %d", 1],
  ["% is not a verb (a percent sign is %%)", "100%", "100%"],
  ["% f is not a verb (a percent sign is %%)", "disk 90% full", "disk 90% full"],
  ["% f is not a verb (a percent sign is %%)", "disk 90% full on web", "disk 90% full on %s", "web"],
  ["%2F is not a verb (a percent sign is %%)", "GET /a%2Fb: refused", "GET /a%2Fb: %s", "refused"],
  ["%z is not a verb (a percent sign is %%)", "%z 3", "%z", 3],
  ["%o is not a verb (a percent sign is %%)", "mode %o of file 420", "mode %o of %s", 420, "file"],
  ["it reads 0 of 1 arguments", "updated", "updated", null],
  ["it reads 1 of 4 arguments", "web is up 3", "%s is up", "web", undefined, 3, null],
  ["%d reads argument 1 of 0 (a percent sign is %%)", "100%done", "100%done"],
  ["it reads 1 of 2 arguments", "web is up 3", "%s is up", "web", 3],
  ["it reads 0 of 2 arguments", "3 [a b]", "", 3, ["a", "b"]],
  ["its arguments are one array (pass them one by one, or as ...args)", "web: 3", "%s: %d", ["web", 3]],
  ["its arguments are one array (pass them one by one, or as ...args)", "web: %d", "%s: %d", ["web"]],
];

for (const [mistake, want, format, ...args] of MISTAKES) {
  test(`Printer reports the mistake in ${JSON.stringify(format)} of ${args.length} arguments, and prints on`, () => {
    const printer = new Printer();
    assert.equal(printer.print(format, args), want);
    assert.equal(printer.mistake, mistake);
  });
}

test("Printer prints %w, which Go has for errors, as %v, without a mistake", () => {
  const printer = new Printer();
  assert.equal(printer.print("sync of %s: %w", ["web", new Error("refused")]), "sync of web: refused");
  assert.equal(printer.print("%w|%5w|", [undefined, 3]), "<nil>|    3|");
  assert.equal(printer.mistake, undefined);
});

test("Printer reports no mistake for %s of anything, nor for one array for one verb", () => {
  const values = [
    1234,
    1.5,
    true,
    null,
    undefined,
    ["a", 1],
    { a: 1 },
    new Error("boom"),
    Symbol("x"),
    10n,
    new Date(0),
  ];
  for (const value of values) {
    const printer = new Printer();
    assert.equal(printer.print("%s", [value]), sprintf("%v", value));
    assert.equal(printer.mistake, undefined);
  }
  assert.equal(sprintf("%v pods", ["a", "b"]), "[a b] pods");
});

test("sprintf() formats JavaScript values without a counterpart in Go", () => {
  const loop: unknown[] = [1];
  loop.push(loop);
  assert.equal(sprintf("%v %v %v", loop, undefined, 10n), "[1 ...] <nil> 10");
  assert.equal(sprintf("%v", new Map([["k", [true]]])), "map[k:[true]]");
  const numbers = new Map<unknown, unknown>([[10, "b"], [9, "a"]]);
  assert.equal(sprintf("%v", numbers), "map[9:a 10:b]");
  assert.equal(sprintf("%v %s", sprintf, () => 1), "func() func()");
  assert.equal(sprintf("%v %T", Symbol("x"), new RangeError("x")), "Symbol(x) RangeError");
  assert.equal(sprintf("%s", new URL("http://localhost/x")), "http://localhost/x");
  assert.equal(sprintf("%v %v", new Date(0), new Date(NaN)), "1970-01-01T00:00:00.000Z Invalid Date");
  assert.equal(sprintf("%v", Object.create(null)), "map[]");
  assert.equal(sprintf("%.1f %.1f %x", 3, 10n, 2n ** 64n), "3.0 10.0 10000000000000000");
  assert.equal(sprintf("%v %v %v %v", 1e-5, Infinity, -Infinity, NaN), "1e-05 +Inf -Inf NaN");
  assert.equal(sprintf("%q", "\ud800\uffff\u{10ffff}"), '"\ufffd\\uffff\\U0010ffff"');
});

test("sprintf() reads a bounded part of huge arguments", () => {
  let read = 0;
  const items = new Proxy([], { get: (_, name) => name === "length" ? 2 ** 32 - 1 : (read++, "item") });
  assert.match(sprintf("%v", items), /^\[item item .* \.\.\.\]$/);
  assert.ok(read < 20_000, `${read} items read`);
  assert.equal(sprintf("%99999d|%.999f", 1, 2), "%99999d|%.999f 1 2");
});

test("sprintf() prints a Set as a list, and an error with what Node keeps beside its message", () => {
  assert.equal(sprintf("%v %d", new Set(["a", "b"]), new Set([1])), "[a b] [1]");
  const refused = new Error("connect ECONNREFUSED 127.0.0.1:443");
  assert.equal(sprintf("%v", new TypeError("fetch failed", { cause: refused })), `fetch failed: ${refused.message}`);
  assert.equal(sprintf("%v", new AggregateError([refused, new Error("other")])), `${refused.message}; other`);
  assert.equal(sprintf("%v", new Error("boom", { cause: refused })), "boom");
  assert.equal(sprintf("%v", new RangeError()), "RangeError");
});

test("sprintf() never throws for any arguments", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  const trap = new Proxy({}, { get: boom });
  assert.equal(sprintf("%v %s", trap, [1, trap]), "an object [1 an object]");
  assert.equal(sprintf("x", trap), "x an object");
  assert.equal(sprintf("%v %T", { toString: boom }, trap), "[object Object] an object");
  assert.equal(sprintf({ toString: boom } as never), "[object Object]");
  assert.equal(sprintf(undefined as never), "<nil>");
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.equal(sprintf("%v %s", proxy, [proxy]), "an object [an object]");
  let deep: unknown[] = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.match(sprintf("%v", deep), /^\[\[.*\]\]$/);
  const printer = new Printer();
  printer.print("%v", [{ toString: boom }]);
  assert.equal(printer.mistake, '%v has an argument that throws: "boom"');
});
