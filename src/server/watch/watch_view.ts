import type { CoreV1Event } from "../../api/event.ts";
import type { EventChange } from "../store/change_history.ts";
import { StoredEvent } from "../store/stored_event.ts";
import { expired } from "../wire/api_error.ts";
import { decodeObject } from "../wire/decode_object.ts";
import { CORE_V1_EVENT } from "../wire/event_schema.ts";
import { eventText } from "../store/event_form.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { EventForm } from "../wire/negotiate.ts";
import type { RequiredFields } from "../wire/selectors.ts";

interface WatchViewOptions extends Pick<ListOptions, "selects" | "required" | "selectorText"> {
  /** The prefix of its events' keys; empty for all namespaces. */
  readonly prefix: string;
  /** The form of the next events. */
  readonly form: () => EventForm;
}

/** A client's view of the changes: those in its namespace that match its selectors, as lines of JSON. */
export class WatchView {
  readonly prefix: string;
  /** Equal for views that write the same lines; `undefined` if the lines depend on when they are written. */
  readonly key: string | undefined;
  /** The fields that must have one value for an event to be visible. */
  readonly required: RequiredFields;
  readonly #options: WatchViewOptions;
  #columnsDefined = false;

  constructor(options: WatchViewOptions) {
    const { prefix, required, selectorText } = options;
    const { api, as } = options.form();
    this.#options = options;
    this.prefix = prefix;
    this.required = required;
    this.key = as === "table" ? undefined : JSON.stringify([api.apiVersion, prefix, selectorText, as]);
  }

  /** The line of a change; empty if it is not visible to the client. */
  changed(change: EventChange): string {
    if (!change.key.startsWith(this.prefix)) return "";
    const sawIt = this.#sees(change.previous);
    if (this.#sees(change.current)) return this.#line(sawIt ? "MODIFIED" : "ADDED", change.current);
    return sawIt ? this.#line("DELETED", change.tombstone) : "";
  }

  /** The line of an event that existed when the watch began; empty if it is not visible to the client. */
  added(stored: StoredEvent): string {
    return this.#sees(stored) ? this.#line("ADDED", stored) : "";
  }

  /** The bookmark that ends the initial events: an empty event with their version. */
  initialEventsEnd(version: number): string {
    const resourceVersion = String(version);
    const metadata = { resourceVersion, annotations: { "k8s.io/initial-events-end": "true" } };
    const event = decodeObject(CORE_V1_EVENT, { metadata }).object as unknown as CoreV1Event;
    return this.#line("BOOKMARK", new StoredEvent(event, { resourceVersion: version, expiresAtMs: 0 }));
  }

  #sees(state: StoredEvent | undefined): state is StoredEvent {
    return state !== undefined && (this.#options.selects?.(state.event) ?? true);
  }

  #line(type: string, stored: StoredEvent): string {
    const object = eventText(stored, this.#options.form(), { defineColumns: !this.#columnsDefined });
    this.#columnsDefined = true;
    return `{"type":"${type}","object":${object}}\n`;
  }
}

/** The line that ends a watch whose next changes were discarded. */
export function watchTooOld(): string {
  const { status } = expired("The resourceVersion for the provided watch is too old.");
  return `{"type":"ERROR","object":${JSON.stringify(status)}}\n`;
}
