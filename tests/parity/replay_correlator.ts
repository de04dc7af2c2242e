import type { CoreV1Event, EventCorrelatorOptions } from "../../mod.ts";
import { getEventKey, getSpamKeyWithReason } from "../../src/client_go/mod.ts";
import { FakeClock } from "../../src/serve/testing/fake_clock.ts";
import { CorrelatorTrial, type EventLine } from "./correlator_trial.ts";
import { GroupModel } from "./group_model.ts";
import { mergePatch, type Wire } from "./wire.ts";

/** The correlator that client-go created, and the constant parts of its events. */
interface StoryLine {
  readonly story: string;
  readonly options: Omit<EventCorrelatorOptions, "spamKey"> & {
    readonly spamKey?: "reason";
    readonly message?: string;
  };
  readonly subjects: readonly Wire[];
}

/** The server's response to the write `back` writes ago, as a merge patch of the written event. */
interface AnswerLine {
  readonly answer: number;
  readonly set?: Wire;
}

type Line = StoryLine | EventLine | AnswerLine;

/** Deliberate differences from client-go's correlator, and how often a replay met each. */
export interface Differences {
  /** A JSON Patch equals client-go's strategic merge patch. */
  jsonPatch: number;
  /** A combined event keeps annotations, labels, reporting component and instance. */
  keepsFields: number;
  /** A combined event has a unique name; client-go's is the same for all of an instant. */
  uniqueName: number;
  /** A repeat keeps the fields of the first event; client-go's has those of the latest but for its name and first time. */
  keepsFirst: number;
  /** A time is the least or the greatest one; client-go's last time goes back. */
  widerTimes: number;
  /** A full group evicted its oldest event, client-go an arbitrary one, and it recurred. */
  oldestForgotten: number;
  /** Events, or an event and a group, whose fields are equal once joined were counted separately. */
  ownKeys: number;
}

/** The result of a replay. */
export interface Replay {
  readonly stories: number;
  readonly events: number;
  readonly differences: Differences;
  /** Other differences of the correlator, at most one per story. */
  readonly mistakes: readonly string[];
}

const START = "2026-01-01T00:00:00Z";

/** The parts of client-go's keys of a subject, joined without a separator. */
function joinedKey({ source, involvedObject: about, type, reason }: Wire & CoreV1Event): string {
  return [
    source?.component,
    source?.host,
    about.kind,
    about.namespace,
    about.name,
    about.uid,
    about.apiVersion,
    type,
    reason,
  ]
    .join("");
}

/**
 * The key of an event's group, where it is also the key of an event as it is with client-go: the key of a group is that of
 * an event whose message is the reporting component and instance.
 */
function groupKey(event: CoreV1Event): string {
  const { involvedObject, reportingComponent = "", reportingInstance = "" } = event;
  const message = reportingComponent + reportingInstance;
  return getEventKey({ ...event, involvedObject: { ...involvedObject, fieldPath: undefined }, message });
}

/**
 * One correlator of client-go, replayed by two of ours.
 *
 * The plain one gets what client-go got, until it differs on purpose in what it remembers: from then on it may. The
 * steered one is held to client-go to the end. What client-go takes for one object is one for it, and what client-go
 * forgot, it forgets: its local keys follow the choices that client-go is seen to have made.
 */
class StoryReplay {
  readonly #story: StoryLine;
  readonly #differences: Differences;
  readonly #clock = new FakeClock(START);
  readonly #plain: CorrelatorTrial;
  readonly #steered: CorrelatorTrial;
  readonly #groups: GroupModel;
  readonly #lookalikes: readonly number[];
  readonly #keysOfEvents = new Set<string>();
  readonly #keysOfGroups = new Set<string>();
  #localKey = "";
  #parted = false;
  #index = 0;

  constructor(story: StoryLine, differences: Differences) {
    const { spamKey, message, ...rest } = story.options;
    const options: EventCorrelatorOptions = {
      ...rest,
      ...spamKey === "reason" && { spamKey: getSpamKeyWithReason },
      ...message !== undefined && { aggregateMessage: () => message },
      clock: this.#clock,
    };
    this.#story = story;
    this.#differences = differences;
    this.#plain = new CorrelatorTrial(options, differences);
    this.#steered = new CorrelatorTrial({
      ...options,
      aggregateKey: (event) => ({ group: groupKey(event), local: this.#localKey }),
    }, differences);
    this.#groups = new GroupModel(options);
    const keys = (story.subjects as readonly (Wire & CoreV1Event)[]).map(joinedKey);
    // Subjects that must not collide differ in other fields than the fieldPath.
    this.#lookalikes = story.story.includes("collide") ? keys.map((key) => keys.indexOf(key)) : keys.map((_, i) => i);
  }

  /** Plays a line; returns how ours differs from it. */
  play(line: EventLine | AnswerLine): string {
    const index = this.#index++;
    if ("answer" in line) {
      if (!this.#parted) this.#plain.answer(line.answer, line.set);
      this.#steered.answer(line.answer, line.set);
      return "";
    }
    this.#clock.step(line.ms ?? 0);
    const lookalike = this.#lookalikes[line.of]!;
    const event = this.#eventOf(line, index, lookalike);
    const { localKey, isArbitrary } = this.#groups.observe(
      groupKey(event),
      event.message ?? "",
      this.#clock.now(),
      line.combined === true,
    );
    this.#localKey = localKey;
    const key = line.combined ? groupKey(event) : getEventKey(event);
    (line.combined ? this.#keysOfGroups : this.#keysOfEvents).add(key);
    const mistake = this.#steered.play(event, line);
    if (mistake !== "" || this.#parted) return mistake;
    const plain = this.#plain.play(this.#eventOf(line, index, line.of), line);
    if (plain === "") return "";
    const collides = this.#lookalikes.some((other, i) => other === lookalike && i !== other) ||
      (this.#keysOfEvents.has(key) && this.#keysOfGroups.has(key));
    if (!isArbitrary && !collides) return plain;
    this.#parted = true;
    this.#differences[isArbitrary ? "oldestForgotten" : "ownKeys"]++;
    return "";
  }

  #eventOf({ message, set = {} }: EventLine, index: number, subject: number): CoreV1Event {
    const time = new Date(this.#clock.now()).toISOString().slice(0, 19) + "Z";
    const fields = { metadata: { name: `e${index}`, namespace: "default" }, firstTimestamp: time, lastTimestamp: time };
    return mergePatch(mergePatch({ ...fields, count: 1, message }, this.#story.subjects[subject]!), set) as
      & Wire
      & CoreV1Event;
  }
}

/** Replays the output of client-go's correlator, one JSON value per line. */
export function replayCorrelator(lines: string): Replay {
  const differences: Differences = {
    jsonPatch: 0,
    keepsFields: 0,
    uniqueName: 0,
    keepsFirst: 0,
    widerTimes: 0,
    oldestForgotten: 0,
    ownKeys: 0,
  };
  const mistakes: string[] = [];
  let stories = 0;
  let events = 0;
  let name = "";
  let story: StoryReplay | undefined;
  for (const text of lines.trim().split("\n")) {
    const line = JSON.parse(text) as Line;
    if ("story" in line) {
      stories++;
      name = line.story;
      story = new StoryReplay(line, differences);
      continue;
    }
    const mistake = story?.play(line) ?? "";
    if ("of" in line && story !== undefined) events++;
    if (mistake === "") continue;
    mistakes.push(`${name}: ${mistake}\n  where client-go decided ${text}`);
    story = undefined;
  }
  return { stories, events, differences, mistakes };
}
