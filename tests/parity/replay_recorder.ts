import { oneLine } from "../../src/base/tools/text.ts";
import type { EventType, KubernetesObject, V1ObjectReference } from "../../mod.ts";
import { getPartialReference } from "../../src/client_go/mod.ts";
import { FakeClock } from "../../src/serve/testing/fake_clock.ts";
import { cutLikeServer, isCoreV1, type RecorderAnswer, type RecorderCall, RecorderTrial } from "./recorder_trial.ts";
import { sameWire, type Wire } from "./wire.ts";

/** The objects of events, and their kind in client-go's scheme if they carry none. */
interface Subject {
  readonly object: (KubernetesObject & V1ObjectReference) | null;
  readonly scheme?: { readonly apiVersion: string; readonly kind: string };
  readonly fieldPath?: string;
}

/** The first line: the subjects and who reports. */
interface RecorderHeader {
  readonly subjects: readonly Subject[];
  readonly start: number;
  readonly source: { readonly component: string; readonly host: string };
  readonly controller: string;
  readonly host: string;
}

/** A call as JSON, and client-go's result. */
interface CallLine {
  readonly ms: number;
  readonly call: RecorderCall["call"];
  readonly of: number;
  readonly related?: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly type: EventType;
  readonly reason: string;
  readonly action?: string;
  readonly text: string;
  readonly args?: readonly unknown[];
  readonly event?: Wire;
  /** The line of `StartLogging`, core/v1 only. */
  readonly log?: string;
  /** The structured log, each field's name before its value. */
  readonly fields?: readonly string[];
  /** Whether the fake prints the object. */
  readonly include?: boolean;
  readonly fake: string;
}

/** Deliberate differences from client-go's recorders, and how often a replay met each. */
export interface RecorderDifferences {
  /** A name is the object's name and a unique number; client-go's is the nanosecond. */
  uniqueName: number;
  /** A name is a UUID, as client-go's, but another one. */
  uuidName: number;
  /** A message is truncated to the server's limit. */
  cutMessage: number;
  /** Reason or action is truncated to the server's limit. */
  cutField: number;
  /** A format that does not match its arguments leaves no `%!d(string=hi)` in the message. */
  badFormat: number;
  /** An event carries its own apiVersion and kind. */
  ownKind: number;
  /** No event is recorded, or no related object set, for an object that carries only its kind or its apiVersion. */
  halfKind: number;
  /** No event of events.k8s.io/v1 is recorded without reason and action: the server rejects it. */
  emptyField: number;
  /** A fake drops what its recorder drops. */
  fakeRefuses: number;
  /** A fake truncates as its recorder does. */
  fakeCuts: number;
  /** A fake finds kinds as its recorder does. */
  fakeKnowsKind: number;
  /** A fake prints a reason unchanged; client-go's treats it as a format. */
  fakePlainReason: number;
}

/** The result of a replay. */
export interface RecorderReplay {
  readonly calls: number;
  readonly events: number;
  readonly differences: RecorderDifferences;
  readonly mistakes: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The reference to what an event is about. */
function aboutOf(event: Wire): V1ObjectReference {
  return (event.involvedObject ?? event.regarding) as V1ObjectReference;
}

/** Compares the results of both, call by call. */
class RecorderComparison {
  readonly #differences: RecorderDifferences;
  readonly #names = new Set<string>();

  constructor(differences: RecorderDifferences) {
    this.#differences = differences;
  }

