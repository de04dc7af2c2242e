import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import {
  type Checkpoint,
  type Delivery,
  EventReader,
  forward,
  type Forwarding,
  type ForwardOptions,
  leaseCheckpoint,
  type LeaseCheckpointOptions,
} from "../../../src/read/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { BreakableApi, failure, until } from "../reader/breakable_api.ts";
import { type Lease, type LeaseFault, LeaseServer } from "./lease_server.ts";
import { putEvent } from "../reader/write_event.ts";

/** A replica that forwards. */
interface Replica {
  readonly forwarding: Forwarding;
  readonly checkpoint: Checkpoint;
  readonly lines: string[];
  /** How requests about the Lease fail, and how far the wall clock is off. */
  fault: LeaseFault | undefined;
  skewMs: number;
}

/** A cluster, a store that all replicas deliver to, and fake time. */
class Scene {
  readonly time = new FakeTime(1_800_000_000_000);
  readonly #now = performance.now;
  readonly api = new BreakableApi();
  readonly server = new LeaseServer();
  readonly replicas: Replica[] = [];
  /** The names and counts delivered, with the replica. */
  readonly delivered: string[] = [];

  constructor() {
    performance.now = () => this.time.now - 1_800_000_000_000;
  }

  restore(): void {
    performance.now = this.#now;
    this.time.restore();
  }

  start(options: Partial<ForwardOptions> = {}, lease: Partial<LeaseCheckpointOptions> = {}): Replica {
    const index = this.replicas.length;
    const lines: string[] = [];
    const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    const clock = { now: () => this.time.now + replica.skewMs };
    const checkpoint = leaseCheckpoint({
      name: "store",
      namespace: "monitoring",
      identity: `web-${index}`,
      fetch: this.server.fetch(() => replica.fault),
      clock,
      random: () => 0.5,
      ...lease,
    });
    const replica: Replica = { lines, fault: undefined, skewMs: 0 } as unknown as Replica;
    const forwarding = forward(new EventReader({ fetch: this.api.fetch, random: () => 0.5 }), {
      deliver: (batch) => this.deliver(index, batch),
      checkpoint,
      logger,
      maxDelayMs: 10,
      random: () => 0.5,
      ...options,
    });
    Object.assign(replica, { checkpoint, forwarding });
    this.replicas.push(replica);
    return replica;
  }

  deliver(index: number, batch: readonly Delivery[]): void {
    for (const { occurrence: { event, count } } of batch) {
      this.delivered.push(`${event.metadata.name}/${count} by ${index}`);
    }
  }

  until(condition: () => boolean, stepMs = 50): Promise<void> {
    return until(this.time, condition, stepMs);
  }

  async pass(ms: number, stepMs = 50): Promise<void> {
    const end = this.time.now + ms;
    await this.until(() => this.time.now >= end, stepMs);
  }
}

async function withScene(body: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = new Scene();
  try {
    await body(scene);
  } finally {
    for (const { forwarding } of scene.replicas) await forwarding.stop({ signal: AbortSignal.abort() });
    scene.restore();
  }
}

const leads = ({ forwarding }: Replica): boolean => forwarding.stats().leading;

