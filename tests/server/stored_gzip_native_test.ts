import assert from "node:assert/strict";
import { test } from "node:test";
import { StoredGzip } from "../../src/server/watch/stored_gzip.ts";

test("StoredGzip encodes chunks of any size, which decode to the same bytes", async () => {
  for (const sizes of [[], [1], [0, 5], [65_535], [65_536], [200_000, 1, 70_000]]) {
    const chunks = sizes.map((size, index) => Uint8Array.from({ length: size }, (_, i) => i * 7 + index));
    const gzip = new StoredGzip();
    const encoded = [gzip.head(), ...chunks.map((chunk) => gzip.encode(chunk)), gzip.end()];
    const decoded = new Blob(encoded as BlobPart[]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(decoded).arrayBuffer());
    assert.deepEqual(bytes, new Uint8Array(await new Blob(chunks).arrayBuffer()), sizes.join());
  }
});
