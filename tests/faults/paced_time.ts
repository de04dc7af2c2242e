import { FakeTime } from "@std/testing/time";
import type { EventSink } from "../../mod.ts";

/**
 * Time that passes only while nothing happens but requests that hang, so that none times out because the machine is slow:
 * reading a body takes turns of the event loop, and as long as it takes.
 */
export class PacedTime {
  readonly #time: FakeTime;
  #underWay = 0;
  /** Referenced, as in Node the signal of an unreferenced request never aborts. */
  readonly #hanging = new Set<Request>();

  constructor(time: FakeTime) {
    this.#time = time;
  }

  /** Runs with such a time, and puts the real one back. */
  static async run<T>(body: (time: PacedTime) => Promise<T>): Promise<T> {
    const time = new FakeTime();
    try {
      return await body(new PacedTime(time));
    } finally {
      time.restore();
    }
  }

  /** The same sink, whose requests time waits for. */
  watch<E>(sink: EventSink<E>): EventSink<E> {
    const watched = async (request: Promise<E>): Promise<E> => {
      this.#underWay++;
      try {
        return await request;
      } finally {
        this.#underWay--;
      }
    };
    return {
      create: (event, options) => watched(sink.create(event, options)),
      update: (event, options) => watched(sink.update(event, options)),
      patch: (event, patch, options) => watched(sink.patch(event, patch, options)),
    };
  }

  /** Never answers a request: rejects when it is given up, for which time does not wait. */
  readonly hang = (request: Request): Promise<never> => {
    const { signal } = request;
    this.#hanging.add(request);
    return new Promise((_, reject) => {
      const onAbort = (): void => {
        this.#hanging.delete(request);
        reject(signal.reason);
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  };

  /** Lets everything happen that needs no time, then a millisecond pass. */
  async pass(): Promise<void> {
    do await this.#time.runMicrotasks(); while (this.#underWay > this.#hanging.size);
    this.#time.tick(1);
  }

  /** Lets time pass until a promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = (): void => void (settled = true);
    promise.then(done, done);
    while (!settled) await this.pass();
    return await promise;
  }
}