test("leaseCheckpoint() lets one replica deliver, and another one 15 seconds after the first goes silent, whatever its clock shows", () =>
  withScene(async (scene) => {
    await putEvent(scene.api.direct, "a");
    const first = scene.start();
    await scene.until(() => scene.delivered.length === 1);
    assert.deepEqual(first.lines, ["Forwarding: this process leads"]);
    const second = scene.start();
    second.skewMs = -3_600_000;
    await scene.pass(60_000);
    const { pending, gaps } = second.forwarding.stats();
    assert.deepEqual([leads(first), leads(second), pending, gaps], [true, false, 0, 0]);
    const { lease } = scene.server;
    assert.deepEqual(second.lines, [`Waiting to forward: ${lease!.spec.holderIdentity} leads`]);
    assert.match(lease!.spec.holderIdentity!, /^web-0_[0-9a-f]{8}$/);
    // It is cut off: it stops after ten seconds, and the other one leads after fifteen.
    first.fault = "hang";
    const cutMs = scene.time.now;
    await scene.until(() => !leads(first));
    assert.ok(scene.time.now - cutMs >= 7500 && scene.time.now - cutMs <= 10_500, `${scene.time.now - cutMs} ms`);
    await putEvent(scene.api.direct, "a", { count: 4 });
    await scene.until(() => leads(second));
    assert.ok(scene.time.now - cutMs >= 12_500 && scene.time.now - cutMs <= 18_000, `${scene.time.now - cutMs} ms`);
    await scene.until(() => scene.delivered.length === 2);
    assert.deepEqual(scene.delivered, ["a/1 by 0", "a/4 by 1"]);
    first.fault = undefined;
    await scene.pass(30_000);
    assert.deepEqual([leads(first), leads(second), scene.server.lease!.spec.leaseTransitions], [false, true, 1]);
    assert.match(
      first.lines.join("\n"),
      /no longer forwards: the Lease could not be renewed for 10 s, 0 occurrences are/,
    );
    assert.deepEqual([first.forwarding.stats().terms, second.forwarding.stats().terms], [1, 1]);
  }));

test("leaseCheckpoint() costs a request in two seconds, and saves at most once a second", () =>
  withScene(async (scene) => {
    scene.start();
    await scene.until(() => scene.server.lease !== undefined);
    scene.start();
    await scene.pass(5000);
    scene.server.requests.length = 0;
    await scene.pass(60_000);
    for (const method of ["GET", "PUT"]) {
      const count = scene.server.requests.filter((one) => one === method).length;
      assert.ok(count >= 24 && count <= 31, `${count} times ${method}`);
    }
    scene.server.requests.length = 0;
    for (let count = 1; count <= 100; count++) {
      await putEvent(scene.api.direct, "a", { count });
      await scene.pass(100);
    }
    const busy = scene.server.requests.filter((method) => method === "PUT").length;
    assert.ok(busy >= 5 && busy <= 11, `${busy} writes in ten seconds`);
    const { forwarding } = scene.replicas[0]!;
    const stopped = forwarding.stop();
    await scene.until(() => scene.server.lease!.spec.holderIdentity === "");
    await stopped;
    assert.equal(scene.server.lease!.spec.leaseDurationSeconds, 1);
    // With the last position, in one request.
    assert.ok(scene.server.position!.startsWith("101@"), scene.server.position);
    const startMs = scene.time.now;
    await scene.until(() => leads(scene.replicas[1]!));
    assert.ok(scene.time.now - startMs <= 2500, `${scene.time.now - startMs} ms`);
  }));

test("leaseCheckpoint() serves one forwarding at a time", () =>
  withScene(async (scene) => {
    const first = scene.start();
    const checkpoint = first.checkpoint;
    const refusal = {
      name: "TypeError",
      message:
        "Cannot forward occurrences: the leaseCheckpoint() already serves another forwarding; create one for each",
    };
    await assert.rejects(scene.start({ checkpoint }).forwarding.finished, refusal);
    await scene.until(() => leads(first));
    await assert.rejects(scene.start({ checkpoint }).forwarding.finished, refusal);
    const stopped = first.forwarding.stop();
    await scene.until(() => scene.server.lease!.spec.holderIdentity === "");
    await stopped;
    const again = scene.start({ checkpoint });
    await scene.until(() => leads(again));
  }));

test("leaseCheckpoint() reports no error of a read that is aborted when its process stops waiting", () =>
  withScene(async (scene) => {
    await scene.until(() => leads(scene.replicas[0] ?? scene.start()));
    const waiting = scene.start();
    await scene.until(() => waiting.lines.length === 1);
    waiting.fault = "hang";
    await scene.pass(3000);
    await waiting.forwarding.stop();
    assert.equal(waiting.lines.length, 1, waiting.lines[1]);
  }));

test("leaseCheckpoint() writes a Lease as client-go's leader election does, its duration in whole seconds", () =>
  withScene(async (scene) => {
    const replica = scene.start({}, { leaseDurationMs: 2_000_500 });
    await scene.until(() => leads(replica));
    const { holderIdentity, renewTime, ...spec } = scene.server.written[0]!.spec;
    assert.match(holderIdentity!, /^web-0_/);
    assert.match(renewTime!, /^2027-01-15T08:00:00\.\d{3}000Z$/);
    assert.deepEqual(spec, { leaseDurationSeconds: 2001, acquireTime: renewTime, leaseTransitions: 0 });
  }));

