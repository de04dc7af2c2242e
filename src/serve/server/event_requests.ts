import type { CoreV1Event } from "../../base/event/event.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { JsonObject } from "./wire/decode_object.ts";
import {
  ApiError,
  badRequest,
  methodNotAllowed,
  notFound,
  otherNamespace,
  tooLargeResourceVersion,
  wrongMetadata,
} from "./wire/api_error.ts";
import { type DecodedEvent, decodeEvent } from "./wire/decode_event.ts";
import { inApi } from "./wire/served_api.ts";
import { parseWriteOptions, readDeleteOptions, type WriteOptions } from "./wire/write_options.ts";
import { eventListResponse, eventText } from "./store/event_text.ts";
import { eventPage, listMetadata } from "./store/event_page.ts";
import type { EventStore } from "./store/event_store.ts";
import type { EventWatches } from "./watch/event_watches.ts";
import type { EventWriter, Written } from "./store/event_writer.ts";
import { jsonResponse } from "./wire/json_response.ts";
import { parseListOptions, parseResourceVersion } from "./wire/list_options.ts";
import { type EventForm, negotiate, parseIncludeObject, type Representation } from "./wire/negotiate.ts";
import { patcherFor } from "./patch/patch_event.ts";
import { readObject, readPatch } from "./wire/read_body.ts";
import { callerSignal, type EventsPath, type RequestVerb, type RoutedRequest } from "./wire/route.ts";
import { keyOf, type StoredEvent } from "./store/stored_event.ts";

interface EventRequestsParts {
  readonly store: EventStore;
  readonly writer: EventWriter;
  readonly watches: EventWatches;
  readonly clock: Clock;
}

interface NegotiatedRequest extends RoutedRequest {
  /** The form of the response. */
  readonly as: Representation;
}

/** Answers every request for events: negotiates the form, and calls the method of the verb. */
export class EventRequests implements Record<RequestVerb, (given: NegotiatedRequest) => Response | Promise<Response>> {
  readonly #parts: EventRequestsParts;

  constructor(parts: EventRequestsParts) {
    this.#parts = parts;
  }

  /** @throws {ApiError} For any error response. */
  answer(routed: RoutedRequest): Response | Promise<Response> {
    const { request, verb } = routed;
    if (verb === undefined) throw methodNotAllowed();
    const given = { ...routed, as: negotiate(request) };
    this.#parts.store.removeExpired();
    return this[verb](given);
  }

  get(given: NegotiatedRequest): Response {
    const { path, query } = given;
    const resourceVersion = parseResourceVersion(query.get("resourceVersion") ?? "", { watch: false }) ?? 0;
    const current = this.#parts.store.resourceVersion;
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    const stored = this.#parts.store.get(keyOf(path));
    if (stored === undefined) throw notFound(path.api, path.name);
    return jsonResponse(this.#textOf(stored, given));
  }

  list(given: NegotiatedRequest): Response {
    const { path, query } = given;
    const options = parseListOptions(path, query);
    const page = eventPage(this.#parts.store, path, options);
    return eventListResponse(page.items, listMetadata(page, options), this.#formOf(given));
  }

  watch(given: NegotiatedRequest): Response {
    const { request, path, query } = given;
    const options = parseListOptions(path, query);
    // Ends the refused handshake with an empty response, because some clients fall back to HTTP only then.
    if (request.headers.get("upgrade")?.toLowerCase() === "websocket") return jsonResponse("");
    const client = { form: this.#formOf(given), request: callerSignal(request) && request };
    return this.#parts.watches.watch(path, options, client);
  }

  async create(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseWriteOptions("CreateOptions", query);
    const { event, warnings } = await readEvent(request, path, options);
    this.#startWriting(request);
    return this.#respond(given, warnings, () => this.#parts.writer.create(path, event, options));
  }

  async update(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseWriteOptions("UpdateOptions", query);
    const { event, warnings } = await readEvent(request, path, options);
    this.#startWriting(request);
    checkIdentity(path, event);
    const write = { ...options, uidIsCondition: true };
    return this.#respond(given, warnings, () => this.#parts.writer.update(path, event, write));
  }

  async patch(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const applyPatch = patcherFor(request.headers.get("content-type"));
    const options = parseWriteOptions("PatchOptions", query);
    const { value: patch, text } = await readPatch(request);
    this.#startWriting(request);
    const old = this.#parts.store.get(keyOf(path));
    if (old === undefined) throw notFound(path.api, path.name);
    const patched = applyPatch(asSeen(path, old), patch);
    const { event, warnings } = decodeEvent(path.api, patched, { ...options, text, isPatch: true });
    checkIdentity(path, event);
    return this.#respond(given, warnings, () => this.#parts.writer.update(path, event, options));
  }

  async delete({ request, path, query }: NegotiatedRequest): Promise<Response> {
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#startWriting(request);
    const { uid } = this.#parts.writer.delete(path, preconditions, { dryRun }).event.metadata;
    const { group } = path.api;
    const details = { name: path.name, ...(group !== "" && { group }), kind: "events", uid };
    // Unlike a failure, a success `Status` has no code.
    return jsonResponse(JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }));
  }

  async deletecollection(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseListOptions(path, query);
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#startWriting(request);
    const page = eventPage(this.#parts.store, path, options);
    const deleted: StoredEvent[] = [];
    for (const { key, event } of page.items) {
      // The page may show an older version, whose events may have been deleted since.
      if (this.#parts.store.get(key) === undefined) continue;
      const one = { ...path, name: event.metadata.name! };
      deleted.push(this.#parts.writer.delete(one, preconditions, { dryRun }));
    }
    return eventListResponse(deleted, listMetadata(page, options), this.#formOf(given));
  }

  /** Must be called once a body has been read; no `await` may follow, so that reading and writing events are atomic. */
  #startWriting(request: Request): void {
    callerSignal(request)?.throwIfAborted();
    this.#parts.store.removeExpired();
  }

  #formOf({ path: { api }, query, as }: NegotiatedRequest): EventForm {
    return { api, as, includeObject: parseIncludeObject(query, as), nowMs: this.#parts.clock.now() };
  }

  #textOf(stored: StoredEvent, given: NegotiatedRequest): string {
    if (given.as === "metadataList") throw wrongMetadata({ list: false });
    return eventText(stored, this.#formOf(given));
  }

  /** Writes an event, and responds with the event or an error; both carry the warnings. */
  #respond(given: NegotiatedRequest, warnings: readonly string[], write: () => Written): Response {
    try {
      const { stored, created } = write();
      const text = this.#textOf(stored, given);
      return jsonResponse(text, { code: created ? 201 : 200, warnings });
    } catch (error) {
      if (error instanceof ApiError) error.warnings = warnings;
      throw error;
    }
  }
}

async function readEvent(request: Request, { api }: EventsPath, options: WriteOptions): Promise<DecodedEvent> {
  const { value, text } = await readObject(request, api.schema, "event");
  return decodeEvent(api, value, { ...options, text });
}

/** The event as the client sees it. */
function asSeen({ api }: EventsPath, stored: StoredEvent): JsonObject {
  return { kind: "Event", apiVersion: api.apiVersion, ...inApi(api, stored.event) };
}

/** Checks that the event's name and namespace match the URL. */
function checkIdentity({ name, namespace }: EventsPath, { metadata }: CoreV1Event): void {
  if (metadata.name === undefined) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (metadata.namespace !== undefined && metadata.namespace !== namespace) throw otherNamespace();
}
