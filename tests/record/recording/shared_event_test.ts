import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../../mod.ts";
import { RequestLimitError } from "../../../src/base/event/connection_error.ts";
import { SpentError } from "../../../src/record/recording/sender.ts";
import { SharedEvent, withoutWriters, WRITERS_ANNOTATION } from "../../../src/record/recording/shared_event.ts";
import { makeEvent } from "./make_event.ts";

/** An event that so many others have written that its annotation has no room for this writer. */
function writtenByOthers(): CoreV1Event {
  const event = makeEvent("a");
  const writers = Array.from({ length: 32 }, (_, i) => `${String(i).padStart(8, "0")}=1`).join(" ");
  const metadata = {
    ...event.metadata,
    uid: "1",
    resourceVersion: "7",
    annotations: { [WRITERS_ANNOTATION]: writers },
  };
  return { ...event, metadata, count: 32 };
}

for (
  const [title, send, unwritten] of [
    ["was in flight when its process forgot it, as written", () => new Promise<never>(() => {}), 0],
    ["was not sent, as its flush may make no more, as unwritten", () => Promise.reject(new SpentError("Spent")), 3],
    ["the runtime refused to make, as unwritten", () => Promise.reject(new RequestLimitError("Too many")), 3],
  ] as const
) {
  test(`SharedEvent counts the repeats of a request that ${title}`, async () => {
    const event = makeEvent("a");
    const shared = new SharedEvent(event.metadata.name!);
    shared.add(3);
    void shared.request(event, send).catch(() => {});
    for (let turn = 0; turn < 5; turn++) await undefined;
    shared.adopt(writtenByOthers());
    assert.equal(shared.unwritten, unwritten);
  });
}

test("withoutWriters() leaves an event as it was before the annotation, with its other annotations", () => {
  const event = makeEvent("a");
  assert.equal(withoutWriters(event), event);
  for (const annotations of [undefined, { team: "web" }]) {
    const before = { ...event, metadata: { ...event.metadata, annotations } };
    const metadata = { ...event.metadata, annotations: { ...annotations, [WRITERS_ANNOTATION]: "aaaaaaaa=1" } };
    assert.deepEqual(withoutWriters({ ...event, metadata }), before);
  }
});
