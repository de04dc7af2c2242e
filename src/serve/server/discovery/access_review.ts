import { ApiError, badRequest } from "../wire/api_error.ts";
import { isJsonObject } from "../wire/decode_object.ts";
import { type FieldType, type ObjectSchema, objectSchema, typedSchema } from "../wire/event_schema.ts";
import { jsonResponse } from "../wire/json_response.ts";
import { decodeOptions, readObject } from "../wire/read_body.ts";
import { REQUEST_VERBS, type RequestVerb } from "../wire/route.ts";
import { CORE_V1, EVENTS_V1 } from "../wire/served_api.ts";

const PREFIX = "/apis/authorization.k8s.io/v1/";

function reviewSchema(kind: string, spec: Readonly<Record<string, FieldType>>): ObjectSchema {
  return typedSchema(kind, { metadata: "ignored", spec: objectSchema(`${kind}Spec`, spec) });
}

/** The supported reviews of a client's own permissions (`k8s.io/api/authorization/v1`). */
const REVIEWS: Readonly<Record<string, ObjectSchema>> = {
  selfsubjectaccessreviews: reviewSchema("SelfSubjectAccessReview", {
    resourceAttributes: objectSchema("ResourceAttributes", {
      namespace: "string",
      verb: "string",
      group: "string",
      version: "string",
      resource: "string",
      subresource: "string",
      name: "string",
    }),
    nonResourceAttributes: objectSchema("NonResourceAttributes", { path: "string", verb: "string" }),
  }),
  selfsubjectrulesreviews: reviewSchema("SelfSubjectRulesReview", { namespace: "string" }),
};

const GROUPS = [CORE_V1.group, EVENTS_V1.group];

interface ReviewSpec {
  readonly resourceAttributes?: { readonly [field: string]: string };
  readonly nonResourceAttributes?: { readonly [field: string]: string };
}

/**
 * Answers access reviews, for `kubectl auth can-i`: every client may do everything with events, and nothing with other
 * resources.
 *
 * @returns `undefined` if the request is not a review.
 * @throws {ApiError} 4xx if the review is malformed.
 */
export async function answerReview(request: Request, pathname: string): Promise<Response | undefined> {
  const resource = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : "";
  if (request.method !== "POST" || !Object.hasOwn(REVIEWS, resource)) return undefined;
  const schema = REVIEWS[resource]!;
  const kind = schema.goType;
  const spec = await readSpec(request, schema);
  const status = kind === "SelfSubjectRulesReview" ? allRules() : accessOf(spec);
  const review = { kind, apiVersion: "authorization.k8s.io/v1", metadata: {}, spec, status };
  return jsonResponse(JSON.stringify(review), { code: 201 });
}

async function readSpec(request: Request, schema: ObjectSchema): Promise<ReviewSpec> {
  const { value } = await readObject(request, schema, "options");
  if (!isJsonObject(value)) throw badRequest(`${schema.goType}: expected an object`);
  return decodeOptions(schema, value)["spec"] ?? {};
}

function accessOf({ resourceAttributes, nonResourceAttributes }: ReviewSpec): unknown {
  if ((resourceAttributes === undefined) === (nonResourceAttributes === undefined)) {
    throw new ApiError(422, {
      reason: "Invalid",
      message: "exactly one of resourceAttributes and nonResourceAttributes must be specified",
    });
  }
  if (nonResourceAttributes !== undefined) return { allowed: nonResourceAttributes["verb"] === "get" };
  const { group = "", resource = "", subresource = "", verb = "" } = resourceAttributes!;
  const isOfEvents = resource === "events" && subresource === "" && (group === "*" || GROUPS.includes(group));
  const allowed = isOfEvents && (verb === "*" || REQUEST_VERBS.includes(verb as RequestVerb));
  return { allowed, ...(!allowed && { reason: "only events are served here" }) };
}

function allRules(): unknown {
  return {
    resourceRules: [{ verbs: REQUEST_VERBS, apiGroups: GROUPS, resources: ["events"] }],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["*"] }],
    incomplete: false,
  };
}
