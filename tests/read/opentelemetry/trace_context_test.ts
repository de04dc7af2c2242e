import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster } from "../../../mod.ts";
import { type TraceApi, traceContext } from "../../../src/read/opentelemetry/mod.ts";

const SPAN = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", traceFlags: 1 };

function annotationsOf(trace: TraceApi, warnings: string[] = []): Promise<(string | undefined)[]> {
  const logger = {
    warn: (line: string) => void warnings.push(line),
    error: (line: string) => void warnings.push(line),
  };
  const broadcaster = new EventBroadcaster({ logger });
  const seen: (string | undefined)[] = [];
  broadcaster.startEventWatcher(({ metadata }) => void seen.push(metadata.annotations?.["traceparent"]));
  const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });
  recorder.event({ kind: "Pod", name: "web", namespace: "shop" }, "Normal", "Pulled", "Pulled image");
  return broadcaster.shutdown().then(() => seen);
}

test("traceContext() annotates events with the active span", async () => {
  const cases = [
    [SPAN, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    [{ ...SPAN, traceFlags: 0 }, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"],
    [{ ...SPAN, traceFlags: 0x103 }, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03"],
    [{ ...SPAN, traceId: "0".repeat(32) }, undefined],
    [{ ...SPAN, spanId: "0".repeat(16) }, undefined],
    [{ ...SPAN, spanId: "none" }, undefined],
  ] as const;
  for (const [span, expected] of cases) {
    assert.deepEqual(await annotationsOf({ getActiveSpan: () => ({ spanContext: () => span }) }), [expected]);
  }
  assert.deepEqual(await annotationsOf({ getActiveSpan: () => undefined }), [undefined]);
});

test("traceContext() leaves the event without an annotation if the API throws", async () => {
  const warnings: string[] = [];
  const broken = {
    getActiveSpan() {
      throw new Error("The tracer is broken");
    },
  };
  assert.deepEqual(await annotationsOf(broken, warnings), [undefined]);
  assert.match(warnings.join("\n"), /The tracer is broken/);
});

test("traceContext() throws a TypeError for anything but the trace API", () => {
  for (const wrong of [undefined, null, {}, { trace: {} }] as unknown as TraceApi[]) {
    const message = /^Cannot annotate with the trace context: trace must be that of @opentelemetry\/api/;
    assert.throws(() => traceContext(wrong), { name: "TypeError", message });
  }
});
