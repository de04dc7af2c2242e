import type { V1Status } from "../../../base/event/kubernetes_object.ts";
import { distinctErrors, type FieldError, truncated } from "./field_error.ts";
import type { ServedApi } from "./served_api.ts";

type V1StatusDetails = NonNullable<V1Status["details"]>;
type V1StatusCause = NonNullable<V1StatusDetails["causes"]>[number];

/** The fields of a `Status` besides its code. */
interface ApiErrorOptions {
  /** Machine-readable reason; the API server omits it if it has none. */
  readonly reason?: string;
  readonly message: string;
  readonly details?: V1StatusDetails;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A request that fails with a `Status`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: V1Status;
  /** Warnings about the request, which the response carries as well. */
  warnings: readonly string[] = [];

  constructor(code: number, { reason, message, details, metadata = {} }: ApiErrorOptions) {
    super(message);
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata,
      status: "Failure",
      message: truncated(message, 100_000),
      ...(reason !== undefined && { reason }),
      ...(details !== undefined && { details }),
      code,
    };
  }
}

function about(api: ServedApi, name: string): V1StatusDetails {
  return { ...(name === "" ? {} : { name }), ...(api.group === "" ? {} : { group: api.group }), kind: "events" };
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, { reason: "BadRequest", message });
}

/** JSON without a readable kind; the message quotes its beginning if it may be an object. */
export function unrecognized(because: string, text: string): ApiError {
  const quoted = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
  return badRequest(
    `the object provided is unrecognized (must be of type Event): couldn't get version/kind; json parse error: ${because}` +
      (text.startsWith("{") ? ` (${quoted})` : ""),
  );
}

