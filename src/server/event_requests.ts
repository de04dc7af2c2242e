import type { CoreV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
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
import { type DecodedEvent, decodeEvent, reportDuplicates } from "./wire/decode_event.ts";
import { inApi } from "./wire/convert_event.ts";
import { readDeleteOptions } from "./wire/delete_options.ts";
import { eventListResponse, eventText } from "./store/event_form.ts";
import { eventPage, listMetadata } from "./store/event_page.ts";
import type { EventStore } from "./store/event_store.ts";
import { wantsSocket } from "./watch/watch_socket.ts";
import type { EventWatches, WatchClient } from "./watch/event_watches.ts";
import type { EventWriter, Written } from "./store/event_writer.ts";
import { jsonResponse } from "./wire/json_response.ts";
import { type IncludeObject, parseIncludeObject, parseListOptions, parseResourceVersion } from "./wire/list_options.ts";
import { type EventForm, negotiate, type Representation } from "./wire/negotiate.ts";
import { applyConfiguration, type FieldManager, withOwners } from "./patch/managed_fields.ts";
import { APPLY_PATCHES, parseConfiguration, patcherFor } from "./patch/patch_event.ts";
import { mediaTypeOf, readObject, readPatch } from "./wire/read_body.ts";
import type { EventsPath, RoutedRequest } from "./wire/route.ts";
import { eventKey, type StoredEvent } from "./store/stored_event.ts";
import { parseWriteOptions, type WriteOptions } from "./wire/write_options.ts";

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

/** Answers every request for events, by its verb. */
export class EventRequests {
  readonly #parts: EventRequestsParts;

  constructor(parts: EventRequestsParts) {
    this.#parts = parts;
  }

  /** @throws {ApiError} For any error response. */
  answer(routed: RoutedRequest): Response | Promise<Response> {
    const { request, path, query, verb } = routed;
    if (verb === undefined) throw methodNotAllowed();
    const given = { ...routed, as: negotiate(request) };
    // Writes do so again when they have read the body.
    this.#parts.store.removeExpired();
    switch (verb) {
      case "get":
        return this.#get(given);
      case "list":
        return this.#list(given);
      case "watch":
        return this.#parts.watches.watch(path, parseListOptions(path, query), clientOf(given));
      case "create":
        return this.#create(given);
      case "update":
        return this.#update(given);
      case "patch":
        return this.#patch(given);
      case "delete":
        return this.#delete(given);
      case "deletecollection":
        return this.#deleteCollection(given);
    }
  }

  #get(given: NegotiatedRequest): Response {
    const { path, query } = given;
    const resourceVersion = parseResourceVersion(query.get("resourceVersion") ?? "", { watch: false }) ?? 0;
    const includeObject = parseIncludeObject(query);
    const current = this.#parts.store.resourceVersion;
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    const stored = this.#parts.store.get(eventKey(path.namespace, path.name));
    if (stored === undefined) throw notFound(path.api, path.name);
    return jsonResponse(this.#textOf(stored, given, includeObject));
  }

  #list(given: NegotiatedRequest): Response {
    const { path, query } = given;
    const options = parseListOptions(path, query);
    const page = eventPage(this.#parts.store, path, options);
    return eventListResponse(page.items, listMetadata(page, options), this.#formOf(given, options.includeObject));
  }

  async #create(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseWriteOptions("CreateOptions", query);
    const decoded = await readEvent(request, path, options);
    this.#parts.store.removeExpired();
    const event = withOwners(undefined, decoded.event, () => this.#managerOf(request, path, options));
    return this.#respond(given, decoded.warnings, () => this.#parts.writer.create(path, event, options));
  }

  async #update(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseWriteOptions("UpdateOptions", query);
    const decoded = await readEvent(request, path, options);
    this.#parts.store.removeExpired();
    checkIdentity(path, decoded.event);
    const old = this.#parts.store.get(eventKey(path.namespace, path.name));
    const event = withOwners(old?.event, decoded.event, () => this.#managerOf(request, path, options));
    return this.#respond(
      given,
      decoded.warnings,
      () => this.#parts.writer.update(path, event, { ...options, uidIsCondition: true }),
    );
  }

  async #patch(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const type = mediaTypeOf(request);
    if (APPLY_PATCHES.includes(type)) return await this.#apply(given);
    const applyPatch = patcherFor(type);
    const options = parseWriteOptions("PatchOptions", query);
    const { value: patch, text } = await readPatch(request);
    this.#parts.store.removeExpired();
    // No await from here on: read and write are atomic.
    const old = this.#parts.store.get(eventKey(path.namespace, path.name));
    if (old === undefined) throw notFound(path.api, path.name);
    const patched = applyPatch(asSeen(path, old), patch);
    const decoded = decodeEvent(path.api, patched, { ...options, text, isPatch: true });
    checkIdentity(path, decoded.event);
    const event = withOwners(old.event, decoded.event, () => this.#managerOf(request, path, options));
    return this.#respond(given, decoded.warnings, () => this.#parts.writer.update(path, event, options));
  }

  async #apply(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseWriteOptions("ApplyOptions", query);
    const { value, text } = await readPatch(request);
    const config = parseConfiguration(value, path.api);
    this.#parts.store.removeExpired();
    const old = this.#parts.store.get(eventKey(path.namespace, path.name));
    const manager = { ...this.#managerOf(request, path, options), force: options.force };
    const event = applyConfiguration(old, config, manager);
    const warnings = reportDuplicates(text, options.fieldValidation);
    checkIdentity(path, event);
    // An applied uid must exist.
    return this.#respond(
      given,
      warnings,
      () => this.#parts.writer.update(path, event, { ...options, uidIsCondition: old === undefined }),
    );
  }

  #managerOf(request: Request, { api }: EventsPath, { fieldManager }: WriteOptions): FieldManager {
    const name = fieldManager || (request.headers.get("user-agent") ?? "").split("/")[0]!.slice(0, 128);
    return { name, api, nowMs: this.#parts.clock.now() };
  }

  async #delete({ request, path, query }: NegotiatedRequest): Promise<Response> {
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#parts.store.removeExpired();
    const { uid } = this.#parts.writer.delete(path, preconditions, { dryRun }).event.metadata;
    const { group } = path.api;
    const details = { name: path.name, ...(group !== "" && { group }), kind: "events", uid };
    // Unlike a failure, a success `Status` has no code.
    return jsonResponse(
      JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }),
    );
  }

  async #deleteCollection(given: NegotiatedRequest): Promise<Response> {
    const { request, path, query } = given;
    const options = parseListOptions(path, query);
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#parts.store.removeExpired();
    const page = eventPage(this.#parts.store, path, options);
    const deleted: StoredEvent[] = [];
    for (const { key, event } of page.items) {
      // The page may show an older version: the event may be gone.
      if (this.#parts.store.get(key) === undefined) continue;
      const one = { ...path, name: event.metadata.name! };
      deleted.push(this.#parts.writer.delete(one, preconditions, { dryRun }));
    }
    return eventListResponse(deleted, listMetadata(page, options), this.#formOf(given, options.includeObject));
  }

  #formOf({ path: { api }, as }: NegotiatedRequest, includeObject: IncludeObject): EventForm {
    return { api, as, includeObject, nowMs: this.#parts.clock.now() };
  }

  #textOf(stored: StoredEvent, given: NegotiatedRequest, includeObject: IncludeObject): string {
    if (given.as === "metadataList") throw wrongMetadata({ list: false });
    return eventText(stored, this.#formOf(given, includeObject));
  }

  /** Writes an event and responds with it, or with the error; either carries the warnings. */
  #respond(given: NegotiatedRequest, warnings: readonly string[], write: () => Written): Response {
    try {
      const { stored, created } = write();
      const text = this.#textOf(stored, given, parseIncludeObject(given.query));
      return jsonResponse(text, { code: created ? 201 : 200, warnings });
    } catch (error) {
      if (error instanceof ApiError) error.warnings = warnings;
      throw error;
    }
  }
}

/** `gzip` in an `Accept-Encoding`, but not with a quality of 0. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The client of a watch. Only a request from a socket has a `Host`; there, closing the connection ends the watch. */
function clientOf({ request, as }: NegotiatedRequest): WatchClient {
  const { headers } = request;
  const isRemote = headers.has("host");
  const takesGzip = GZIP.test(headers.get("accept-encoding") ?? "") && !wantsSocket(request);
  return { as, isRemote, takesGzip, request: isRemote ? undefined : request };
}

/** Reads the event in a request body. */
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
  if (metadata.namespace !== undefined && metadata.namespace !== namespace) {
    throw otherNamespace();
  }
}