test("leaseCheckpoint() that waits reads the Lease every two seconds, or up to a fifth of that later", () =>
  withScene(async (scene) => {
    const first = scene.start();
    await scene.until(() => leads(first));
    const server = scene.server.fetch();
    for (const [random, expectedMs] of [[0, 2000], [0.5, 2200], [1, 2400]] as const) {
      const times: number[] = [];
      const fetch = (request: Request): Promise<Response> => {
        times.push(scene.time.now);
        return server(request);
      };
      scene.start({}, { fetch, random: () => random });
      await scene.until(() => times.length === 4, 2);
      for (const [index, ms] of times.slice(1).entries()) {
        // An answer may take some steps to arrive.
        const pauseMs = ms - times[index]!;
        assert.ok(pauseMs >= expectedMs && pauseMs < expectedMs + 50, `${pauseMs} ms`);
      }
    }
  }));

test("leaseCheckpoint() renews the Lease every two seconds, and leads until ten seconds after the last time", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    await scene.until(() => scene.server.written.length === 5);
    const times = scene.server.written.map(({ spec }) => Date.parse(spec.renewTime!));
    const [last] = times.slice(-1);
    assert.deepEqual(times.slice(-3), [last! - 4000, last! - 2000, last]);
    replica.fault = "lost request";
    await scene.until(() => !leads(replica));
    assert.equal(scene.time.now, last! + 10_000);
  }));

test("leaseCheckpoint() saves nothing once its term is released, and throws", () =>
  withScene(async ({ server, time }) => {
    const checkpoint = leaseCheckpoint({ name: "store", namespace: "monitoring", fetch: server.fetch() });
    const term = await checkpoint.lead!({ signal: new AbortController().signal });
    await checkpoint.save("5");
    await term.release();
    time.tick(1000);
    await assert.rejects(async () => await checkpoint.save("6"), /^Error: The term has ended$/);
    assert.equal(server.position, "5");
  }));

test("leaseCheckpoint() saves where the first list began before anything is delivered", () =>
  withScene(async (scene) => {
    await putEvent(scene.api.direct, "a");
    const positions: (string | undefined)[] = [];
    scene.start({ deliver: () => void positions.push(scene.server.position) });
    await scene.until(() => positions.length === 1);
    assert.deepEqual(positions, ["2*"]);
  }));

test("leaseCheckpoint() begins no other write while one hangs", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    await scene.until(() => scene.server.position !== undefined);
    replica.fault = "hang";
    await scene.pass(6500);
    replica.fault = undefined;
    const { length } = scene.server.written;
    await scene.until(() => scene.server.written.length > length);
    await scene.pass(900);
    assert.deepEqual([leads(replica), scene.server.written.length - length], [true, 1]);
  }));

test("leaseCheckpoint() writes every two seconds while writes fail, and reads the Lease only after a conflict", () =>
  withScene(async (scene) => {
    const working = scene.server.fetch();
    const methods: string[] = [];
    let isBusy = false;
    const replica = scene.start({}, {
      fetch: (request) => {
        if (!isBusy) return working(request);
        methods.push(request.method);
        // Without an answer, a loop ends.
        if (methods.length > 100) return new Promise<Response>(() => {});
        return request.method === "PUT" ? Promise.resolve(failure(503, "Busy")) : working(request);
      },
    });
    await scene.until(() => scene.server.position !== undefined);
    isBusy = true;
    await scene.pass(9000);
    assert.equal(leads(replica), true);
    assert.deepEqual(methods, ["PUT", "PUT", "PUT", "PUT"]);
  }));

