import type { CoreV1Event } from "../../../base/event/event.ts";
import { badRequest } from "../wire/api_error.ts";
import { pathSegmentErrors } from "../wire/field_error.ts";
import type { EventsPath } from "../wire/route.ts";
import { CORE_V1, inApi, type ServedApi } from "../wire/served_api.ts";

/**
 * An immutable state of an event: core/v1 in canonical form without `kind` and `apiVersion` (as the API server stores
 * it), and its JSON text in either API, serialized once.
 */
export class StoredEvent {
  /** `namespace/name`; lists are in this order. */
  readonly key: string;
  /** The write that made this state. */
  readonly resourceVersion: number;
  /** When the event expires unless it is written again, in milliseconds since 1970. */
  readonly expiresAtMs: number;
  #event: CoreV1Event | undefined;
  #coreText: string | undefined;
  #eventsText: string | undefined;

  constructor(event: CoreV1Event, options: { resourceVersion: number; expiresAtMs: number }) {
    this.key = eventKey(event.metadata.namespace ?? "", event.metadata.name ?? "");
    this.#event = event;
    this.resourceVersion = options.resourceVersion;
    this.expiresAtMs = options.expiresAtMs;
  }

  get event(): CoreV1Event {
    return this.#event ??= JSON.parse(this.#coreText!);
  }

  /** Keeps only the text until the event is next read, which halves its memory; most events are never read again. */
  shrink(): void {
    this.itemText(CORE_V1);
    this.#event = undefined;
  }

  /** The size of the JSON text in characters, which for events nearly always equals bytes. */
  get bytes(): number {
    return this.itemText(CORE_V1).length;
  }

  /** The JSON text as a list item: without `kind` and `apiVersion`. */
  itemText(api: ServedApi): string {
    return api === CORE_V1
      ? this.#coreText ??= JSON.stringify(this.#event)
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

export function eventKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

/**
 * The key of the event that a path addresses.
 *
 * @throws {ApiError} 400 if no event can have its name.
 */
export function keyOf({ namespace, name }: EventsPath): string {
  const errors = pathSegmentErrors(name);
  if (errors.length > 0) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${errors.join(";")}`);
  return eventKey(namespace, name);
}
