/**
 * A stream with an own async iterator: the streams of older Safari and Chrome have none, nor have their types in
 * TypeScript's `dom` library without `dom.asynciterable`.
 */
export class IterableStream<T> extends ReadableStream<T> {
  /** Reads until the end; leaving the loop cancels the stream, unless `preventCancel` is true. */
  override async *values(
    { preventCancel = false }: { readonly preventCancel?: boolean } = {},
  ): AsyncGenerator<T, undefined> {
    const reader = this.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      // No effect at the end of the stream; after an error, rejects with it.
      const cancelled = preventCancel ? undefined : reader.cancel();
      reader.releaseLock();
      await cancelled;
    }
  }

  override [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): AsyncGenerator<T, undefined> {
    return this.values(options);
  }
}