test("leaseCheckpoint() continues after a write whose response was lost, and after an annotation by another client", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    await scene.until(() => leads(replica));
    for (let round = 0; round < 5; round++) {
      replica.fault = "lost answer";
      await scene.pass(2300);
      replica.fault = undefined;
      await scene.pass(3000);
      scene.server.change(({ metadata }) =>
        metadata.annotations = { ...metadata.annotations, "example.com/x": `${round}` }
      );
      await putEvent(scene.api.direct, `e${round}`);
      await scene.pass(3000);
    }
    const { terms, delivered } = replica.forwarding.stats();
    assert.deepEqual([leads(replica), terms, delivered], [true, 1, 5]);
    assert.equal(scene.server.lease!.metadata.annotations!["example.com/x"], "4");
    assert.ok(scene.server.position!.startsWith("6@"));
  }));

test("leaseCheckpoint() aborts the delivery, and saves nothing, once another process holds the Lease", () =>
  withScene(async (scene) => {
    await putEvent(scene.api.direct, "a");
    let signal: AbortSignal | undefined;
    const replica = scene.start({
      // It ignores its signal.
      deliver: (_, options) => {
        signal = options.signal;
        return new Promise(() => {});
      },
    });
    await scene.until(() => signal !== undefined);
    scene.server.change(({ spec }) => spec.holderIdentity = "somebody");
    const before = scene.server.position;
    await scene.until(() => !leads(replica));
    assert.deepEqual([signal!.aborted, scene.server.position, replica.forwarding.stats().pending], [true, before, 0]);
    assert.match(replica.lines.join("\n"), /somebody holds the Lease, 1 occurrence is left to the next/);
    await scene.pass(3000);
    assert.equal(replica.lines.at(-1), "Waiting to forward: somebody leads");
    // Nobody renews it.
    await scene.until(() => leads(replica));
    assert.equal(replica.forwarding.stats().terms, 2);
  }));

for (const [how, late] of [["its timers were late", 20_000], ["its clock was set ahead", 3_600_000]] as const) {
  test(`forward() begins no delivery and saves nothing after its term, because ${how}`, () =>
    withScene(async (scene) => {
      const replica = scene.start();
      await scene.until(() => leads(replica));
      await putEvent(scene.api.direct, "a");
      await scene.until(() => replica.forwarding.stats().pending === 1, 1);
      const { length } = scene.server.written;
      // The timer of the batch is the first to notice.
      replica.skewMs += late;
      replica.fault = "lost request";
      await scene.until(() => !leads(replica), 1);
      assert.deepEqual([scene.delivered, scene.server.written.length], [[], length]);
      replica.fault = undefined;
      await scene.until(() => scene.delivered.length === 1);
    }));
}

test("Leadership.holds() returns false after two thirds of the Lease's duration, and gives the reason in lost", () =>
  withScene(async ({ server, time }) => {
    const { signal } = new AbortController();
    const clock = { now: () => time.now };
    const checkpoint = leaseCheckpoint({ name: "store", namespace: "monitoring", fetch: server.fetch(), clock });
    const term = await checkpoint.lead!({ signal });
    const startMs = time.now;
    for (const [ms, isHeld] of [[9999, true], [10_000, false], [10_001, false]] as const) {
      performance.now = () => startMs - 1_800_000_000_000 + ms;
      assert.equal(term.holds(), isHeld, `after ${ms} ms`);
    }
    assert.equal(term.lost.reason.message, "the Lease could not be renewed for 10 s");
    await term.release();
    assert.equal(server.written.length, 1);
  }));

test("leaseCheckpoint() measures a term from when its request was sent, however late the response is", () =>
  withScene(async (scene) => {
    const answer = scene.server.fetch(() => replica.fault);
    let lateMs = 0;
    const fetch = async (request: Request): Promise<Response> => {
      const response = await answer(request);
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      return response;
    };
    const replica = scene.start({}, { fetch });
    await scene.until(() => leads(replica));
    lateMs = 4000;
    const { length } = scene.server.written;
    await scene.until(() => scene.server.written.length > length);
    replica.fault = "lost request";
    const startMs = scene.time.now;
    await scene.until(() => !leads(replica));
    assert.ok(scene.time.now - startMs <= 10_500, `${scene.time.now - startMs} ms`);
  }));

test("leaseCheckpoint() also measures with the monotonic clock, in case the wall clock is set back", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    await scene.until(() => leads(replica));
    const startMs = scene.time.now;
    replica.fault = "lost request";
    replica.skewMs = -3_600_000;
    await scene.until(() => !leads(replica));
    assert.ok(scene.time.now - startMs <= 10_500, `${scene.time.now - startMs} ms`);
  }));

