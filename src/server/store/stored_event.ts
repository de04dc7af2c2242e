import type { CoreV1Event } from "../../api/event.ts";
import { inApi } from "../wire/convert_event.ts";
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
  /** The API through which this state was written. */
  readonly writtenBy: ServedApi;
  #coreText: string | undefined;
  #eventsText: string | undefined;

  constructor(event: CoreV1Event, options: { resourceVersion: number; expiresAtMs: number; writtenBy?: ServedApi }) {
    this.key = eventKey(event.metadata.namespace ?? "", event.metadata.name ?? "");
    this.event = event;
    this.resourceVersion = options.resourceVersion;
    this.expiresAtMs = options.expiresAtMs;
    this.writtenBy = options.writtenBy ?? CORE_V1;
  }

  /** The size of the JSON text in characters, which for events nearly always equals bytes. */
  get bytes(): number {
    return this.itemText(CORE_V1).length;
  }

  /** The JSON text as a list item: without `kind` and `apiVersion`. */
  itemText(api: ServedApi): string {
    return api === CORE_V1
      ? this.#coreText ??= JSON.stringify(this.event)
      : this.#eventsText ??= JSON.stringify(inApi(api, this.event));
  }

  /** The JSON text as a standalone object. */
  objectText(api: ServedApi): string {
    return `{"kind":"Event","apiVersion":"${api.apiVersion}",${this.itemText(api).slice(1)}`;
  }
}

/** The beginning of the keys of a namespace's events; empty for all namespaces. */
export function keyPrefix(namespace: string): string {
  return namespace === "" ? "" : `${namespace}/`;
}

/** The key under which an event is stored. */
export function eventKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
