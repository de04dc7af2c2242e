import { EVENT_LIMITS } from "../../api/event.ts";
import type { V1ObjectMeta } from "../../api/kubernetes_object.ts";
import { isLabelValue, isQualifiedName } from "../../api/names.ts";
import { type FieldError, firstErrors, invalidValue, required, tooLong } from "./field_error.ts";
import { labelErrors, labelValueErrors, pathSegmentErrors, qualifiedNameErrors } from "./qualified_name.ts";

const encoder = new TextEncoder();

/** The immutable fields of `metadata`. */
const IMMUTABLE = ["name", "namespace", "uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** The required fields of an owner. */
const OWNER_FIELDS = ["apiVersion", "kind", "name", "uid"] as const;

/** An entry of `metadata.ownerReferences`, which is validated and stored, but has no effect. */
interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Metadata as stored, with fields that events rarely use. */
export interface StoredMeta extends V1ObjectMeta {
  readonly generation?: number;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
}

/**
 * Validates the metadata of any object (apimachinery's `api/validation/objectmeta.go`).
 *
 * @param options.nameErrors Returns the errors in a name; by default it must only be a valid path segment.
 */
export function validateObjectMeta(
  metadata: StoredMeta,
  options: { nameErrors?: (name: string) => string[] } = {},
): FieldError[] {
  const { nameErrors = pathSegmentErrors } = options;
  const { name = "", namespace = "", labels, annotations, ownerReferences, finalizers } = metadata;
  const errors: FieldError[] = [];
  if (name === "") errors.push(required("metadata.name", "name or generateName is required"));
  else for (const detail of nameErrors(name)) errors.push(invalidValue("metadata.name", name, detail));
  for (const detail of labelErrors(namespace)) errors.push(invalidValue("metadata.namespace", namespace, detail));
  // Few events have any of these.
  if (labels ?? annotations ?? ownerReferences ?? finalizers) {
    errors.push(...firstErrors(optionalErrors(metadata, finalizers)));
  }
  return errors;
}

/** Checks labels, annotations, owners and finalizers. */
function* optionalErrors(
  { labels = {}, annotations = {}, ownerReferences = [] }: StoredMeta,
  finalizers: readonly string[] = [],
): Iterable<FieldError> {
  yield* labelsErrors(labels);
  yield* annotationsErrors(annotations);
  for (const [index, owner] of ownerReferences.entries()) yield* ownerErrors(owner, index);
  for (const finalizer of finalizers) {
    for (const detail of qualifiedNameErrors(finalizer)) yield invalidValue("metadata.finalizers", finalizer, detail);
  }
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    const why = "finalizer orphan and foregroundDeletion cannot be both set";
    yield invalidValue("metadata.finalizers", finalizers, why);
  }
}

/** The finalizers without a prefix that Kubernetes itself uses. */
const STANDARD_FINALIZERS = ["orphan", "foregroundDeletion", "kubernetes"];

/** The additional check of events.k8s.io/v1: finalizers of others have a prefix (`ValidateFinalizerName`). */
export function* finalizerErrors({ finalizers = [] }: StoredMeta): Iterable<FieldError> {
  for (const [index, name] of finalizers.entries()) {
    if (name.includes("/") || STANDARD_FINALIZERS.includes(name)) continue;
    const why = "name is neither a standard finalizer name nor is it fully qualified";
    yield invalidValue(`metadata.finalizers[${index}]`, name, why);
  }
}

/** Checks the immutable metadata. */
export function validateObjectMetaUpdate(metadata: StoredMeta, old: StoredMeta): FieldError[] {
  return IMMUTABLE.filter((field) => metadata[field] !== old[field]).map((field) =>
    invalidValue(`metadata.${field}`, metadata[field], "field is immutable")
  );
}

function* labelsErrors(labels: Readonly<Record<string, string>>): Iterable<FieldError> {
  for (const key of Object.keys(labels)) {
    const value = labels[key]!;
    if (isQualifiedName(key) && isLabelValue(value)) continue;
    for (const detail of qualifiedNameErrors(key)) yield invalidValue("metadata.labels", key, detail);
    for (const detail of labelValueErrors(value)) yield invalidValue("metadata.labels", value, detail);
  }
}

function* annotationsErrors(annotations: Readonly<Record<string, string>>): Iterable<FieldError> {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    bytes += encoder.encode(key).length + encoder.encode(value).length;
    const lowerKey = key.toLowerCase();
    if (isQualifiedName(lowerKey)) continue;
    for (const detail of qualifiedNameErrors(lowerKey)) yield invalidValue("metadata.annotations", key, detail);
  }
  if (bytes > EVENT_LIMITS.annotationsBytes) yield tooLong("metadata.annotations", EVENT_LIMITS.annotationsBytes);
}

function* ownerErrors(owner: OwnerReference, index: number): Iterable<FieldError> {
  const path = `metadata.ownerReferences[${index}]`;
  for (const field of OWNER_FIELDS) {
    if (owner[field] === "") yield required(`${path}.${field}`, "must not be empty");
    else if (field === "apiVersion" && !/^([^/]*\/)?[^/]+$/.test(owner.apiVersion)) {
      yield invalidValue(`${path}.apiVersion`, owner.apiVersion, "must be <group>/<version> or <version>");
    }
  }
  if (owner.kind === "Event" && /^\/?v1$/.test(owner.apiVersion)) {
    yield invalidValue(path, owner, "/v1, Kind=Event is disallowed from being an owner");
  }
}