test("leaseCheckpoint() does not lead sooner because its wall clock was set ahead", () =>
  withScene(async (scene) => {
    const first = scene.start();
    await scene.until(() => leads(first));
    const second = scene.start();
    await scene.pass(3000);
    second.skewMs = 3_600_000;
    await scene.pass(10_000);
    assert.deepEqual([leads(first), leads(second)], [true, false]);
  }));

test("leaseCheckpoint() logs once why it waits, retries any failure, and stops at any time", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    for (const fault of [403, 503, "lost request"] as const) {
      replica.fault = fault;
      await scene.pass(10_000);
    }
    assert.equal(replica.lines.length, 3, replica.lines.join("\n"));
    assert.match(replica.lines[0]!, /^Waiting to forward: the Lease monitoring\/store: It was 403$/);
    // Nothing is written that could not be read.
    assert.deepEqual(new Set(scene.server.requests.slice(2)), new Set(["GET"]));
    const stopping = scene.start();
    for (const fault of ["hang", "lost request", 503] as const) {
      stopping.fault = fault;
      await scene.pass(1000);
    }
    await stopping.forwarding.stop();
    await stopping.forwarding.finished;
    assert.equal(stopping.forwarding.stats().leading, false);
    replica.fault = undefined;
    await scene.until(() => leads(replica));
  }));

for (
  const [field, values] of Object.entries({
    leaseDurationSeconds: [undefined, null, "soon", "", "1e-9", -1, 0, 1e-9, 0.5, [], {}, true, false],
    renewTime: [undefined, null, "yesterday", 0, -1, {}],
    acquireTime: [null, "yesterday", {}],
    leaseTransitions: [undefined, null, "many", -1, 0.5, {}, []],
  })
) {
  test(`leaseCheckpoint() leaves a Lease to its holder for leaseDurationMs if ${field} is invalid, and takes it then`, () =>
    withScene(async (scene) => {
      for (const value of values) {
        const about = `${field}: ${JSON.stringify(value)}`;
        const spec = { holderIdentity: "somebody", leaseDurationSeconds: 15, leaseTransitions: 3, [field]: value };
        scene.server.lease = { metadata: { name: "store", resourceVersion: "7" }, spec: spec as Lease["spec"] };
        scene.server.requests.length = 0;
        const replica = scene.start();
        await scene.pass(14_900);
        assert.deepEqual([leads(replica), replica.lines], [false, ["Waiting to forward: somebody leads"]], about);
        // One in two seconds and a bit.
        assert.ok(scene.server.requests.length <= 8, `${about}: ${scene.server.requests.length} requests`);
        await scene.pass(300);
        assert.equal(leads(replica), true, about);
        const { leaseDurationSeconds, leaseTransitions } = scene.server.lease.spec;
        assert.equal(leaseDurationSeconds, 15, about);
        assert.equal(leaseTransitions, field === "leaseTransitions" ? 1 : 4, about);
        await replica.forwarding.stop({ signal: AbortSignal.abort() });
      }
    }));
}

test("leaseCheckpoint() leaves a Lease to its holder for the duration in the Lease", () =>
  withScene(async (scene) => {
    for (const leaseDurationSeconds of [60, 2 ** 31 - 1, 1e300]) {
      const about = String(leaseDurationSeconds);
      const spec = { holderIdentity: "somebody", leaseDurationSeconds };
      scene.server.lease = { metadata: { name: "store", resourceVersion: "7" }, spec };
      scene.server.requests.length = 0;
      const replica = scene.start();
      await scene.pass(59_000);
      assert.equal(leads(replica), false, about);
      assert.ok(scene.server.requests.length <= 30, `${about}: ${scene.server.requests.length} requests`);
      await replica.forwarding.stop({ signal: AbortSignal.abort() });
    }
  }));

