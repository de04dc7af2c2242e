import assert from "node:assert/strict";
import { test } from "node:test";
import { replayRecorder } from "./replay_recorder.ts";
import { readVectors } from "./vectors.ts";

const VECTORS = readVectors("recorder");

test("EventRecorder, startLogging() and FakeRecorder produce client-go's output, except for deliberate differences", async () => {
  const { calls, events, differences, mistakes } = await replayRecorder(VECTORS);
  assert.equal(mistakes.join("\n"), "");
  assert.ok(calls >= 300, `${calls} calls`);
  assert.ok(events > 150, `${events} events`);
  for (const [difference, times] of Object.entries(differences)) assert.ok(times > 0, `never met ${difference}`);
});

test("replayRecorder() finds a changed field, name, time, reference, log line and line of the FakeRecorder", async () => {
  const [header, ...calls] = VECTORS.trim().split("\n");
  const line = calls.find((call) =>
    /"event":\{.*web-0\.[0-9a-f]{16}.*"log":/.test(call) && !call.includes('"reason":"At')
  )!;
  const changes: readonly ((line: string) => string)[] = [
    (line) => line.replace('"count":1', '"count":2'),
    (line) => line.replace(/"name":"web-0\.[0-9a-f]{16}"/, '"name":"web-0"'),
    (line) => line.replace('"firstTimestamp":"2026', '"firstTimestamp":"2025'),
    (line) => line.replace('"involvedObject":{', '"involvedObject":{"fieldPath":"spec.other",'),
    (line) => line.replace('"source":{"component":"kubelet"', '"source":{"component":"scheduler"'),
    (line) => line.replace(/,"event":\{.*,"fake"/, ',"fake"'),
    (line) => line.replace('"log":"Event(', '"log":"event('),
    (line) => line.replace('"apiVersion","v1"', '"apiVersion","v2"'),
    (line) => line.replace(/"fake":"/, '"fake":"An '),
  ];
  for (const change of changes) {
    assert.notEqual(change(line), line);
    assert.equal((await replayRecorder(`${header}\n${change(line)}`)).mistakes.length, 1, `${change}`);
  }
});
