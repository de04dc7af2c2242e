// A timeline as the store of UI frameworks, without a page: `npm ci` in this folder, then on any runtime, such as
// `node --test tests/read/timeline/frameworks/stores_suite.mts`; the steps of .ci/run are the ones for all.
import { test } from "node:test";
import assert from "node:assert/strict";
import { act, createElement, memo, StrictMode, useSyncExternalStore } from "react";
import renderer from "react-test-renderer";
import { createEffect, createMemo, createRoot, from } from "solid-js/dist/solid.js"; // the browser's build
import { derived, readable } from "svelte/store";
import { computed, effectScope, onScopeDispose, shallowRef, watchEffect } from "vue";
import { Timeline } from "../../../../src/read/timeline/mod.ts";
import { line } from "../history.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function timelineOf(...objects: string[]): Timeline {
  const timeline = new Timeline();
  for (const object of objects) timeline.add(line({ object }));
  return timeline;
}

/** Listeners are called in a task of their own. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

test("Timeline is an external store of React, whose rows are rendered only when they change", async () => {
  const timeline = timelineOf("web", "db");
  const rendered: string[] = [];
  const Row = memo(function Row({ name }: { name: string }) {
    const event = useSyncExternalStore(timeline.subscribe, () => timeline.get(`uid of ${name}.BackOff`));
    rendered.push(name);
    return `${name} ${event?.count}; `;
  });
  function Rows() {
    const { events } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot, timeline.getSnapshot);
    return events.map(({ key, name }) => createElement(Row, { key, name }));
  }
  let page!: renderer.ReactTestRenderer;
  await act(() => void (page = renderer.create(createElement(Rows))));
  const shown = (): string => [page.toJSON()].flat().join("");
  assert.equal(shown(), "web 1; db 1; ");
  rendered.length = 0;
  await act(async () => {
    timeline.add(line({ object: "web", count: 2, last: 1 }));
    timeline.add(line({ object: "web", count: 3, last: 2 }));
    await nextTask();
  });
  assert.equal(shown(), "web 3; db 1; ");
  assert.deepEqual(rendered, ["web"]);
  await act(async () => {
    timeline.add(line({ object: "cache", first: -1, last: -1 }));
    await nextTask();
  });
  assert.equal(shown(), "cache 1; web 3; db 1; ");
  await act(() => page.unmount());
  rendered.length = 0;
  timeline.add(line({ object: "web", count: 4, last: 3 }));
  await nextTask();
  assert.deepEqual(rendered, []);
});

test("Timeline renders in React's StrictMode, which subscribes twice", async () => {
  const timeline = timelineOf("web");
  const Count = () => String(useSyncExternalStore(timeline.subscribe, timeline.getSnapshot).events.length);
  let page!: renderer.ReactTestRenderer;
  await act(() => void (page = renderer.create(createElement(StrictMode, null, createElement(Count)))));
  await act(async () => {
    timeline.add(line({ object: "db" }));
    await nextTask();
  });
  assert.equal(page.toJSON(), "2");
  await act(() => page.unmount());
});

test("Timeline is a shallowRef of Vue", async () => {
  const timeline = timelineOf("web");
  const shown: number[] = [];
  const scope = effectScope();
  scope.run(() => {
    const snapshot = shallowRef(timeline.getSnapshot());
    onScopeDispose(timeline.subscribe(() => snapshot.value = timeline.getSnapshot()));
    const warnings = computed(() => snapshot.value.events.reduce((sum, { count }) => sum + count, 0));
    watchEffect(() => shown.push(warnings.value), { flush: "sync" });
  });
  timeline.add(line({ object: "web", count: 3, last: 1 }));
  timeline.add(line({ object: "db" }));
  await nextTask();
  assert.deepEqual(shown, [1, 4]);
  scope.stop();
  timeline.add(line({ object: "db", count: 2, last: 1 }));
  await nextTask();
  assert.deepEqual(shown, [1, 4]);
});

test("Timeline is a readable store of Svelte", async () => {
  const timeline = timelineOf("web");
  const store = readable(timeline.getSnapshot(), (set) => {
    set(timeline.getSnapshot());
    return timeline.subscribe(() => set(timeline.getSnapshot()));
  });
  const names = derived(store, ({ events }) => events.map(({ name }) => name).join(", "));
  timeline.add(line({ object: "db", last: 1 })); // before anybody subscribes
  const shown: string[] = [];
  const unsubscribe = names.subscribe((text) => shown.push(text));
  timeline.add(line({ object: "cache", last: 2 }));
  await nextTask();
  assert.deepEqual(shown, ["web, db", "web, db, cache"]);
  unsubscribe();
  timeline.add(line({ object: "queue", last: 3 }));
  await nextTask();
  assert.equal(shown.length, 2);
});

test("Timeline is a signal of Solid, whose memos run only for the events that change", async () => {
  const timeline = timelineOf("web", "db");
  const shown: string[] = [];
  const dispose = createRoot((dispose) => {
    const snapshot = from((set) => {
      set(() => timeline.getSnapshot());
      return timeline.subscribe(() => set(() => timeline.getSnapshot()));
    });
    for (const name of ["web", "db"]) {
      const event = createMemo(() => snapshot()!.events.find((event) => event.name === name));
      createEffect(() => shown.push(`${name} ${event()!.count}`));
    }
    return dispose;
  });
  timeline.add(line({ object: "web", count: 2, last: 1 }));
  await nextTask();
  assert.deepEqual(shown, ["web 1", "db 1", "web 2"]);
  dispose();
  timeline.add(line({ object: "web", count: 3, last: 2 }));
  await nextTask();
  assert.equal(shown.length, 3);
});
