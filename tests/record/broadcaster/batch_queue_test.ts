import assert from "node:assert/strict";
import { test } from "node:test";
import { BatchQueue } from "../../../src/record/broadcaster/batch_queue.ts";

const batch = [1, 2, 3, 4];

test("BatchQueue.take() returns the queued items in order, across batches", () => {
  const queue = new BatchQueue<number>();
  queue.push(batch, 1, 3);
  queue.push(batch, 0, 0);
  queue.push(batch, 0, 4);
  queue.push([5], 0, 1);
  assert.equal(queue.size, 7);
  const items = Array.from({ length: 7 }, () => queue.shift());
  assert.deepEqual(items, [2, 3, 1, 2, 3, 4, 5]);
  assert.equal(queue.size, 0);
  queue.push([6], 0, 1);
  assert.equal(queue.shift(), 6);
});

test("BatchQueue.takeAll() returns a whole batch itself, and a copy of a part", () => {
  const queue = new BatchQueue<number>();
  queue.push(batch, 0, 4);
  assert.ok(queue.takeAll() === batch);
  queue.push(batch, 0, 3);
  assert.deepEqual(queue.takeAll(), [1, 2, 3]);
  queue.push(batch, 0, 4);
  queue.shift();
  queue.push(batch, 2, 4);
  assert.deepEqual(queue.takeAll(), [2, 3, 4, 3, 4]);
  assert.equal(queue.size, 0);
  assert.deepEqual(queue.takeAll(), []);
});

test("BatchQueue.drop() drops the oldest items, within a batch and across batches", () => {
  const queue = new BatchQueue<number>();
  for (const start of [0, 10, 20]) queue.push(batch.map((n) => start + n), 0, 4);
  queue.drop(1);
  assert.equal(queue.size, 11);
  queue.drop(3);
  assert.equal(queue.shift(), 11);
  queue.drop(4);
  assert.deepEqual(queue.takeAll(), [22, 23, 24]);
  queue.push(batch, 0, 4);
  queue.drop(9);
  assert.equal(queue.size, 0);
});

test("BatchQueue releases a batch of which it holds less than half", () => {
  const queue = new BatchQueue<number>();
  const shared = [1, 2, 3];
  queue.push(shared, 2, 3);
  shared[2] = 0;
  assert.equal(queue.shift(), 3);
});
