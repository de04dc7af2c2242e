import type { CoreV1Event } from "../api/event.ts";
import type { Clock } from "../api/time.ts";
import type { JsonObject } from "./wire/decode_object.ts";
import { badRequest, methodNotAllowed, notFound, otherNamespace } from "./wire/api_error.ts";
import { type DecodedEvent, decodeEvent, reportDuplicates } from "./wire/decode_event.ts";
import { toEventsV1 } from "./wire/convert_event.ts";
import { readDeleteOptions } from "./wire/delete_options.ts";
import { eventPage } from "./store/event_page.ts";
import { type EventQueries, listMetadata } from "./event_queries.ts";
import type { EventStore } from "./store/event_store.ts";
import { wantsSocket } from "./watch/watch_socket.ts";
import type { EventWatches, WatchClient } from "./watch/event_watches.ts";
import type { EventWriter, Written } from "./store/event_writer.ts";
import { jsonResponse } from "./wire/json_response.ts";
import { parseGetOptions, parseIncludeObject, parseListOptions } from "./wire/list_options.ts";
import { negotiate } from "./wire/negotiate.ts";
import { applyConfiguration, type FieldManager, withOwners } from "./patch/managed_fields.ts";
import { APPLY_PATCHES, parseConfiguration, patchEvent, patchKind } from "./patch/patch_event.ts";
import { mediaTypeOf, readObject, readPatch } from "./wire/read_body.ts";
import type { EventsPath, RequestVerb } from "./wire/route.ts";
import { eventKey, type StoredEvent } from "./store/stored_event.ts";
import { parseWriteOptions, type WriteOptions } from "./wire/write_options.ts";

/** Options of {@linkcode EventRequests}. */
interface EventRequestsOptions {
  readonly store: EventStore;
  readonly reader: EventQueries;
  readonly writer: EventWriter;
  readonly watches: EventWatches;
  readonly clock: Clock;
}

/** A request for events, with its parsed URL. */
export interface EventsRequest {
  readonly request: Request;
  readonly path: EventsPath;
  readonly query: URLSearchParams;
}

/** Answers every request for events, by method and path. */
export class EventRequests {
  readonly #store: EventStore;
  readonly #reader: EventQueries;
  readonly #writer: EventWriter;
  readonly #watches: EventWatches;
  readonly #clock: Clock;

  constructor(options: EventRequestsOptions) {
    this.#store = options.store;
    this.#reader = options.reader;
    this.#writer = options.writer;
    this.#watches = options.watches;
    this.#clock = options.clock;
  }

  /** @throws {ApiError} For any error response. */
  answer(given: EventsRequest, verb: RequestVerb | undefined): Response | Promise<Response> {
    switch (verb) {
      case "get":
      case "list":
      case "watch":
        return this.#read(given, verb);
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
      case undefined:
        throw methodNotAllowed();
    }
  }

