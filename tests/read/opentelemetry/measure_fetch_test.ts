import { test } from "node:test";
import assert from "node:assert/strict";
import { EventBroadcaster, FetchEventSink } from "../../../mod.ts";
import { measureFetch } from "../../../src/read/opentelemetry/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { TestMeter } from "./test_meter.ts";

const NAME = "http.client.request.duration";

test("measureFetch() measures the requests of a sink", async () => {
  const meter = new TestMeter();
  const broadcaster = new EventBroadcaster();
  const fetch = measureFetch(meter, new EventsApiServer().fetch);
  broadcaster.startRecordingToSink(new FetchEventSink({ server: "https://cluster.example.com:6443", fetch }));
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  recorder.event({ kind: "Pod", name: "web", namespace: "shop" }, "Normal", "Pulled", "Pulled image");
  await broadcaster.shutdown();
  assert.deepEqual(meter.measured, [
    `${NAME}{http.request.method=POST,http.response.status_code=201,server.address=cluster.example.com,server.port=6443} 1`,
  ]);
  assert.equal(meter.instruments[NAME], "histogram, s");
});

test("measureFetch() measures failed requests by their error", async () => {
  const meter = new TestMeter();
  const refuse = () => Promise.reject(new TypeError("connection refused"));
  await assert.rejects(measureFetch(meter, refuse)(new Request("https://example.com/")), /connection refused/);
  const unavailable = () => Promise.resolve(new Response(null, { status: 503 }));
  await measureFetch(meter, unavailable)(new Request("http://example.com/"));
  assert.deepEqual(meter.measured, [
    `${NAME}{error.type=TypeError,http.request.method=GET,server.address=example.com,server.port=443} 1`,
    `${NAME}{error.type=503,http.request.method=GET,http.response.status_code=503,server.address=example.com,server.port=80} 1`,
  ]);
});

test("measureFetch() names an IPv6 address without the brackets of its URL", async () => {
  const meter = new TestMeter();
  await measureFetch(meter, () => Promise.resolve(new Response()))(new Request("http://[::1]:4318/"));
  assert.deepEqual(meter.measured, [
    `${NAME}{http.request.method=GET,http.response.status_code=200,server.address=::1,server.port=4318} 1`,
  ]);
});

test("measureFetch() returns the response even if the meter throws", async () => {
  const meter = new TestMeter();
  meter.createHistogram = () => ({
    record() {
      throw new Error("The exporter is broken");
    },
  });
  const fetch = measureFetch(meter, () => Promise.resolve(new Response("ok")));
  assert.equal(await (await fetch(new Request("http://example.com/"))).text(), "ok");
});

test("measureFetch() returns any result of fetch, and measures one without a status", async () => {
  const meter = new TestMeter();
  const nothing = () => Promise.resolve(undefined as unknown as Response);
  assert.equal(await measureFetch(meter, nothing)(new Request("http://example.com/")), undefined);
  await measureFetch(meter, () => Promise.resolve(Response.error()))(new Request("http://example.com/"));
  const measured = `${NAME}{http.request.method=GET,server.address=example.com,server.port=80} 1`;
  assert.deepEqual(meter.measured, [measured, measured]);
});

test("measureFetch() throws a TypeError for an invalid meter or fetch", () => {
  const [none, text] = [{} as TestMeter, "fetch" as unknown as typeof fetch];
  assert.throws(() => measureFetch(none), { name: "TypeError", message: /^Cannot measure fetch: meter must/ });
  assert.throws(() => measureFetch(new TestMeter(), text), { name: "TypeError", message: /fetch must be a function/ });
});
