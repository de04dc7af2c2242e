import type { EventReader } from "../../read/mod.ts";
import type { ResumableStream } from "../../read/reader/event_stream.ts";

/** The part of a reader that commands use; several readers can be merged into one. */
export type Reader = Pick<EventReader, "list" | "watch" | "occurrences">;

/** Merges readers, for example one for each namespace that a role permits; their streams cannot be resumed. */
export function merged(readers: readonly EventReader[]): Reader {
  const [first, ...others] = readers;
  if (first !== undefined && others.length === 0) return first;
  return {
    async *list(options) {
      for (const reader of readers) yield* reader.list(options);
    },
    watch: (options) => mergedStream(readers.map((reader) => reader.watch(options))),
    occurrences: (options) => mergedStream(readers.map((reader) => reader.occurrences(options))),
  };
}

function mergedStream<T>(streams: readonly ResumableStream<T>[]): ResumableStream<T> {
  const { readable, writable } = new TransformStream<T, T>(undefined, undefined, { highWaterMark: 0 });
  const writer = writable.getWriter();
  const pump = async (stream: ResumableStream<T>): Promise<void> => {
    for await (const item of stream) await writer.write(item);
  };
  Promise.all(streams.map(pump)).then(() => writer.close()).catch((error) => writer.abort(error)).catch(() => {});
  const synced = Promise.all(streams.map(({ synced }) => synced)).then(() => {});
  synced.catch(() => {});
  const stream = Object.assign(readable, {
    position: undefined,
    beginning: undefined,
    synced,
    stats: () => {
      const all = streams.map((stream) => stream.stats());
      const sum = (name: "lists" | "watches" | "events" | "gaps"): number =>
        all.reduce((total, stats) => total + stats[name], 0);
      const lastGap = all.map(({ lastGap }) => lastGap).findLast((gap) => gap !== undefined);
      const { retryAt, trouble } = all.find(({ trouble }) => trouble !== undefined) ?? {};
      const counts = { lists: sum("lists"), watches: sum("watches"), events: sum("events"), gaps: sum("gaps") };
      return { ...counts, lastGap, retryAt, trouble };
    },
    [Symbol.asyncDispose]: () => readable.cancel(),
  });
  // Known once all have been read.
  const resourceVersion = {
    get: () => streams.every(({ resourceVersion }) => resourceVersion !== undefined) ? "merged" : undefined,
  };
  return Object.defineProperty(stream, "resourceVersion", resourceVersion) as unknown as ResumableStream<T>;
}
