import { wrongMetadata } from "../wire/api_error.ts";
import { listResponse } from "../wire/json_response.ts";
import type { EventForm } from "../wire/negotiate.ts";
import { metadataText, tableHead, tableRow } from "./event_table.ts";
import type { StoredEvent } from "./stored_event.ts";

/** The JSON text of one event; `defineColumns` is for a table, true by default. */
export function eventText(stored: StoredEvent, form: EventForm, options: { defineColumns?: boolean } = {}): string {
  switch (form.as) {
    case "object":
      return stored.objectText(form.api);
    case "metadata":
    case "metadataList":
      return metadataText(stored);
    case "table": {
      const { resourceVersion } = stored.event.metadata;
      return `${tableHead({ resourceVersion }, options)}${tableRow(stored, form)}]}`;
    }
  }
}

/** Creates a response with a list of events. */
export function eventListResponse(items: readonly StoredEvent[], metadata: unknown, form: EventForm): Response {
  const { api, as } = form;
  if (as === "metadata") throw wrongMetadata({ list: true });
  if (as === "table") return listResponse(tableHead(metadata), items, (stored) => tableRow(stored, form));
  const [kind, apiVersion] = as === "object"
    ? ["EventList", api.apiVersion]
    : ["PartialObjectMetadataList", "meta.k8s.io/v1"];
  return listResponse(
    `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
    items,
    (stored) => as === "object" ? stored.itemText(api) : metadataText(stored),
  );
}
