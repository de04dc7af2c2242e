import type { Design, Message, Subject } from "./subject.ts";

// By name in a variable: whoever only checks or tests the project need not install the rivals.
function load(name: string): Promise<Record<string, unknown>> {
  return import(name);
}

type Listener = (message: Message) => void;
interface RxSubject {
  next(message: Message): void;
  subscribe(listener: Listener): unknown;
  complete(): void;
}
interface Emitter {
  on(name: string, listener: unknown): unknown;
  emit(name: string, message: Message): unknown;
}
interface AsyncEmitter extends Emitter {
  events(name: string): AsyncIterableIterator<{ data: Message } | Message>;
  clearListeners(): void;
}

const rx = await load("rxjs") as unknown as { Subject: new () => RxSubject };
const { default: mitt } = await load("mitt") as { default: () => Emitter };
const { default: Emittery } = await load("emittery") as { default: new () => AsyncEmitter };
const { default: EventEmitter3 } = await load("eventemitter3") as { default: new () => Emitter };

/** RxJS: a Subject with N subscribers, called at once. */
export const rxjs: Design = (listeners, consume) => {
  const subject = new rx.Subject();
  for (let i = 0; i < listeners; i++) subject.subscribe((message) => consume(message));
  return { emit: (message) => subject.next(message), close: () => subject.complete() };
};

/** mitt: N handlers, called at once. */
export const mittHandlers: Design = (listeners, consume) => {
  const emitter = mitt();
  for (let i = 0; i < listeners; i++) emitter.on("event", (message: Message) => consume(message));
  return { emit: (message) => void emitter.emit("event", message), close() {} };
};

/** eventemitter3: N handlers, called at once. */
export const eventEmitter3: Design = (listeners, consume) => {
  const emitter = new EventEmitter3();
  for (let i = 0; i < listeners; i++) emitter.on("event", (message: Message) => consume(message));
  return { emit: (message) => void emitter.emit("event", message), close() {} };
};

/** The platform's EventTarget: N listeners, called at once. */
export const eventTarget: Design = (listeners, consume) => {
  const target = new EventTarget();
  for (let i = 0; i < listeners; i++) {
    target.addEventListener("event", (event) => consume((event as CustomEvent<Message>).detail));
  }
  return { emit: (detail) => void target.dispatchEvent(new CustomEvent("event", { detail })), close() {} };
};

function dataOf(event: { data: Message } | Message): Message {
  return "data" in event ? event.data : event;
}

/** emittery: N listeners, called asynchronously. */
export const emitteryHandlers: Design = (listeners, consume) => {
  const emitter = new Emittery();
  for (let i = 0; i < listeners; i++) {
    emitter.on("event", (event: { data: Message } | Message) => consume(dataOf(event)));
  }
  return { emit: (message) => void emitter.emit("event", message), close: () => emitter.clearListeners() };
};

/** emittery: N async iterators. */
export const emitteryIterators: Design = (listeners, consume) => {
  const emitter = new Emittery();
  const iterators = Array.from({ length: listeners }, () => emitter.events("event"));
  for (const iterator of iterators) {
    (async () => {
      for await (const event of iterator) consume(dataOf(event));
    })();
  }
  return {
    emit: (message) => void emitter.emit("event", message),
    close: () => iterators.forEach((iterator) => void iterator.return?.()),
  };
};

function teeing(listeners: number, reading: number, consume: Listener): Subject {
  let controller!: ReadableStreamDefaultController<Message>;
  let rest = new ReadableStream<Message>({ start: (c) => void (controller = c) });
  for (let i = 0; i < listeners; i++) {
    let branch = rest;
    if (i < listeners - 1) [branch, rest] = rest.tee();
    if (i >= reading) continue;
    const reader = branch.getReader();
    (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) consume(read.value);
    })();
  }
  return { emit: (message) => controller.enqueue(message), close: () => controller.close() };
}

/** The platform's streams: `tee` again and again until there are N branches. */
export const teeChain: Design = (listeners, consume) => teeing(listeners, listeners, consume);

/** The same, with the last branch unread. */
export const teeStuck: Design = (listeners, consume) => teeing(listeners, listeners - 1, consume);

type Read = (stream: ReadableStream<Message>, consume: Listener) => unknown;

/** The platform's streams, as one would write it first: a stream with a high-water mark per listener. */
function streaming(read: Read): Design {
  return (listeners, consume) => {
    const controllers = Array.from({ length: listeners }, () => {
      let controller!: ReadableStreamDefaultController<Message>;
      const strategy = new CountQueuingStrategy({ highWaterMark: 1024 });
      read(new ReadableStream<Message>({ start: (c) => void (controller = c) }, strategy), consume);
      return controller;
    });
    return {
      emit(message) {
        for (const controller of controllers) if (controller.desiredSize! > 0) controller.enqueue(message);
      },
      close: () => controllers.forEach((controller) => controller.close()),
    };
  };
}

/** A stream per listener, read by `for await`. */
export const streamEach: Design = streaming(async (stream, consume) => {
  for await (const message of stream) consume(message);
});

/** A stream per listener, read by its reader. */
export const streamReader: Design = streaming(async (stream, consume) => {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) consume(read.value);
});

/** A stream per listener, piped into a stream. */
export const streamPipeTo: Design = streaming((stream, consume) =>
  stream.pipeTo(new WritableStream({ write: consume }))
);

/** The platform's BroadcastChannel: a copy for each of N channels. */
export const broadcastChannel: Design = (listeners, consume) => {
  const name = crypto.randomUUID();
  const sender = new BroadcastChannel(name);
  const channels = Array.from({ length: listeners }, () => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event) => consume((event as MessageEvent).data);
    return channel;
  });
  return {
    emit: (message) => sender.postMessage(message),
    close: () => [sender, ...channels].forEach((channel) => channel.close()),
  };
};
