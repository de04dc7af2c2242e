import { test as plainTest } from "node:test";
import { FakeTime } from "@std/testing/time";

/** `test()` of node:test; a test that takes a time runs in a fake one, which begins at `start`, by default now. */
export function test(name: string, body: (time: FakeTime) => void | Promise<void>, start?: number | string): void {
  plainTest(name, async () => {
    if (body.length === 0) return await (body as () => void | Promise<void>)();
    const time = new FakeTime(start);
    try {
      await body(time);
    } finally {
      time.restore();
    }
  });
}
