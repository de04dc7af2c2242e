import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { DIFFERENCES } from "../parity/replay_differences.ts";

/**
 * All exported names, as `go doc -short` lists them, of client-go 0.37.2 and apimachinery 0.37.2, the fields of
 * `CorrelatorOptions`, and the methods of the broadcasters and recorders.
 */
const GO: Readonly<Record<string, string>> = {
  "tools/record": `EventAggregatorByReasonFunc EventAggregatorByReasonMessageFunc BroadcasterOption WithContext
    WithCorrelatorOptions WithSleepDuration EventAggregator NewEventAggregator EventAggregatorKeyFunc
    EventAggregatorMessageFunc EventBroadcaster NewBroadcaster NewBroadcasterForTests
    NewBroadcasterWithCorrelatorOptions EventCorrelateResult EventCorrelator NewEventCorrelator
    NewEventCorrelatorWithOptions EventFilterFunc EventRecorder EventRecorderAdapter NewEventRecorderAdapter
    EventRecorderLogger EventSink EventSourceObjectSpamFilter NewEventSourceObjectSpamFilter EventSpamKeyFunc
    FakeRecorder NewFakeRecorder GenerateEventName IsKeyNotFoundError ValidateEventType StartEventWatcher
    StartRecordingToSink StartLogging StartStructuredLogging NewRecorder Shutdown EventCorrelate UpdateState`,
  "CorrelatorOptions":
    "LRUCacheSize BurstSize QPS KeyFunc MessageFunc MaxEvents MaxIntervalInSeconds Clock SpamKeyFunc",
  "tools/events": `GetFieldSelector AnnotatedEventRecorder EventBroadcaster NewBroadcaster EventBroadcasterAdapter
    NewEventBroadcasterAdapter NewEventBroadcasterAdapterWithContext EventRecorder EventRecorderLogger EventSink
    EventSinkImpl FakeRecorder NewFakeRecorder StartRecordingToSinkWithContext DeprecatedNewLegacyRecorder`,
  "pkg/watch": `DefaultChanSize Broadcaster NewBroadcaster NewLongQueueBroadcaster Decoder Event EventType FakeOptions
    FakeWatcher NewFake NewFakeWithChanSize NewFakeWithOptions FilterFunc FullChannelBehavior WaitIfChannelFull
    DropIfChannelFull Interface Filter NewEmptyWatch MockWatcher ProxyWatcher NewProxyWatcher RaceFreeFakeWatcher
    NewRaceFreeFake NewRaceFreeFakeWithLogger Recorder NewRecorder Reporter StreamWatcher NewStreamWatcher
    NewStreamWatcherWithLogger Action ActionOrDrop Watch WatchWithPrefix Shutdown ResultChan Stop`,
  "tools/watch":
    `ErrWatchClosed ContextWithOptionalTimeout NewIndexerInformerWatcher NewIndexerInformerWatcherWithLogger
    Until UntilWithSync UntilWithoutRetry ConditionFunc PreconditionFunc RetryWatcher NewRetryWatcher
    NewRetryWatcherWithContext`,
  "tools/reference": "ErrNilObject GetReference GetPartialReference",
};

const source = await readFile(new URL("../../src/client_go/mod.ts", import.meta.url), "utf8");

test("The page of ./client-go names every type, function and option of client-go's event packages", () => {
  const sections = source.split(" * ## ");
  for (const [name, names] of Object.entries(GO)) {
    const page = sections.find((text) =>
      text.slice(0, text.indexOf("\n ")).includes(name.includes("/") ? name : "record")
    );
    assert.ok(page !== undefined, name);
    const code = page.match(/`[^`]+`/g)!.join(" ");
    assert.deepEqual(names.split(/\s+/).filter((word) => !new RegExp(`\\b${word}\\b`).test(code)), [], name);
  }
});

test("The page of ./client-go names every function and class that ./client-go exports", async () => {
  const exported = Object.keys(await import("../../src/client_go/mod.ts"));
  assert.ok(exported.length > 15);
  const page = source.split("*/")[0]!;
  const unnamed = exported.filter((name) => !page.includes(name));
  assert.deepEqual(unnamed, []);
});

test("The page of ./client-go lists each difference that the parity suite plays", () => {
  const list = source.split("## What differs")[1]!.split("\n *\n * As in client-go")[0]!;
  const names = [...list.matchAll(/^ \* - \*\*(.*?)\*\*/gm)].map((match) => match[1]);
  assert.deepEqual(names.sort(), Object.keys(DIFFERENCES).sort());
});