test("leaseCheckpoint() takes a Lease of one second after one second", () =>
  withScene(async (scene) => {
    const spec = { holderIdentity: "somebody", leaseDurationSeconds: 1 };
    scene.server.lease = { metadata: { name: "store", resourceVersion: "7" }, spec };
    const startMs = scene.time.now;
    const replica = scene.start();
    await scene.until(() => leads(replica), 10);
    // Answers may take some steps to arrive.
    assert.ok(scene.time.now - startMs >= 1000 && scene.time.now - startMs < 2000, `${scene.time.now - startMs} ms`);
  }));

test("leaseCheckpoint() takes a Lease without a holder or a spec at once", () =>
  withScene(async (scene) => {
    for (const spec of [undefined, null, {}, { holderIdentity: null }, { holderIdentity: "" }]) {
      scene.server.lease = { metadata: { name: "store", resourceVersion: "7" }, spec: spec as Lease["spec"] };
      const startMs = scene.time.now;
      const replica = scene.start();
      await scene.until(() => leads(replica), 10);
      assert.ok(scene.time.now - startMs < 1000, `${JSON.stringify(spec)}: ${scene.time.now - startMs} ms`);
      await replica.forwarding.stop({ signal: AbortSignal.abort() });
    }
  }));

test("leaseCheckpoint() pauses although each answer is another version of a Lease that is free in a moment", () =>
  withScene(async (scene) => {
    scene.server.lease = {
      metadata: { name: "store", resourceVersion: "7" },
      spec: { holderIdentity: "somebody", leaseDurationSeconds: 1e-9 },
    };
    const answer = scene.server.fetch();
    const fetch = (request: Request): Promise<Response> => {
      scene.server.change(() => {});
      return answer(request);
    };
    const replica = scene.start({}, { fetch });
    await scene.pass(60_000);
    assert.equal(leads(replica), false);
    assert.ok(scene.server.requests.length <= 30, `${scene.server.requests.length} requests`);
  }));

test("leaseCheckpoint() pauses while every write is a conflict, although it holds the Lease", () =>
  withScene(async (scene) => {
    const answer = scene.server.fetch();
    let conflicts = false;
    const methods: string[] = [];
    const fetch = (request: Request): Promise<Response> => {
      if (conflicts) methods.push(request.method);
      if (!conflicts || request.method === "GET") return answer(request);
      return Promise.resolve(methods.length > 1000 ? new Promise<Response>(() => {}) : failure(409, "Conflict"));
    };
    const replica = scene.start({}, { fetch });
    await scene.until(() => scene.server.position !== undefined);
    conflicts = true;
    await scene.pass(9000);
    assert.equal(leads(replica), true);
    // Every two seconds: repeated once, as an annotation by somebody else or a lost answer needs no more.
    const turn = ["PUT", "GET", "PUT", "GET"];
    assert.deepEqual(methods, [...turn, ...turn, ...turn, ...turn]);
  }));

