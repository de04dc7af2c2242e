import type { CoreV1Event, Correlation, EventCorrelatorOptions } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";
import type { Differences } from "./replay_correlator.ts";
import { mergePatch, sameWire, type Wire } from "./wire.ts";

/** An event, and the decision of client-go's correlator. */
export interface EventLine {
  /** Milliseconds by which the clock was advanced before. */
  readonly ms?: number;
  /** The index of its subject in the story. */
  readonly of: number;
  readonly message?: string;
  /** A merge patch of the event that the subject gives. */
  readonly set?: Wire;
  readonly is: Correlation["type"];
  /** Whether it was replaced by the combined event of its group. */
  readonly combined?: boolean;
  /** The merge patch from the input to the output. */
  readonly event?: Wire;
  /** The strategic merge patch. */
  readonly patch?: Wire;
}

/** One of our correlators, compared with client-go's decisions. */
export class CorrelatorTrial {
  readonly #correlator: EventCorrelator;
  readonly #differences: Differences;
  readonly #written: CoreV1Event[] = [];
  /** The events that were created, by name. */
  readonly #firsts = new Map<string | undefined, CoreV1Event>();
  /** Client-go's names of combined events, by ours. */
  readonly #names = new Map<string, string>();
  /** The objects of combined events that were filtered, so that a patch is the first to show their names. */
  readonly #unseen = new Set<string | undefined>();

  constructor(options: EventCorrelatorOptions, differences: Differences) {
    this.#correlator = new EventCorrelator(options);
    this.#differences = differences;
  }

  /** Correlates an event; returns how the decision differs from client-go's, except for deliberate differences. */
  play(event: CoreV1Event, line: EventLine): string {
    const got = this.#correlator.correlate(event);
    if (got.type !== line.is) return `ours decided ${got.type}`;
    if (got.type === "skip") {
      if (line.combined) this.#unseen.add(event.involvedObject.name);
      return "";
    }
    // Client-go finds the record of an answer by the fields of its repeat, which are those of the latest event.
    const { message = event.message } = (line.event ?? {}) as Partial<CoreV1Event>;
    this.#written.push({ ...got.event, involvedObject: event.involvedObject, message });
    if (got.type === "create") this.#firsts.set(got.event.metadata.name, got.event);
    return this.#compareEvent(got, event, line) || (got.type === "patch" ? this.#comparePatch(got, line) : "");
  }

  /** Passes the server's response to the write `back` writes ago. */
  answer(back: number, set: Wire = {}): void {
    // If the event has been evicted, the next one is the first.
    this.#firsts.delete(this.#written.at(-1 - back)!.metadata.name);
    this.#correlator.updateState(mergePatch({ ...this.#written.at(-1 - back)! }, set) as unknown as CoreV1Event);
  }

  #compareEvent(got: Exclude<Correlation, { type: "skip" }>, event: CoreV1Event, line: EventLine): string {
    const wanted = mergePatch({ ...event }, line.event ?? {}) as Wire & { metadata: Wire };
    const { name, ...metadata } = got.event.metadata;
    const { name: wantedName, ...wantedMetadata } = wanted.metadata;
    let kept: Wire = { ...wanted, metadata: wantedMetadata };
    if (line.combined) {
      const { metadata: { labels, annotations }, reportingComponent, reportingInstance } = event;
      const keeping = {
        ...kept,
        metadata: { ...wantedMetadata, labels, annotations },
        reportingComponent,
        reportingInstance,
      };
      if (!sameWire(kept, keeping)) this.#differences.keepsFields++;
      kept = keeping;
    }
    if (got.type === "patch" && !sameWire({ ...got.event, metadata }, kept)) {
      kept = this.#asRepeat(got.event, event, kept);
    }
    if (!sameWire({ ...got.event, metadata }, kept)) return `ours made ${JSON.stringify(got.event)}`;
    if ((this.#names.get(name ?? "") ?? name) === wantedName && got.type === "patch") return "";
    const isNew = line.combined && (got.type === "create" || this.#unseen.has(event.involvedObject.name));
    if (isNew) return this.#compareNewName(name ?? "", event, String(wantedName));
    return name === wantedName ? "" : `ours named it ${name}`;
  }

  /** Returns client-go's repeat with the fields of the first event, the least and the greatest time, and that message. */
  #asRepeat(ours: CoreV1Event, event: CoreV1Event, theirs: Wire): Wire {
    const { count, firstTimestamp, lastTimestamp, message } = theirs as Partial<CoreV1Event>;
    const changed = { count, firstTimestamp, lastTimestamp, message, metadata: theirs.metadata };
    if (!sameWire(theirs, { ...event, ...changed })) return theirs;
    const areTimesWider = String(ours.firstTimestamp) <= String(firstTimestamp) &&
      String(ours.lastTimestamp) >= String(lastTimestamp);
    const times = areTimesWider ? { ...ours, count } : { ...ours, count, firstTimestamp, lastTimestamp, message };
    if (ours.firstTimestamp !== firstTimestamp || ours.lastTimestamp !== lastTimestamp) this.#differences.widerTimes++;
    const { name, ...metadata } = ours.metadata;
    // Unknown if the answer to its create renamed it, or the spam filter stopped it.
    const first = this.#firsts.get(name);
    const { name: _, ...firstMetadata } = first?.metadata ?? {};
    this.#differences.keepsFirst++;
    if (first === undefined) return { ...times, metadata };
    const { resourceVersion } = metadata;
    const kept = { ...first, metadata: { ...firstMetadata, resourceVersion } };
    const { firstTimestamp: from, lastTimestamp: to, message: text } = times;
    return { ...kept, count, firstTimestamp: from, lastTimestamp: to, message: text } as unknown as Wire;
  }

  #compareNewName(name: string, { involvedObject }: CoreV1Event, wantedName: string): string {
    const isValid = /^[0-9a-f]+$/.test(name.slice(`${involvedObject.name}.`.length)) &&
      name.startsWith(`${involvedObject.name}.`);
    if (!isValid || this.#names.has(name)) return `ours made the name ${name}`;
    this.#names.set(name, wantedName);
    if (name !== wantedName) this.#differences.uniqueName++;
    return "";
  }

  #comparePatch({ patch, event }: Extract<Correlation, { type: "patch" }>, line: EventLine): string {
    const content = patch.map((operation) =>
      operation.op === "replace" ? [operation.path.slice(1), operation.value] : []
    );
    const wanted: Record<string, unknown> = { ...line.patch };
    for (const field of ["firstTimestamp", "lastTimestamp", "message"] as const) {
      // Those of ours, which have been compared with the event's.
      const own = content.find(([name]) => name === field);
      if (own !== undefined && own[1] === event[field]) wanted[field] = own[1];
    }
    const isSame = sameWire({ content: content.sort() }, { content: Object.entries(wanted).sort() });
    if (!isSame) return `ours made the patch ${JSON.stringify(patch)}`;
    this.#differences.jsonPatch++;
    return "";
  }
}
