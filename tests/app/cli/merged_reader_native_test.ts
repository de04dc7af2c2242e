import { test } from "node:test";
import assert from "node:assert/strict";
import { merged } from "../../../src/app/cli/merged_reader.ts";
import { EventReader } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { putEvent } from "../../read/reader/write_event.ts";

test("merged() takes from its readers no more than its stream is asked for", async () => {
  const api = new EventsApiServer();
  for (let i = 0; i < 50; i++) await putEvent(api.fetch, `web.${i}`);
  let taken = 0;
  const readers = [1, 2].map(() => {
    const reader = new EventReader({ fetch: api.fetch });
    const { occurrences } = reader;
    reader.occurrences = (options) => {
      const stream = occurrences.call(reader, options);
      const values = stream.values.bind(stream);
      const counted = async function* () {
        for await (const occurrence of values()) {
          taken++;
          yield occurrence;
        }
      };
      return Object.assign(stream, { [Symbol.asyncIterator]: counted });
    };
    return reader;
  });
  const stream = merged(readers).occurrences().getReader();
  for (let i = 0; i < 10; i++) assert.equal((await stream.read()).done, false);
  assert.ok(taken < 20, `${taken} were taken`);
  await stream.cancel();
  await api[Symbol.asyncDispose]();
});
