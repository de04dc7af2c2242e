import { type Occurrence, toOccurrence } from "../../../src/read/mod.ts";

interface LineOptions {
  readonly uid?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly object?: string;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly delta?: number;
  readonly first?: number;
  readonly last?: number;
  readonly estimated?: true;
}

/** An occurrence as a reader emits it, with times in milliseconds; about the pod shop/web, and of one event unless told. */
export function line(options: LineOptions = {}): Occurrence {
  const { kind = "Pod", namespace = "shop", object = "web", type = "Warning", reason = "BackOff" } = options;
  const { name = `${object}.${reason}`, uid = `uid of ${name}`, message = "Back-off restarting" } = options;
  const { last = 0, first = last, count = 1, delta = count, estimated } = options;
  const occurrence = toOccurrence({
    metadata: { name, namespace: namespace || "default", uid },
    involvedObject: { kind, ...namespace && { namespace }, name: object },
    type,
    reason,
    message,
    count,
    firstTimestamp: new Date(first).toISOString(),
    lastTimestamp: new Date(last).toISOString(),
  });
  return { ...occurrence, delta, ...estimated && { estimated } };
}
