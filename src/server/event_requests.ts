import { DecodeError, decodeObject, isJsonObject, type JsonObject } from "./wire/decode_object.ts";
import { DELETE_OPTIONS } from "./wire/event_schema.ts";
import { badRequest, methodNotAllowed, notFound, otherNamespace } from "./wire/api_error.ts";
import { type DecodedEvent, decodeEvent } from "./wire/decode_event.ts";
import { toEventsV1 } from "./wire/convert_event.ts";
import { eventPage } from "./store/event_page.ts";
import { type EventQueries, listMetadata, listText } from "./event_queries.ts";
import type { EventStore } from "./store/event_store.ts";
import type { EventWatches, WatchClient } from "./watch/event_watches.ts";
import type { DeletePreconditions, EventWriter, Written } from "./store/event_writer.ts";
import { jsonResponse } from "./wire/json_response.ts";
import { parseListOptions } from "./wire/list_options.ts";
import { negotiate } from "./wire/negotiate.ts";
import { APPLY_PATCH, checkApplied, patchEvent, patchKind } from "./patch/patch_event.ts";
import { mediaTypeOf, readObject, readPatch } from "./wire/read_body.ts";
import type { EventsPath, RequestVerb } from "./route.ts";
import { eventKey, type StoredEvent } from "./store/stored_event.ts";
import { parseWriteOptions, type WriteOptions } from "./wire/write_options.ts";

/** What the requests work with. */
interface EventRequestsOptions {
  readonly store: EventStore;
  readonly reader: EventQueries;
  readonly writer: EventWriter;
  readonly watches: EventWatches;
}

/** A request for events, and where it goes. */
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

  constructor(options: EventRequestsOptions) {
    this.#store = options.store;
    this.#reader = options.reader;
    this.#writer = options.writer;
    this.#watches = options.watches;
  }

  /** @throws {ApiError} Whatever the answer is other than an object. */
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
    const options = parseListOptions(path, query);
    switch (verb) {
      case "get":
        return this.#reader.get(path, { as, includeObject: options.includeObject });
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
    return this.#written(path, this.#writer.create(path, decoded.event, options), decoded);
  }

  async #update({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const options = parseWriteOptions("UpdateOptions", query);
    const decoded = await readEvent(request, path, options);
    this.#store.expire();
    checkIdentity(path, decoded);
    return this.#written(path, this.#writer.update(path, decoded.event, { ...options, uidIsCondition: true }), decoded);
  }

  async #patch({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const type = mediaTypeOf(request);
    const kind = patchKind(type);
    const applies = type === APPLY_PATCH;
    const options = parseWriteOptions(applies ? "ApplyOptions" : "PatchOptions", query);
    const { value: patch, text } = await readPatch(request);
    if (applies) checkApplied(patch);
    this.#store.expire();
    // From here on nothing waits: what is read is what is written over.
    const old = this.#store.get(eventKey(path.namespace, path.name));
    if (old === undefined && !applies) throw notFound(path.api, path.name);
    const patched = patchEvent(kind, versioned(path, old), patch);
    const decoded = decodeEvent(path.api, patched, { ...options, text, isPatch: true });
    checkIdentity(path, decoded);
    return this.#written(path, this.#writer.update(path, decoded.event, options), decoded);
  }

  async #delete({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const { dryRun, preconditions } = await deleteOptions(request, query);
    this.#store.expire();
    const { uid } = this.#writer.delete(path, preconditions, { dryRun }).event.metadata;
    const { group } = path.api;
    const details = { name: path.name, ...(group !== "" && { group }), kind: "events", uid };
    // Unlike a failure, a success has no code.
    return jsonResponse(
      JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }),
    );
  }

  async #deleteCollection({ request, path, query }: EventsRequest): Promise<Response> {
    negotiate(request);
    const options = parseListOptions(path, query);
    const { dryRun, preconditions } = await deleteOptions(request, query);
    this.#store.expire();
    const page = eventPage(this.#store, path, options);
    const deleted: StoredEvent[] = [];
    for (const { key, event } of page.items) {
      // A page may be of an older version.
      if (this.#store.get(key) === undefined) continue;
      const one = { ...path, name: event.metadata.name! };
      deleted.push(this.#writer.delete(one, preconditions, { dryRun }));
    }
    return jsonResponse(listText(path.api, deleted, { metadata: listMetadata(page, options), as: "object" }));
  }

  #written({ api }: EventsPath, { stored, created }: Written, { warnings }: DecodedEvent): Response {
    return jsonResponse(stored.objectText(api), { code: created ? 201 : 200, warnings });
  }
}

/** Only what came through a socket names its host; there, the end of the connection ends a watch. */
function whereFrom(request: Request): Pick<WatchClient, "isRemote" | "request"> {
  const isRemote = request.headers.has("host");
  return { isRemote, request: isRemote ? undefined : request };
}

/** Reads the event that a body holds. */
async function readEvent(request: Request, { api }: EventsPath, options: WriteOptions): Promise<DecodedEvent> {
  const { value, text } = await readObject(request, api.schema, "event");
  return decodeEvent(api, value, { ...options, text });
}

/** The event as the client sees it; an empty one where there is none. */
function versioned({ api, namespace, name }: EventsPath, stored: StoredEvent | undefined): JsonObject {
  if (stored === undefined) return { metadata: { name, namespace } };
  const fields = api.strict ? toEventsV1(stored.event) : stored.event;
  return { kind: "Event", apiVersion: api.apiVersion, ...fields };
}

/** What is written must be what the URL names. */
function checkIdentity({ name, namespace }: EventsPath, { event: { metadata } }: DecodedEvent): void {
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

/** Reads what a delete asks for, in its query and its body, which may be empty. */
async function deleteOptions(
  request: Request,
  query: URLSearchParams,
): Promise<{ dryRun: boolean; preconditions: DeletePreconditions }> {
  const { value } = await readObject(request, DELETE_OPTIONS, "options");
  const { preconditions, dryRun } = decodeOptions(value ?? {});
  const inBody = dryRun?.map((item): [string, string] => ["dryRun", item]) ?? [];
  const options = parseWriteOptions("DeleteOptions", new URLSearchParams([...query, ...inBody]));
  return { dryRun: options.dryRun, preconditions: preconditions ?? {} };
}

/** meta/v1 DeleteOptions, as far as events go by them. */
interface DeleteOptions {
  readonly preconditions?: DeletePreconditions;
  readonly dryRun?: readonly string[];
}

function decodeOptions(value: unknown): DeleteOptions {
  if (!isJsonObject(value)) {
    throw badRequest("json: cannot unmarshal a value that is no object into Go value of type v1.DeleteOptions");
  }
  try {
    return decodeObject(DELETE_OPTIONS, value).object;
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(error.message) : error;
  }
}
