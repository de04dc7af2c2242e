import type { CoreV1Event } from "../../../base/event/event.ts";
import { checkResult } from "../../../base/tools/check_options.ts";
import { type Clock, formatTime } from "../../../base/tools/time.ts";
import { type EventsPath, parseVersion } from "../wire/route.ts";
import {
  alreadyExists,
  ApiError,
  conflict,
  invalid,
  namespaceNotFound,
  namespaceTerminating,
  notFound,
  otherNamespace,
  preconditionFailed,
  uidConflict,
} from "../wire/api_error.ts";
import type { DeletePreconditions } from "../wire/write_options.ts";
import { decodeEvent } from "../wire/decode_event.ts";
import type { JsonObject } from "../wire/decode_object.ts";
import { OBJECT_META } from "../wire/event_schema.ts";
import type { FieldError } from "../wire/field_error.ts";
import { MAX_BODY_BYTES } from "../wire/read_body.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "../wire/served_api.ts";
import {
  type StoredMeta,
  validateEvent,
  validateEventsV1Create,
  validateEventsV1Update,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from "../wire/validate_event.ts";
import type { EventStore } from "./event_store.ts";
import { eventKey, keyOf, StoredEvent } from "./stored_event.ts";

/** How many generated names are tried: apiserver's `maxNameGenerationCreateAttempts`. */
const GENERATE_NAME_TRIES = 8;

/** Maximum size of an event: that of a body, with room for the server's metadata. etcd's limit is 1.5 MiB. */
const MAX_EVENT_CHARACTERS = MAX_BODY_BYTES + 65_536;

/** Restored events may have unknown fields, because servers of other versions have other fields. */
const DECODE_LENIENTLY = { fieldValidation: "Ignore", text: "" } as const;

export interface Written {
  readonly stored: StoredEvent;
  readonly created: boolean;
}

interface EventWriterOptions {
  readonly clock: Clock;
  readonly namespacePhase: (namespace: string) => NamespacePhase;
}

/**
 * The rules of writing: names, versions, validation (`registry/rest` and `registry/generic` of apiserver).
 *
 * Every method is synchronous, and therefore atomic.
 */
export class EventWriter {
  readonly #store: EventStore;
  readonly #options: EventWriterOptions;

  constructor(store: EventStore, options: EventWriterOptions) {
    this.#store = store;
    this.#options = options;
  }

  create(path: EventsPath, given: CoreV1Event, options: { dryRun: boolean }): Written {
    const { api, namespace } = path;
    if ((given.metadata.namespace ?? namespace) !== namespace) throw otherNamespace();
    const { name, generateName: prefix } = given.metadata;
    // Like admission in a cluster, precedes any validation.
    this.#checkNamespace(path, name ?? prefix ?? "Unknown");
    const version = parseVersion(given.metadata.resourceVersion);
    const maxTries = name === undefined && prefix !== undefined ? GENERATE_NAME_TRIES : 1;
    for (let tries = 1;; tries++) {
      const event = withMetadata(given, {
        namespace,
        name: name ?? (prefix && generateName(prefix)),
        // A dry run assigns no version.
        resourceVersion: options.dryRun ? undefined : String(this.#store.resourceVersion + 1),
        // Only the server may set these.
        uid: crypto.randomUUID(),
        creationTimestamp: formatTime(this.#options.clock.now()),
        deletionTimestamp: undefined,
        deletionGracePeriodSeconds: undefined,
      });
      this.#validateCreate(api, event);
      // As in a cluster, ignores a malformed version.
      if ("value" in version && version.value !== 0) {
        throw new ApiError(500, { message: "resourceVersion should not be set on objects to be created" });
      }
      if (this.#store.get(eventKey(namespace, event.metadata.name!)) === undefined) {
        return { stored: this.#put(event, options), created: true };
      }
      // As in a cluster, the error blames name generation even if the client also gave the taken name.
      if (tries === maxTries) throw alreadyExists(api, event.metadata.name!, { exhausted: prefix !== undefined });
    }
  }

  /**
   * Stores a new state of an event.
   *
   * Creates a missing event, as the API server does for events. An identical state changes nothing: it creates neither
   * a version nor a watch event, and does not extend the expiry.
   *
   * @param options.uidIsCondition Whether a uid other than the stored event's is a 409; otherwise it is a 422, as for
   *   any immutable field.
   */
  update(path: EventsPath, given: CoreV1Event, options: { dryRun: boolean; uidIsCondition?: boolean }): Written {
    const { api, namespace, name } = path;
    const old = this.#store.get(keyOf(path));
    const { uid, resourceVersion } = given.metadata;
    if (uid !== undefined && options.uidIsCondition && uid !== old?.event.metadata.uid) {
      const found = old?.event.metadata.uid ?? "";
      throw uidConflict(api, eventKey(namespace, name), { wanted: uid, found });
    }
    const version = parseVersion(resourceVersion);
    if ("error" in version) throw new ApiError(500, { message: version.error });
    if (old === undefined) {
      const { resourceVersion: _stale, ...metadata } = given.metadata;
      return this.create(path, { ...given, metadata }, options);
    }
    if (version.value !== 0 && version.value !== old.resourceVersion) throw conflict(api, name);
    const event = withMetadata(given, {
      namespace,
      uid: uid ?? old.event.metadata.uid,
      generation: (old.event.metadata as StoredMeta).generation,
      resourceVersion: String(old.resourceVersion),
      creationTimestamp: old.event.metadata.creationTimestamp,
    });
    this.#validateUpdate(api, event, old.event);
    const text = JSON.stringify(event);
    if (text === old.itemText(CORE_V1)) return { stored: old, created: false };
    // Otherwise small patches with `copy` operations could grow an event without limit.
    if (text.length > MAX_EVENT_CHARACTERS) throw new ApiError(500, { message: "etcdserver: request is too large" });
    return { stored: this.#put(event, options), created: false };
  }

  /** Removes an event; returns its last state. */
  delete(path: EventsPath, preconditions: DeletePreconditions, options: { dryRun: boolean }): StoredEvent {
    const { api, name } = path;
    const stored = this.#store.get(keyOf(path));
    if (stored === undefined) throw notFound(api, name);
    for (const [key, field] of [["uid", "UID"], ["resourceVersion", "ResourceVersion"]] as const) {
      const [wanted, found] = [preconditions[key], stored.event.metadata[key]!];
      if (wanted !== undefined && wanted !== found) throw preconditionFailed(name, { field, wanted, found });
    }
    return options.dryRun ? stored : this.#store.delete(stored);
  }

  /**
   * Stores an event of another server unchanged, without validation.
   *
   * @throws {ApiError} 400 if it is not an event of either API.
   */
  restore(given: object): void {
    const { apiVersion: _, kind: __, ...event } = given as JsonObject;
    const decoded = decodeEvent("regarding" in event ? EVENTS_V1 : CORE_V1, event, DECODE_LENIENTLY).event;
    const { namespace = "default", uid = crypto.randomUUID(), creationTimestamp } = decoded.metadata;
    this.#store.restore(withMetadata(decoded, {
      namespace,
      uid,
      creationTimestamp: creationTimestamp ?? formatTime(this.#options.clock.now()),
    }));
  }

  #validateCreate(api: ServedApi, event: CoreV1Event): void {
    let errors = validateEvent(api, event);
    if (api === EVENTS_V1) errors.push(...validateEventsV1Create(event));
    // The API server validates metadata only if its rules for events found no errors.
    if (errors.length === 0) errors = validateObjectMeta(event.metadata);
    throwInvalid(event, errors);
  }

  #validateUpdate(api: ServedApi, event: CoreV1Event, old: CoreV1Event): void {
    const errors = [
      ...validateObjectMeta(event.metadata),
      ...validateObjectMetaUpdate(event.metadata, old.metadata),
      ...validateEvent(api, event),
    ];
    if (api === EVENTS_V1) errors.push(...validateEventsV1Update(event, old));
    throwInvalid(event, errors);
  }

  #checkNamespace({ api, namespace }: EventsPath, name: string): void {
    const phase = this.#options.namespacePhase(namespace);
    if (phase === "Terminating") throw namespaceTerminating(api, name, namespace);
    if (phase === "Missing") throw namespaceNotFound(namespace);
    checkResult("namespacePhase", '"Active", "Terminating" or "Missing"', phase, phase === "Active");
  }

  #put(event: CoreV1Event, { dryRun }: { dryRun: boolean }): StoredEvent {
    return dryRun ? new StoredEvent(event, { resourceVersion: 0, expiresAtMs: 0 }) : this.#store.put(event);
  }
}

