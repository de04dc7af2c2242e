const NEWLINE = 0x0a;

/** A line exceeds the maximum length. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/**
 * Splits a stream of bytes into lines, regardless of chunk boundaries.
 *
 * Decodes whole lines, so that no UTF-8 sequence is split; all lines of a chunk are decoded together.
 */
export class LineDecoder {
  readonly #maxLineBytes: number;
  readonly #decoder = new TextDecoder();
  /** The pieces of an unfinished line. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /**
   * Returns the lines that a chunk completes, which may be empty.
   *
   * @throws {LineTooLongError} If a line exceeds the maximum length.
   */
  decode(chunk: Uint8Array): string[] {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#keep(chunk);
      return [];
    }
    // Only a line that began before this chunk can be longer than a chunk.
    const first = chunk.indexOf(NEWLINE);
    this.#check(this.#bytes + first);
    const lines = this.#decoder.decode(chunk.subarray(0, end - 1)).split("\n");
    // Joins that line alone, because copying whole chunks would cost as much as decoding them.
    if (this.#bytes > 0) lines[0] = this.#decoder.decode(this.#join(chunk.subarray(0, first)));
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    return lines;
  }

  /** Returns the text after the last newline, once the stream has ended. */
  rest(): string {
    return this.#decoder.decode(this.#join(new Uint8Array()));
  }

  #keep(piece: Uint8Array): void {
    this.#check(this.#bytes + piece.length);
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  #join(last: Uint8Array): Uint8Array {
    const joined = new Uint8Array(this.#bytes + last.length);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    joined.set(last, at);
    this.#pieces = [];
    this.#bytes = 0;
    return joined;
  }

  #check(bytes: number): void {
    if (bytes <= this.#maxLineBytes) return;
    throw new LineTooLongError(`Cannot read events: a line has more than ${this.#maxLineBytes} bytes`);
  }
}
