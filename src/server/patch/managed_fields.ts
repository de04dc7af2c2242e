import type { CoreV1Event } from "../../api/event.ts";
import { formatTime } from "../../api/time.ts";
import { ApiError, applyConflict } from "../wire/api_error.ts";
import { inApi } from "../wire/convert_event.ts";
import { decodeFields } from "../wire/decode_event.ts";
import { DecodeError, decodeObject, type JsonObject } from "../wire/decode_object.ts";
import { CORE_V1, type ServedApi } from "../wire/served_api.ts";
import {
  compare,
  type Comparison,
  fieldsOf,
  invalidList,
  mergeApplied,
  withoutFields,
  withParents,
} from "./event_fields.ts";
import {
  difference,
  type FieldSet,
  intersection,
  NO_FIELDS,
  parseFieldsV1,
  showPaths,
  toFieldsV1,
  union,
} from "./field_set.ts";
import { lastApplied, withLastApplied } from "./last_applied.ts";

/** The writer of an event, and the time of the write. */
export interface FieldManager {
  readonly name: string;
  readonly api: ServedApi;
  readonly nowMs: number;
}

/** An entry of `metadata.managedFields`. */
interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly time?: string | undefined;
  readonly subresource?: string | undefined;
  readonly fields: FieldSet;
}

/** An entry as clients send it, in the stored event. */
type ManagedFieldsEntry = Partial<Omit<Owner, "operation" | "fields">> & {
  readonly operation?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
};

/** The owners of an event's fields, each by its {@linkcode identityOf}. */
type Owners = Map<string, Owner>;

/** Owns the fields set before the first apply, from which on owners are recorded. */
const BEFORE_FIRST_APPLY = "before-first-apply";

/** Owns the fields of the oldest updates beyond `MAX_UPDATE_MANAGERS`, the number of a cluster. */
const ANCIENT_CHANGES = "ancient-changes";
const MAX_UPDATE_MANAGERS = 10;

/**
 * Updates the `managedFields` of an event before it is written (managedfields' `FieldManager.Update`).
 *
 * Unlike a cluster, which records owners from the creation of an event, this begins with the first apply, as clusters
 * once did: most events are never applied, and owners take more space than the rest of an event.
 *
 * @param old The stored event; `undefined` if it is new.
 * @param given The event from the client; its `managedFields`, if any, replace the stored ones.
 * @param by Returns the writer; called only if there are owners.
 */
export function withOwners(old: CoreV1Event | undefined, given: CoreV1Event, by: () => FieldManager): CoreV1Event {
  const stored = managedFieldsOf(old);
  const sent = managedFieldsOf(given);
  if (stored === undefined && sent === undefined) return given;
  // An empty list, or a single empty entry, clears the owners.
  const isReset = sent !== undefined && sent.length < 2 && sent.every((entry) => Object.keys(entry).length === 0);
  const owners: Owners = isReset ? new Map() : parseOwners(sent) ?? parseOwners(stored) ?? new Map();
  if (owners.size > 0) recordUpdate(owners, old ?? EMPTY, given, by());
  return withManagedFields(given, owners);
}

/**
 * Applies a configuration to an event (managedfields' `FieldManager.Apply`): merges it, and removes the fields that the
 * manager applied before but not now, unless they have another owner.
 *
 * @param stored The stored event, and the API through which it was written; `undefined` if it is new.
 * @param config The applied configuration, of the type that `by.api` serves.
 * @throws {ApiError} 409 if another manager owns a field that would change, unless `force` is set; 500 if the
 *   configuration is not a valid event.
 */