function throwInvalid(event: CoreV1Event, errors: readonly FieldError[]): void {
  // In both APIs, the message names the kind without its group.
  if (errors.length > 0) throw invalid({ kind: "Event", name: event.metadata.name ?? "" }, errors);
}

/** The event with some of its metadata set, or removed if `undefined`, in Go's field order. */
function withMetadata(event: CoreV1Event, set: StoredMeta): CoreV1Event {
  const metadata: Record<string, unknown> = {};
  for (const name of OBJECT_META.names as Iterable<keyof StoredMeta>) {
    const value = (name in set ? set : event.metadata as StoredMeta)[name];
    if (value !== undefined) metadata[name] = value;
  }
  return { ...event, metadata };
}

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_LENGTH = 63;

/** Appends five random characters to `prefix`, which is cut to 58 characters (`names/generate.go`). */
function generateName(prefix: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)]);
  return prefix.slice(0, MAX_LENGTH - SUFFIX_LENGTH) + suffix.join("");
}

/**
 * The phase of a namespace.
 *
 * - `"Active"`: accepts new events.
 * - `"Terminating"`: being deleted; new events are refused with 403, existing ones can still be changed.
 * - `"Missing"`: does not exist; new events are refused with 404.
 *
 * @category Server
 */
export type NamespacePhase = "Active" | "Terminating" | "Missing";
