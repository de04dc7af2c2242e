const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty block, at which decoders deliver all they have. */
const FLUSH = [0, 0, 0, 0xff, 0xff];
const LAST_BLOCK = [1, 0, 0, 0xff, 0xff];
const MAX_BLOCK_BYTES = 0xffff;
/** A zero, then the length and its complement, of two bytes each. */
const BLOCK_HEAD_BYTES = 5;

/** The CRC-32 of each byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/**
 * Encodes bytes as gzip ({@link https://www.rfc-editor.org/rfc/rfc1952 | RFC 1952}) without compressing them: the head can
 * be sent at once, though it holds no data, and every chunk can be decoded when it arrives.
 */
export class StoredGzip {
  #crc = 0xffffffff;
  #length = 0;

  /** The first bytes. */
  head(): Uint8Array {
    return HEAD.slice();
  }

  /** Encodes the next chunk. */
  encode(chunk: Uint8Array): Uint8Array {
    let crc = this.#crc;
    for (let i = 0; i < chunk.length; i++) crc = TABLE[(crc ^ chunk[i]!) & 0xff]! ^ crc >>> 8;
    this.#crc = crc;
    this.#length += chunk.length;
    return blocksOf(chunk);
  }

  /** The last bytes. */
  end(): Uint8Array {
    const tail = new Uint8Array(LAST_BLOCK.length + 8);
    tail.set(LAST_BLOCK);
    const view = new DataView(tail.buffer, LAST_BLOCK.length);
    view.setUint32(0, ~this.#crc, true);
    view.setUint32(4, this.#length, true);
    return tail;
  }
}

/** Uncompressed blocks of some bytes, and a flush. */
function blocksOf(bytes: Uint8Array): Uint8Array {
  const count = Math.ceil(bytes.length / MAX_BLOCK_BYTES);
  const blocks = new Uint8Array(bytes.length + BLOCK_HEAD_BYTES * count + FLUSH.length);
  const view = new DataView(blocks.buffer);
  let at = 0;
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    view.setUint16(at + 1, block.length, true);
    view.setUint16(at + 3, ~block.length & 0xffff, true);
    blocks.set(block, at + BLOCK_HEAD_BYTES);
    at += BLOCK_HEAD_BYTES + block.length;
  }
  blocks.set(FLUSH, at);
  return blocks;
}
