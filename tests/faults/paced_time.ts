import { FakeTime } from "@std/testing/time";
import type { EventSink } from "../../mod.ts";

/**
 * Fake time that advances only while all requests in flight hang, so that none times out on a slow machine:
 * reading a body takes an unknown number of event loop turns.
 */
export class PacedTime {
  readonly #time: FakeTime;
  #underWay = 0;
  /** Referenced, as in Node the signal of an unreferenced request never aborts. */
  readonly #hanging = new Set<Request>();

  constructor(time: FakeTime) {
    this.#time = time;
  }

  /** Runs `body` with such a time, and restores the real one. */
  static async run<T>(body: (time: PacedTime) => Promise<T>): Promise<T> {
    const time = new FakeTime();
    try {
      return await body(new PacedTime(time));
    } finally {
      time.restore();
    }
  }

  /** Wraps a sink, so that time waits for its requests. */
  watch<E>(sink: EventSink<E>): EventSink<E> {
    const watched = async <T>(request: Promise<T>): Promise<T> => {
      this.#underWay++;
      try {
        return await request;
      } finally {
        this.#underWay--;
      }
    };
    return {
      create: (event, options) => watched(sink.create(event, options)),
      patch: (event, patch, options) => watched(sink.patch(event, patch, options)),
    };
  }

  /** Hangs until the request is aborted; time does not wait for it. */
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

  /** Runs everything that needs no time, then advances by milliseconds: few steps are quick where each takes a real turn. */
  async pass(ms = 1): Promise<void> {
    do await this.#time.runMicrotasks(); while (this.#underWay > this.#hanging.size);
    this.#time.tick(ms);
  }

  /** Advances time in steps of `ms` until a promise is settled. */
  async until<T>(promise: Promise<T>, ms = 1): Promise<T> {
    let settled = false;
    const done = (): void => void (settled = true);
    promise.then(done, done);
    while (!settled) await this.pass(ms);
    return await promise;
  }
}