test("leaseCheckpoint() waits while the server responds with something other than a Lease, and reports that", () =>
  withScene(async (scene) => {
    for (const answer of [null, {}, { kind: "Lease" }, { metadata: { resourceVersion: 7 } }]) {
      const replica = scene.start({}, { fetch: () => Promise.resolve(Response.json(answer)) });
      await scene.pass(5000);
      assert.equal(leads(replica), false);
      assert.equal(replica.lines.length, 1);
      assert.match(replica.lines[0]!, /store: http:\S+ responded with something other than a Lease \(is it an API/);
    }
  }));

test("leaseCheckpoint() waits for a response for a third of the Lease's duration", () =>
  withScene(async (scene) => {
    const replica = scene.start();
    replica.fault = "hang";
    await scene.pass(4900);
    assert.deepEqual(replica.lines, []);
    await scene.pass(200);
    const why = "No response about the Lease monitoring/store within 5000 ms";
    assert.deepEqual(replica.lines, [`Waiting to forward: the Lease monitoring/store: ${why}`]);
  }));

test("leaseCheckpoint() refuses a Lease of other events", () =>
  withScene(async (scene) => {
    const first = scene.start({}, { selection: "namespace shop" });
    await scene.until(() => leads(first));
    const stopped = first.forwarding.stop();
    await scene.until(() => !leads(first));
    await stopped;
    const other = scene.start({}, { selection: "all namespaces" });
    const ended = assert.rejects(
      other.forwarding.finished,
      /is the checkpoint of other events \(namespace shop; now all/,
    );
    await scene.pass(100);
    await ended;
  }));

test("leaseCheckpoint() checks its options", () => {
  const create = (options: object) => (): unknown => leaseCheckpoint(options as LeaseCheckpointOptions);
  assert.throws(create({ name: "a", namespace: "" }), RangeError);
  assert.throws(create({ name: "A b", namespace: "x" }), RangeError);
  assert.throws(create({ namespace: "x" }), RangeError);
  assert.throws(create({ name: "a", namespace: "x", leaseDurationMs: 4999 }), RangeError);
  assert.doesNotThrow(create({ name: "a", namespace: "x", leaseDurationMs: 5000 }));
  assert.throws(create({ name: "a", namespace: "x", nmae: 1 }), TypeError);
});

for (const seed of seeds(10)) {
  test(`forward() by three replicas loses nothing, duplicates nothing by key, and delivers from one at a time, through faults and clocks that jump (seed ${seed})`, () =>
    withScene(async (scene) => {
      const random = seeded(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      /** Deltas by key, and the occurrences of each event that they cover. */
      const deltas = new Map<string, number>();
      const covered = new Map<string, Set<number>>();
      const problems: string[] = [];
      let inFlight = 0;
      const deliver: ForwardOptions["deliver"] = async (batch, { signal }) => {
        if (++inFlight > 1) problems.push("two deliver at a time");
        try {
          if (random() < 0.2) throw new Error("503");
          for (const { key, occurrence: { count, delta, event } } of batch) {
            if ((deltas.get(key) ?? delta) !== delta) problems.push(`${key} with another delta`);
            deltas.set(key, delta);
            const set = covered.get(event.metadata.name!) ?? new Set();
            for (let n = count - delta + 1; n <= count; n++) set.add(n);
            covered.set(event.metadata.name!, set);
          }
          if (random() < 0.2) throw new TypeError("connection reset");
          if (random() < 0.3) {
            await new Promise<void>((resolve, reject) => {
              signal.throwIfAborted();
              const timer = setTimeout(resolve, below(4000));
              signal.addEventListener("abort", () => {
                clearTimeout(timer);
                reject(signal.reason);
              });
            });
          }
        } finally {
          inFlight--;
        }
      };
      for (let i = 0; i < 3; i++) scene.start({ deliver, random }, { random });
      const counts = new Map<string, number>();
      const faults: readonly (LeaseFault | undefined)[] = [
        "lost answer",
        "lost request",
        "hang",
        503,
        undefined,
        undefined,
      ];
      for (let step = 0; step < 150; step++) {
        const dice = random();
        const replica = scene.replicas[below(scene.replicas.length)]!;
        if (dice < 0.5) {
          const name = `e${below(6)}`;
          counts.set(name, (counts.get(name) ?? 0) + 1 + below(3));
          await putEvent(scene.api.direct, name, { count: counts.get(name)! });
        } else if (dice < 0.65) replica.fault = faults[below(faults.length)];
        else if (dice < 0.7) replica.skewMs += (random() - 0.5) * 60_000;
        else if (dice < 0.74) {
          const stopped = replica.forwarding.stop(random() < 0.5 ? { signal: AbortSignal.abort() } : {});
          let isOver = false;
          stopped.then(() => isOver = true);
          await scene.until(() => isOver);
          scene.replicas.splice(scene.replicas.indexOf(replica), 1);
          scene.start({ deliver, random }, { random });
        } else await scene.pass(below(8000), 250);
      }
      for (const replica of scene.replicas) replica.fault = undefined;
      await putEvent(scene.api.direct, "last", { count: 2 });
      counts.set("last", 2);
      await scene.until(() => covered.get("last")?.size === 2, 250);
      await scene.pass(5000, 250);
      assert.deepEqual(problems, [], `seed ${seed}`);
      for (const [name, count] of counts) assert.equal(covered.get(name)?.size, count, `seed ${seed}: ${name}`);
      const total = [...deltas.values()].reduce((sum, delta) => sum + delta, 0);
      assert.equal(total, [...counts.values()].reduce((sum, count) => sum + count, 0), `seed ${seed}: by key`);
    }));
}
