// How do events carry OpenTelemetry's active span? deno run --no-lock examples/trace_context_opentelemetry.ts

import { AsyncLocalStorage } from "node:async_hooks";
// deno-lint-ignore no-import-prefix -- this example alone needs it
import { type Context, context, ROOT_CONTEXT, trace } from "npm:@opentelemetry/api@^1.9.0";
import { EventBroadcaster } from "@kubecast/events";
import { traceContext } from "@kubecast/events/opentelemetry";

const broadcaster = new EventBroadcaster();
broadcaster.startEventWatcher(({ message, metadata }) =>
  console.log(message, metadata.annotations?.traceparent ?? "no trace")
);

const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });

// An OpenTelemetry SDK does the rest: it tracks the active context, and starts spans. This is a minimal replacement for one.
const contexts = new AsyncLocalStorage<Context>();
context.setGlobalContextManager({
  active: () => contexts.getStore() ?? ROOT_CONTEXT,
  with: (active, run, thisArg, ...args) => contexts.run(active, () => run.apply(thisArg, args)),
  bind: (active, target) =>
    typeof target !== "function"
      ? target
      : contexts.run(active, () => AsyncLocalStorage.bind(target as () => void)) as typeof target,
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});
const span = trace.wrapSpanContext({
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  traceFlags: 1,
});

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop", uid: "1234" },
};
context.with(trace.setSpan(context.active(), span), () => {
  recorder.eventf(deployment, "Normal", "ScalingReplicaSet", "Scaled up to %d", 3);
});
recorder.eventf(deployment, "Normal", "ScalingReplicaSet", "Scaled up to %d", 4);
await broadcaster.shutdown();
// Scaled up to 3 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
// Scaled up to 4 no trace
