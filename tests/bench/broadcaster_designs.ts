import { Broadcaster } from "../../src/record/broadcaster/broadcaster.ts";
import type { Watcher } from "../../src/record/broadcaster/watcher.ts";
import type { Design, Message } from "./rivals/subject.ts";

/** The floor: N rings of a power of two; push the message on each, then drain each. */
export const floor: Design = (listeners, consume) => {
  const size = 1024;
  const rings = Array.from(
    { length: listeners },
    () => ({ items: new Array<Message | undefined>(size), head: 0, tail: 0 }),
  );
  return {
    emit(message) {
      for (let i = 0; i < rings.length; i++) {
        const ring = rings[i]!;
        ring.items[ring.tail++ & (size - 1)] = message;
      }
    },
    settle() {
      for (let i = 0; i < rings.length; i++) {
        const ring = rings[i]!;
        while (ring.head !== ring.tail) {
          const at = ring.head++ & (size - 1);
          consume(ring.items[at]!);
          ring.items[at] = undefined;
        }
      }
    },
    close() {},
  };
};

type Listen = (watcher: Watcher<Message["object"]>, consume: (message: Message) => void) => unknown;

function watching(listen: Listen): Design {
  return (listeners, consume) => {
    const broadcaster = new Broadcaster<Message["object"]>();
    for (let i = 0; i < listeners; i++) listen(broadcaster.watch(), consume);
    return {
      emit: (message) => void broadcaster.actionOrDrop(message.type, message.object),
      close: () => void broadcaster.shutdown(),
    };
  };
}

/** A handler per watcher. */
export const handlers: Design = (listeners, consume) => {
  const broadcaster = new Broadcaster<Message["object"]>();
  for (let i = 0; i < listeners; i++) broadcaster.watch({ handler: (event) => consume(event as Message) });
  return {
    emit: (message) => void broadcaster.actionOrDrop(message.type, message.object),
    close: () => void broadcaster.shutdown(),
  };
};

/** `for await` over each watcher. */
export const forAwait: Design = watching(async (watcher, consume) => {
  for await (const event of watcher) consume(event as Message);
});

/** The least that a `for await` of each listener can do: an array for each burst, a promise for each message. */
export const leastForAwait: Design = (listeners, consume) => {
  let batch: Message[] = [];
  const wakers: (() => void)[] = [];
  for (let i = 0; i < listeners; i++) {
    let items: readonly Message[] = [];
    let at = 0;
    const take = (): IteratorResult<Message> => ({ value: items[at++]!, done: false });
    const wait = (resolve: (result: IteratorResult<Message>) => void): void => {
      wakers[i] = () => {
        [items, at] = [batch, 0];
        resolve(take());
      };
    };
    const next = (): Promise<IteratorResult<Message>> =>
      at < items.length ? Promise.resolve(take()) : new Promise(wait);
    (async () => {
      for await (const message of { [Symbol.asyncIterator]: () => ({ next }) }) consume(message);
    })();
  }
  const distribute = (): void => {
    for (const wake of wakers) wake();
    batch = [];
  };
  return {
    emit(message) {
      if (batch.push(message) === 1) queueMicrotask(distribute);
    },
    close() {},
  };
};

/** `for await` over each watcher's batches. */
export const batches: Design = watching(async (watcher, consume) => {
  for await (const batch of watcher.batches()) {
    for (let i = 0; i < batch.length; i++) consume(batch[i] as Message);
  }
});

/** The stream's own reader. */
export const reader: Design = watching(async (watcher, consume) => {
  const reader = watcher.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) consume(read.value as Message);
});

/** `pipeTo` a stream per watcher. */
export const pipeTo: Design = watching((watcher, consume) =>
  watcher.pipeTo(new WritableStream({ write: (event) => consume(event as Message) }))
);

/** `for await` over each watcher but the last, which is not read. */
export const oneStuck: Design = (listeners, consume) => {
  const broadcaster = new Broadcaster<Message["object"]>();
  for (let i = 1; i < listeners; i++) {
    const watcher = broadcaster.watch();
    (async () => {
      for await (const event of watcher) consume(event as Message);
    })();
  }
  broadcaster.watch();
  return {
    emit: (message) => void broadcaster.actionOrDrop(message.type, message.object),
    close: () => void broadcaster.shutdown(),
  };
};