  /** How our event differs from client-go's, except for deliberate differences. */
  event(line: CallLine, ours: Wire | undefined): string {
    const wanted = line.event;
    if (wanted === undefined) return ours === undefined ? "" : `ours is ${JSON.stringify(ours)}`;
    if (ours === undefined) {
      const { kind, apiVersion } = aboutOf(wanted);
      const reason = !isCoreV1(line.call) && !(line.reason && line.action)
        ? "emptyField"
        : kind && apiVersion
        ? undefined
        : "halfKind";
      if (reason === undefined) return "ours made none";
      this.#differences[reason]++;
      return "";
    }
    const { name: wantedName, ...metadata } = wanted.metadata as Wire & { name: string };
    const { name } = ours.metadata as { name: string };
    if (!this.#isNameLike(name, wantedName, aboutOf(wanted).name ?? "")) return `ours is named ${name}`;
    const isCore = isCoreV1(line.call);
    this.#differences.ownKind++;
    const expected: Record<string, unknown> = {
      ...wanted,
      metadata: { ...metadata, name },
      apiVersion: isCore ? "v1" : "events.k8s.io/v1",
      kind: "Event",
    };
    for (const field of ["reason", "action", "message", "note"]) {
      if (wanted[field] === undefined) continue;
      const text = ours[field] as string | undefined ?? "";
      if (/%!/.test(wanted[field] as string) && !text.includes("%!")) {
        this.#differences.badFormat++;
        expected[field] = text;
        continue;
      }
      if (text === wanted[field] || !cutLikeServer(field, wanted[field] as string, text)) continue;
      this.#differences[field === "message" || field === "note" ? "cutMessage" : "cutField"]++;
      expected[field] = text;
    }
    const related = wanted.related as V1ObjectReference | undefined;
    if (related !== undefined && ours.related === undefined && !(related.kind && related.apiVersion)) {
      this.#differences.halfKind++;
      expected.related = undefined;
    }
    return sameWire(expected, ours) ? "" : `ours is ${JSON.stringify(ours)}`;
  }

  #isNameLike(name: string, wanted: string, object: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    if (UUID.test(wanted)) {
      this.#differences.uuidName++;
      return UUID.test(name);
    }
    this.#differences.uniqueName++;
    return [name, wanted].every((text) =>
      text.startsWith(`${object}.`) && /^[0-9a-f]{16}$/.test(text.slice(object.length + 1))
    );
  }

  /** How the line of our fake differs from client-go's, except for deliberate differences. */
  fake(line: CallLine, ours: Wire | undefined, text: string | undefined, subjects: readonly Subject[]): string {
    if (ours === undefined) {
      this.#differences.fakeRefuses++;
      return text === undefined ? "" : `our fake printed ${text}`;
    }
    if (line.include && !isCoreV1(line.call)) return this.#verboseFake(line, ours, text, subjects);
    const subject = subjects[line.of]!;
    let expected = line.fake;
    if (line.reason.includes("%")) {
      // Its formatting is irrelevant: the recorder's message follows the reason.
      this.#differences.fakePlainReason++;
      const object = /( involvedObject\{[^}]*\})?( map\[.*\])?$/.exec(line.fake)![0];
      expected = `${line.type} ${line.reason} ${line.event!.message ?? line.event!.note ?? ""}${object}`;
    }
    const cut = this.#withCuts(expected, line, ours);
    if (cut !== expected) this.#differences.fakeCuts++;
    expected = cut;
    if (subject.scheme !== undefined && subject.fieldPath === undefined && line.include) {
      this.#differences.fakeKnowsKind++;
      const { kind, apiVersion } = subject.scheme;
      expected = expected.replace("{kind=,apiVersion=}", `{kind=${kind},apiVersion=${apiVersion}}`);
    }
    return text === expected ? "" : `our fake printed ${JSON.stringify(text)}`;
  }

  /** The same for a line of events.k8s.io/v1 with action and objects, which client-go prints if they carry their kind. */
  #verboseFake(line: CallLine, ours: Wire, text: string | undefined, subjects: readonly Subject[]): string {
    const { type, reason, action = "", of, related, annotations = {}, event } = line;
    const map = Object.keys(annotations).length > 0 ? / map\[.*\]$/.exec(line.fake)?.[0] : "";
    const objectText = (object: unknown): string => {
      const { kind = "", apiVersion = "" } = object as V1ObjectReference;
      return ` {kind=${kind},apiVersion=${apiVersion}}`;
    };
    let objects = "";
    for (const [field, at] of [["regarding", of], ["related", related]] as const) {
      if (at === undefined || event![field] === undefined) continue;
      const { scheme, fieldPath } = subjects[at]!;
      if (scheme !== undefined && fieldPath === undefined) this.#differences.fakeKnowsKind++;
      else if (objectText(event![field]) !== objectText({})) objects += objectText(event![field]);
    }
    const theirs = `${type} ${reason} ${action} ${event!.note ?? ""}${objects}${map}`;
    if (theirs !== line.fake) return `client-go's fake should print ${JSON.stringify(theirs)}`;
    const known = objectText(ours.regarding) + (ours.related === undefined ? "" : objectText(ours.related));
    const expected = `${type} ${ours.reason} ${ours.action} ${ours.note ?? ""}${known}${map}`;
    return text === expected ? "" : `our fake printed ${JSON.stringify(text)}`;
  }

  /** How our logs differ from client-go's. */
  logs(line: CallLine, ours: Wire, { log, fields }: RecorderAnswer): string {
    // Ours escapes newlines, control characters and invisible ones.
    if (line.log !== undefined && oneLine(this.#withCuts(line.log, line, ours)) !== log) return `ours logged ${log}`;
    const wanted = line.fields!.map((text, at) => {
      const field = line.fields![at - 1] ?? "";
      return at % 2 === 1 && text === line.event![field] ? ours[field] ?? "" : text;
    });
    const logged = JSON.stringify(Object.entries(fields!).flat());
    return logged === JSON.stringify(wanted) ? "" : `ours logged ${logged}`;
  }

  /** Replaces reason and message by ours where they differ, which has been checked before. */
  #withCuts(text: string, { event }: CallLine, ours: Wire): string {
    for (const field of ["reason", "message", "note"]) {
      const [long, short] = [event?.[field], ours[field]];
      if (typeof long === "string" && typeof short === "string" && long !== short) {
        text = text.replace(long, () => short);
      }
    }
    return text;
  }
}