/** The namespace of the written object differs from the URL. */
export function otherNamespace(): ApiError {
  return badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

export function forbidden(
  api: ServedApi,
  name: string,
  options: { because: string; causes?: readonly V1StatusCause[] },
): ApiError {
  const { because, causes } = options;
  const subject = name === "" ? api.resource : `${api.resource} ${JSON.stringify(name)}`;
  return new ApiError(403, {
    reason: "Forbidden",
    message: `${subject} is forbidden: ${because}`,
    details: { ...about(api, name), ...(causes && { causes }) },
  });
}

/** A create in a terminating namespace: the one 403 that client-go's recorder does not log. */
export function namespaceTerminating(api: ServedApi, name: string, namespace: string): ApiError {
  return forbidden(api, name, {
    because: `unable to create new content in namespace ${namespace} because it is being terminated`,
    causes: [{
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    }],
  });
}

export function notFound(api: ServedApi, name: string): ApiError {
  return new ApiError(404, {
    reason: "NotFound",
    message: `${api.resource} ${JSON.stringify(name)} not found`,
    details: about(api, name),
  });
}

export function namespaceNotFound(namespace: string): ApiError {
  return new ApiError(404, {
    reason: "NotFound",
    message: `namespaces ${JSON.stringify(namespace)} not found`,
    details: { name: namespace, kind: "namespaces" },
  });
}

/** An error of the generic API server, which does not know the object. */
function withoutDetails(code: number, reason: string, message: string): ApiError {
  return new ApiError(code, { reason, message, details: {} });
}

export function unknownPath(): ApiError {
  return withoutDetails(404, "NotFound", "the server could not find the requested resource");
}

export function methodNotAllowed(): ApiError {
  return withoutDetails(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
}

/** Returns the error for a client that accepts none of the media types that are served. */
export function notAcceptable(): ApiError {
  return withoutDetails(406, "NotAcceptable", "406: Not Acceptable\n\nAvailable representations: application/json");
}

/** The client accepts JSON, but only in an unknown representation. */
export function noSuchRepresentation(): ApiError {
  return new ApiError(406, {
    reason: "NotAcceptable",
    message: "only the following media types are accepted: application/json",
  });
}

/** The client requests the metadata of one object as a list, or the reverse. */
export function wrongMetadata(options: { list: boolean }): ApiError {
  return withoutDetails(
    406,
    "NotAcceptable",
    options.list
      ? "you requested PartialObjectMetadata, but the requested object is a list (*v1.EventList)"
      : "you requested PartialObjectMetadataList, but the requested object is not a list (*v1.Event)",
  );
}

/** @param options.exhausted Whether the server ran out of tries to find a free name for `generateName`. */
export function alreadyExists(api: ServedApi, name: string, { exhausted }: { exhausted: boolean }): ApiError {
  const more = exhausted ? ", the server was not able to generate a unique name for the object" : "";
  return new ApiError(409, {
    reason: "AlreadyExists",
    message: `${api.resource} ${JSON.stringify(name)} already exists${more}`,
    details: { ...about(api, name), ...(exhausted && { retryAfterSeconds: 1 }) },
  });
}

export function conflict(
  api: ServedApi,
  name: string,
  because: string = "the object has been modified; please apply your changes to the latest version and try again",
): ApiError {
  const message = `Operation cannot be fulfilled on ${api.resource} ${JSON.stringify(name)}: ${because}`;
  return new ApiError(409, { reason: "Conflict", message, details: about(api, name) });
}

/** An update of an event with another uid. */
export function uidConflict(api: ServedApi, key: string, options: { wanted: string; found: string }): ApiError {
  const { wanted, found } = options;
  return conflict(
    api,
    key.slice(key.indexOf("/") + 1),
    `StorageError: invalid object, Code: 4, Key: /registry/events/${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
      `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`,
  );
}

/** A failed precondition of a delete: the one conflict that names the kind, and therefore has no group. */
export function preconditionFailed(
  name: string,
  options: { field: "UID" | "ResourceVersion"; wanted: string; found: string },
): ApiError {
  const { field, wanted, found } = options;
  const why = field === "UID" ? "deleted and then recreated" : "modified";
  return new ApiError(409, {
    reason: "Conflict",
    message: `Operation cannot be fulfilled on Event ${JSON.stringify(name)}: the ${field} in the precondition ` +
      `(${wanted}) does not match the ${field} in record (${found}). The object might have been ${why}`,
    details: { name, kind: "Event" },
  });
}

export function expired(message: string): ApiError {
  return new ApiError(410, { reason: "Expired", message });
}

/** A page of a discarded version: `freshToken` continues with the current list. */
export function continueExpired(message: string, freshToken: string): ApiError {
  return new ApiError(410, { reason: "Expired", message, metadata: { continue: freshToken } });
}

export function entityTooLarge(because: string): ApiError {
  return new ApiError(413, { reason: "RequestEntityTooLarge", message: `Request entity too large: ${because}` });
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(415, {
    reason: "UnsupportedMediaType",
    message: "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
  });
}

export function unsupportedPatchType(message: string): ApiError {
  return withoutDetails(415, "UnsupportedMediaType", message);
}

/** The object that failed validation: an `Event`, options such as `ListOptions.meta.k8s.io`, or one without a name. */
interface InvalidSubject {
  /** The kind, followed in the message by the group, if any. */
  readonly kind: string;
  readonly group?: string;
  readonly name?: string;
}

/** Lists each error once, as kube-apiserver does since 1.37. */
export function invalid(subject: InvalidSubject, errors: readonly FieldError[]): ApiError {
  const { kind, group = "", name = "" } = subject;
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const distinct = distinctErrors(errors);
  const texts = [...distinct.keys()].join(", ");
  return new ApiError(422, {
    reason: "Invalid",
    message: `${qualified} ${JSON.stringify(name)} is invalid: ${distinct.size === 1 ? texts : `[${texts}]`}`,
    details: {
      ...(name === "" ? {} : { name }),
      ...(group === "" ? {} : { group }),
      ...(kind === "" ? {} : { kind }),
      causes: Array.from(distinct.values(), ({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}

/** A patch that does not apply; the API server gives no details. */
export function unprocessable(): ApiError {
  return withoutDetails(422, "Invalid", "the server rejected our request due to an error in our request");
}

export function internalError(message: string): ApiError {
  return new ApiError(500, {
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

export function tooLargeResourceVersion(wanted: number, current: number): ApiError {
  return new ApiError(504, {
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] },
  });
}
