/**
 * A forwarding meets a kube-apiserver whose etcd was restored from a backup: its version is behind the checkpoint, or has
 * passed it, compacted or not, while the forwarding was away, or while it was running; and one whose events are in another
 * etcd. A count is set back, as by another writer.
 *
 * `sh tests/cluster/run.sh history`, about a minute.
 */
import assert from "node:assert/strict";
import { EventReader, forward, type Forwarding } from "../../src/read/mod.ts";
import { testWithServer } from "./kube_api_server.ts";
import { makeNamespace } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { untilTrue } from "./storm/forwarder.ts";

const BEFORE = 20;

testWithServer(
  "forward() delivers every event of a history that was restored from a backup, and tells the gap",
  async (server) => {
    const table: Record<string, object> = {};
    const ways = [
      ["behind", 200, 5],
      ["passed, away", 30, 150],
      ["passed and compacted, away", 30, 150],
      ["passed, running", 30, 150],
      ["another etcd", 30, 5],
    ] as const;
    for (const [way, lost, least] of ways) {
      const namespace = await makeNamespace(server.request);
      const writer = new EventWriter(server, namespace);
      const write = async (prefix: string, count: number): Promise<void> => {
        for (let i = 0; i < count; i++) await writer.raise(`${prefix}-${i}`, 1 + i % 3);
      };
      const names = new Set<string>();
      const keys = new Map<string, number>();
      let [position, conflicts]: [string | undefined, number] = [undefined, 0];
      const start = (): Forwarding =>
        forward(
          new EventReader({
            fetch: (request) => server.request(pathOf(request), { signal: request.signal }),
            namespace,
          }),
          {
            deliver: (batch) => {
              for (const { key, occurrence: { event, delta } } of batch) {
                if ((keys.get(key) ?? delta) !== delta) conflicts++;
                keys.set(key, delta);
                names.add(event.metadata.name!);
              }
            },
            checkpoint: { load: () => position, save: (saved) => void (position = saved) },
            maxDelayMs: 50,
          },
        );
      await write("before", BEFORE);
      await server.backUp();
      let forwarding = start();
      await write("lost", lost);
      await untilTrue("the deliveries before", () => names.size === BEFORE + lost);
      await untilTrue("the checkpoint", () => forwarding.stats().position?.includes("@") ?? false);
      const isAway = way !== "passed, running";
      if (isAway) await forwarding.stop();
      await (way === "another etcd" ? server.moveEvents() : server.restore());
      let after = least;
      await write("after", least);
      if (way === "another etcd") {
        const version = parseInt(position!);
        for (; Number(await writer.version()) <= version; after++) await writer.raise(`after-${after}`, 1);
      }
      if (way === "passed and compacted, away") await server.compact(await writer.version());
      if (isAway) forwarding = start();
      await untilTrue(`all events (${way})`, () => names.size === BEFORE + lost + after, 60_000).catch(() => {});
      const { gaps } = forwarding.stats();
      table[way] = { missing: BEFORE + lost + after - names.size, gaps, conflicts };
      await forwarding.stop();
    }
    console.table(table);
    for (const [way, row] of Object.entries(table)) assert.deepEqual(row, { missing: 0, gaps: 1, conflicts: 0 }, way);
  },
);

testWithServer("forward() gives new keys to a count that was set back, and marks it as estimated", async (server) => {
  const namespace = await makeNamespace(server.request);
  const writer = new EventWriter(server, namespace);
  const rows: string[] = [];
  const keys = new Set<string>();
  await using _forwarding = forward(
    new EventReader({ fetch: (request) => server.request(pathOf(request), { signal: request.signal }), namespace }),
    {
      deliver: (batch) => {
        for (const { key, occurrence: { count, delta, estimated = false } } of batch) {
          keys.add(key);
          rows.push(`x${count} +${delta}${estimated ? " estimated" : ""}`);
        }
      },
      maxDelayMs: 0,
    },
  );
  for (const [i, by] of [2, 3, -3, 3].entries()) {
    await writer.raise("web", by);
    await untilTrue("a delivery", () => rows.length > i);
  }
  assert.deepEqual(rows, ["x2 +2", "x5 +3", "x2 +2 estimated", "x5 +3"]);
  assert.equal(keys.size, 4);
});

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
