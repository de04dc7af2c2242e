const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty block, at which decoders deliver all they have. */
const FLUSH = [0, 0, 0, 0xff, 0xff];
const LAST_BLOCK = [1, 0, 0, 0xff, 0xff];
const MAX_BLOCK_BYTES = 0xffff;

/** The CRC-32 of each byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/**
 * Encodes a stream as gzip ({@link https://www.rfc-editor.org/rfc/rfc1952 | RFC 1952}) without compressing it: the head
 * is sent at once, though it holds no data, and every chunk can be decoded when it arrives.
 */
export function storedGzip(): TransformStream<Uint8Array, Uint8Array> {
  let crc = 0xffffffff;
  let length = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(HEAD),
    transform: (chunk, controller) => {
      for (const byte of chunk) crc = TABLE[(crc ^ byte) & 0xff]! ^ crc >>> 8;
      length += chunk.length;
      controller.enqueue(blocksOf(chunk));
    },
    flush: (controller) => {
      const tail = new Uint8Array(LAST_BLOCK.length + 8);
      tail.set(LAST_BLOCK);
      const view = new DataView(tail.buffer, LAST_BLOCK.length);
      view.setUint32(0, ~crc, true);
      view.setUint32(4, length, true);
      controller.enqueue(tail);
    },
  });
}

/** Uncompressed blocks of some bytes, and a flush. */
function blocksOf(bytes: Uint8Array): Uint8Array {
  const count = Math.ceil(bytes.length / MAX_BLOCK_BYTES);
  const blocks = new Uint8Array(bytes.length + 5 * count + FLUSH.length);
  const view = new DataView(blocks.buffer);
  let at = 0;
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    view.setUint16(at + 1, block.length, true);
    view.setUint16(at + 3, ~block.length & 0xffff, true);
    blocks.set(block, at + 5);
    at += 5 + block.length;
  }
  blocks.set(FLUSH, at);
  return blocks;
}
