import type { CoreV1Event } from "../../api/event.ts";
import { toEventsV1 } from "../wire/convert_event.ts";
import { CORE_V1, type ServedApi } from "../wire/served_api.ts";

/**
 * An immutable state of an event: core/v1 in canonical form without `kind` and `apiVersion` (as the API server stores
 * it), and its JSON text in either API, serialized once.
 */
export class StoredEvent {
  /** `namespace/name`; lists are in this order. */
  readonly key: string;
  readonly event: CoreV1Event;
  /** The write that made this state. */
  readonly resourceVersion: number;
  /** When the event expires unless it is written again, in milliseconds since 1970. */
  readonly expiresAtMs: number;
  #coreText: string | undefined;
  #eventsText: string | undefined;

  constructor(event: CoreV1Event, options: { resourceVersion: number; expiresAtMs: number }) {
    this.key = eventKey(event.metadata.namespace ?? "", event.metadata.name ?? "");
    this.event = event;
    this.resourceVersion = options.resourceVersion;
    this.expiresAtMs = options.expiresAtMs;
  }

  /** The size of the JSON text in characters, which for events nearly always equals bytes. */
  get bytes(): number {
    return this.itemText(CORE_V1).length;
  }

  /** The JSON text as a list item: without `kind` and `apiVersion`. */
  itemText(api: ServedApi): string {
    return api.strict
      ? this.#eventsText ??= JSON.stringify(toEventsV1(this.event))
      : this.#coreText ??= JSON.stringify(this.event);
  }

  /** The JSON text as a standalone object. */
  objectText(api: ServedApi): string {
    return `{"kind":"Event","apiVersion":"${api.apiVersion}",${this.itemText(api).slice(1)}`;
  }
}

/** The key under which an event is stored. */
export function eventKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
