import assert from "node:assert/strict";
import { test } from "node:test";
import { storedGzip } from "../../src/server/watch/stored_gzip.ts";

test("storedGzip() encodes chunks of any size, which decode to the same bytes", async () => {
  for (const sizes of [[], [1], [0, 5], [65_535], [65_536], [200_000, 1, 70_000]]) {
    const chunks = sizes.map((size, index) => Uint8Array.from({ length: size }, (_, i) => i * 7 + index));
    const encoded = ReadableStream.from(chunks).pipeThrough(storedGzip());
    const decoded = encoded.pipeThrough(new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>);
    const bytes = new Uint8Array(await new Response(decoded as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
    assert.deepEqual(bytes, new Uint8Array(await new Blob(chunks).arrayBuffer()), sizes.join());
  }
});

test("storedGzip() sends its head before any data", async () => {
  const { readable } = storedGzip();
  const { value } = await readable.getReader().read();
  assert.deepEqual([...value!.subarray(0, 3)], [0x1f, 0x8b, 8]);
});