/** Replays the output of client-go's recorders, logs and fakes, one JSON value per line. */
export async function replayRecorder(lines: string): Promise<RecorderReplay> {
  const differences: RecorderDifferences = {
    uniqueName: 0,
    uuidName: 0,
    cutMessage: 0,
    cutField: 0,
    badFormat: 0,
    ownKind: 0,
    halfKind: 0,
    emptyField: 0,
    fakeRefuses: 0,
    fakeCuts: 0,
    fakeKnowsKind: 0,
    fakePlainReason: 0,
  };
  const mistakes: string[] = [];
  const [header, ...calls] = lines.trim().split("\n");
  const { subjects, start, source, controller, host } = JSON.parse(header!) as RecorderHeader;
  const schemes = new Map(subjects.map(({ object, scheme }) => [object as unknown, scheme]));
  const kindOf = (object: unknown): Subject["scheme"] => schemes.get(object);
  const objects = subjects.map(({ object, fieldPath }) =>
    fieldPath === undefined ? object! : getPartialReference(object!, fieldPath, kindOf)
  );
  const clock = new FakeClock(start);
  const trial = new RecorderTrial({ clock, kindOf, source, controller, host });
  const comparison = new RecorderComparison(differences);
  let events = 0;
  for (const text of calls) {
    const line = JSON.parse(text) as CallLine;
    clock.step(line.ms);
    const got = await trial.play({
      ...line,
      about: objects[line.of]!,
      related: line.related === undefined ? undefined : objects[line.related],
    });
    const { event } = got;
    if (event !== undefined) events++;
    let mistake = comparison.event(line, event) || comparison.fake(line, event, got.fake, subjects);
    if (mistake === "" && event !== undefined) {
      mistake = comparison.logs(line, event, got);
    }
    if (mistake !== "") mistakes.push(`${text}\n  ${mistake}`);
  }
  await trial.shutdown();
  return { calls: calls.length, events, differences, mistakes };
}