export function applyConfiguration(
  stored: { readonly event: CoreV1Event; readonly writtenBy: ServedApi } | undefined,
  config: JsonObject,
  { force, ...by }: FieldManager & { force: boolean },
): CoreV1Event {
  const old = stored?.event;
  const { kind: _kind, apiVersion: _apiVersion, ...applied } = config;
  checkConfiguration(applied, by.api);
  const owners: Owners = parseOwners(managedFieldsOf(old)) ?? new Map();
  // Fields set through the other API have no owner in this one, as in a cluster.
  if (owners.size === 0 && stored?.writtenBy === by.api) {
    recordUpdate(owners, EMPTY, stored.event, { ...by, name: BEFORE_FIRST_APPLY });
  }

  // 1. The manager owns the fields that it applies now.
  const { apiVersion } = by.api;
  const owner = { manager: by.name, operation: "Apply", apiVersion, fields: fieldsOf(applied) } as const;
  const identity = identityOf(owner);
  const time = owners.get(identity)?.time;
  dropOtherVersions(owners, by.api);
  const last = owners.get(identity)?.fields ?? NO_FIELDS;
  owners.set(identity, { ...owner, time });
  // 2. They are merged into the event, and those that it no longer applies and no one else owns are removed.
  const live = inApi(by.api, old ?? EMPTY);
  const owned = union(Array.from(owners.values(), ({ fields }) => fields));
  const abandoned = last.size === 0 ? NO_FIELDS : difference(withParents(last), withParents(owned));
  const result = withoutFields(mergeApplied(live, applied), abandoned) as JsonObject;

  // 3. Changed fields of other owners are conflicts. Compares before decoding, which drops empty values: these are owned.
  const changes = compare(live, result);
  const conflicts = takeFields(owners, changes, identity);
  // 4. Those that still have the values of the manager's client-side apply are not: it changes its own fields.
  const upgraded = unchangedSince(lastApplied(live, by.name), live, by.api);
  const refused = conflicts.map(({ owner, fields }) => ({ owner, fields: difference(fields, upgraded) }))
    .filter(({ fields }) => fields.size > 0);
  if (refused.length > 0 && !force) throw conflictError(refused);
  // 5. The owner gets a new time only if the event has changed.
  if (owner.fields.size === 0) owners.delete(identity);
  const merged = withLastApplied(result, config, by.name);
  const event = withManagedFields(decodeFields(by.api, merged).event, owners);
  const isSame = [changes.added, changes.modified, changes.removed].every(({ size }) => size === 0);
  // A timestamp alone is not a change.
  if (isSame || owner.fields.size === 0) return event;
  if (old !== undefined && JSON.stringify(event) === JSON.stringify(old)) return event;
  return withManagedFields(event, owners.set(identity, { ...owner, time: formatTime(by.nowMs) }));
}

/** The fields that still have the values of an earlier configuration; none if that is not a valid event of the API. */
function unchangedSince(config: JsonObject | undefined, live: JsonObject, api: ServedApi): FieldSet {
  if (config?.["apiVersion"] !== api.apiVersion) return NO_FIELDS;
  const { kind: _kind, apiVersion: _apiVersion, ...applied } = config;
  try {
    checkConfiguration(applied, api);
  } catch {
    return NO_FIELDS;
  }
  const { added, modified, removed } = compare(applied, live);
  return difference(fieldsOf(applied), union([added, modified, removed]));
}

/** The state before an event is created. */
const EMPTY = decodeFields(CORE_V1, {}).event;

/** Removes owners that used the other API: a cluster cannot compare them either, as groups do not convert. */
function dropOtherVersions(owners: Owners, { apiVersion }: ServedApi): void {
  for (const [identity, owner] of owners) if (owner.apiVersion !== apiVersion) owners.delete(identity);
}

/** Updates the owners after a change that a manager made other than by applying. */
function recordUpdate(
  owners: Owners,
  old: CoreV1Event,
  current: CoreV1Event,
  { name, api, nowMs }: FieldManager,
): void {
  dropOtherVersions(owners, api);
  const changes = compare(inApi(api, old), inApi(api, current));
  takeFields(owners, changes);
  const taken = union([changes.added, changes.modified]);
  if (taken.size === 0) return;
  const { apiVersion } = api;
  const owner = { manager: name || "unknown", operation: "Update", apiVersion, time: formatTime(nowMs) } as const;
  const identity = identityOf(owner);
  const fields = union([taken, owners.get(identity)?.fields ?? NO_FIELDS]);
  owners.set(identity, { ...owner, fields });
  capUpdateManagers(owners);
}

/** Fields that an owner has lost to a change. */
interface Lost {
  readonly owner: Owner;
  readonly fields: FieldSet;
}

/**
 * Removes the changed and deleted fields from all owners but one.
 *
 * @returns The changed fields that each owner lost, in the order of the owners' identities.
 */
function takeFields(owners: Owners, changes: Comparison, except?: string): Lost[] {
  const changed = union([changes.added, changes.modified]);
  const all: Lost[] = [];
  for (const [identity, owner] of [...owners].sort(([a], [b]) => a < b ? -1 : 1)) {
    if (identity === except) continue;
    const lost = intersection(owner.fields, changed);
    if (lost.size > 0) all.push({ owner, fields: lost });
    const fields = difference(difference(owner.fields, lost), changes.removed);
    if (fields.size === 0) owners.delete(identity);
    else if (fields !== owner.fields) owners.set(identity, { ...owner, fields });
  }
  return all;
}