  #read({ request, path, query }: EventsRequest, verb: "get" | "list" | "watch"): Response {
    const as = negotiate(request);
    if (verb === "get") {
      const options = parseGetOptions(query);
      this.#store.expire();
      return this.#reader.get(path, options, as);
    }
    const options = parseListOptions(path, query);
    this.#store.expire();
    switch (verb) {
      case "list":
        return this.#reader.list(path, options, as);
      case "watch":
        return this.#watches.watch(path, options, { as, ...whereFrom(request) });
    }
  }

  async #create({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const options = parseWriteOptions("CreateOptions", query);
    const decoded = await readEvent(request, path, options);
    this.#store.expire();
    const event = withOwners(undefined, decoded.event, () => this.#managerOf(request, path, options));
    return this.#written({ request, path, query }, this.#writer.create(path, event, options), decoded.warnings);
  }

  async #update({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const options = parseWriteOptions("UpdateOptions", query);
    const decoded = await readEvent(request, path, options);
    this.#store.expire();
    checkIdentity(path, decoded.event);
    const old = this.#store.get(eventKey(path.namespace, path.name));
    const event = withOwners(old?.event, decoded.event, () => this.#managerOf(request, path, options));
    const written = this.#writer.update(path, event, { ...options, uidIsCondition: true });
    return this.#written({ request, path, query }, written, decoded.warnings);
  }

  async #patch({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const type = mediaTypeOf(request);
    if (APPLY_PATCHES.includes(type)) return await this.#apply({ request, path, query });
    const kind = patchKind(type);
    const options = parseWriteOptions("PatchOptions", query);
    const { value: patch, text } = await readPatch(request);
    this.#store.expire();
    // No await from here on: read and write are atomic.
    const old = this.#store.get(eventKey(path.namespace, path.name));
    if (old === undefined) throw notFound(path.api, path.name);
    const patched = patchEvent(kind, versioned(path, old), patch);
    const decoded = decodeEvent(path.api, patched, { ...options, text, isPatch: true });
    checkIdentity(path, decoded.event);
    const event = withOwners(old.event, decoded.event, () => this.#managerOf(request, path, options));
    return this.#written({ request, path, query }, this.#writer.update(path, event, options), decoded.warnings);
  }

  async #apply({ request, path, query }: EventsRequest): Promise<Response> {
    const options = parseWriteOptions("ApplyOptions", query);
    const { value, text } = await readPatch(request);
    const config = parseConfiguration(value, path.api);
    this.#store.expire();
    const old = this.#store.get(eventKey(path.namespace, path.name));
    const manager = { ...this.#managerOf(request, path, options), force: options.force };
    const event = applyConfiguration(old?.event, config, manager);
    const warnings = reportDuplicates(text, options.fieldValidation);
    checkIdentity(path, event);
    // An applied uid must exist.
    const written = this.#writer.update(path, event, { ...options, uidIsCondition: old === undefined });
    return this.#written({ request, path, query }, written, warnings);
  }

  #managerOf(request: Request, { api }: EventsPath, { fieldManager }: WriteOptions): FieldManager {
    const name = fieldManager || (request.headers.get("user-agent") ?? "").split("/")[0]!.slice(0, 128);
    return { name, api, nowMs: this.#clock.now() };
  }

  async #delete({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#store.expire();
    const { uid } = this.#writer.delete(path, preconditions, { dryRun }).event.metadata;
    const { group } = path.api;
    const details = { name: path.name, ...(group !== "" && { group }), kind: "events", uid };
    // Unlike a failure, a success `Status` has no code.
    return jsonResponse(
      JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }),
    );
  }

  async #deleteCollection({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const options = parseListOptions(path, query);
    const { dryRun, preconditions } = await readDeleteOptions(request, query);
    this.#store.expire();
    const page = eventPage(this.#store, path, options);
    const deleted: StoredEvent[] = [];
    for (const { key, event } of page.items) {
      // The page may show an older version: the event may be gone.
      if (this.#store.get(key) === undefined) continue;
      const one = { ...path, name: event.metadata.name! };
      deleted.push(this.#writer.delete(one, preconditions, { dryRun }));
    }
    return this.#reader.listOf(path.api, deleted, {
      metadata: listMetadata(page, options),
      as: negotiate(request),
      includeObject: options.includeObject,
    });
  }

  #written(
    { request, path, query }: EventsRequest,
    { stored, created }: Written,
    warnings: readonly string[],
  ): Response {
    const includeObject = parseIncludeObject(query.get("includeObject") ?? "");
    const text = this.#reader.textOf(path.api, stored, { as: negotiate(request), includeObject });
    return jsonResponse(text, { code: created ? 201 : 200, warnings });
  }
}

/** Only a request from a socket has a `Host` header; there, closing the connection ends a watch. */
function whereFrom(request: Request): Pick<WatchClient, "isRemote" | "takesGzip" | "request"> {
  const { headers } = request;
  const isRemote = headers.has("host");
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers.get("accept-encoding") ?? "") &&
    !wantsSocket(request);
  return { isRemote, takesGzip, request: isRemote ? undefined : request };
}

/** Reads the event in a request body. */
async function readEvent(request: Request, { api }: EventsPath, options: WriteOptions): Promise<DecodedEvent> {
  const { value, text } = await readObject(request, api.schema, "event");
  return decodeEvent(api, value, { ...options, text });
}

/** The event as the client sees it. */
function versioned({ api }: EventsPath, stored: StoredEvent): JsonObject {
  const fields = api.strict ? toEventsV1(stored.event) : stored.event;
  return { kind: "Event", apiVersion: api.apiVersion, ...fields };
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