/** Merges the oldest update managers into one if there are too many. */
function capUpdateManagers(owners: Owners): void {
  const updaters = [...owners].filter(([, { operation }]) => operation === "Update");
  if (updaters.length <= MAX_UPDATE_MANAGERS) return;
  updaters.sort(([a, x], [b, y]) => compareTexts(x.time ?? "", y.time ?? "") || compareTexts(a, b));
  const oldest = updaters.slice(0, updaters.length - MAX_UPDATE_MANAGERS + 1);
  for (const [identity] of oldest) owners.delete(identity);
  const merged = {
    ...oldest.at(-1)![1],
    manager: ANCIENT_CHANGES,
    fields: union(oldest.map(([, { fields }]) => fields)),
  };
  owners.set(identityOf(merged), merged);
}

/** Checks that a configuration is a valid event. */
function checkConfiguration(config: JsonObject, api: ServedApi): void {
  const { namespace = "", name = "" } = (config["metadata"] ?? {}) as JsonObject;
  const type = `${api.group}/${api.version}, Kind=Event`;
  const refuse = (why: string): Error =>
    // A cluster too reports this as an internal failure.
    new ApiError(500, { message: `failed to create typed patch object (${namespace}/${name}; ${type}): ${why}` });
  try {
    const { unknownFields } = decodeObject(api.schema, config);
    const unknown = unknownFields.map((field) => `.${field}: field not declared in schema`);
    if (unknown.length > 0) throw refuse(unknown.length === 1 ? unknown[0]! : `errors:\n  ${unknown.join("\n  ")}`);
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
  const invalid = invalidList(config);
  if (invalid !== undefined) throw refuse(`${invalid.list}: ${invalid.why}`);
}

/** Maximum number of fields that an error names; bounds the response. */
const MAX_CONFLICTS = 100;

/** Unlike a cluster's, this error names only the first conflicts. */
function conflictError(conflicts: readonly Lost[]): ApiError {
  const causes: { reason: string; message: string; field: string }[] = [];
  const lines: string[] = [];
  let count = 0;
  for (const { owner, fields } of conflicts) {
    const using = owner.operation === "Update" ? ` using ${owner.apiVersion}` : "";
    const within = owner.subresource ? ` with subresource ${JSON.stringify(owner.subresource)}` : "";
    const manager = `${JSON.stringify(owner.manager)}${within}${using}`;
    lines.push(`conflicts with ${manager}:`);
    for (const field of showPaths(fields)) {
      if (++count > MAX_CONFLICTS) continue;
      causes.push({ reason: "FieldManagerConflict", message: `conflict with ${manager}`, field });
      lines.push(`- ${field}`);
    }
  }
  const [{ message, field }] = causes as [typeof causes[number]];
  return applyConflict(
    count === 1
      ? `Apply failed with 1 conflict: ${message}: ${field}`
      : `Apply failed with ${count} conflicts: ${lines.join("\n")}`,
    causes,
  );
}

/** The identity of an owner: an apply replaces the owner's fields of any other API version. */
function identityOf({ manager, operation, apiVersion, subresource }: Omit<Owner, "fields">): string {
  return JSON.stringify({ manager, operation, ...(operation === "Update" && { apiVersion }), subresource });
}

function managedFieldsOf(event: CoreV1Event | undefined): readonly ManagedFieldsEntry[] | undefined {
  return (event?.metadata as { managedFields?: readonly ManagedFieldsEntry[] } | undefined)?.managedFields;
}

/** @returns `undefined` if there are no owners, or an entry is malformed. */
function parseOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners | undefined {
  const owners: Owners = new Map();
  for (const { manager = "", operation, apiVersion, time, fieldsType, fieldsV1, subresource } of entries ?? []) {
    if (operation !== "Apply" && operation !== "Update" || fieldsType !== "FieldsV1" || !apiVersion) return undefined;
    const fields = parseFieldsV1(fieldsV1);
    if (fields === undefined) return undefined;
    const owner: Owner = { manager, operation, apiVersion, time, subresource, fields };
    owners.set(identityOf(owner), owner);
  }
  return owners.size === 0 ? undefined : owners;
}

/** Sets the `managedFields` of an event, in the order of a cluster. */
function withManagedFields(event: CoreV1Event, owners: Owners): CoreV1Event {
  const { managedFields: _old, ...metadata } = event.metadata as CoreV1Event["metadata"] & { managedFields?: unknown };
  if (owners.size === 0) return { ...event, metadata };
  const entries = [...owners.values()].map(({ manager, operation, apiVersion, time, subresource, fields }) => ({
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: toFieldsV1(fields),
    ...(subresource !== undefined && { subresource }),
  }));
  const order = ["operation", "time", "manager", "apiVersion", "subresource"] as const;
  entries.sort((a, b) => order.reduce((result, by) => result || compareTexts(a[by] ?? "", b[by] ?? ""), 0));
  return { ...event, metadata: { ...metadata, managedFields: entries } as CoreV1Event["metadata"] };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
