/** A difference between the embedded server and a real one, and why it is. */
interface KnownDifference {
  /** The requests, by group and title. */
  readonly request: RegExp;
  /** The fields of the answer. */
  readonly field: RegExp;
  readonly reason: string;
}

const WORDS = /^answer\.body\.(message|details\.causes\.\d+\.message): /;

const KNOWN: readonly KnownDifference[] = [
  {
    request: /./,
    field: /^(answer\.body(\.items\.\d+|\.rows\.\d+\.object)?|watch\.\d+\.object)\.metadata\.managedFields/,
    reason: "The embedded server does not keep who owns which field",
  },
  {
    request: /^decode: (no JSON|nothing|a list)$|^patch: with (no JSON|no list|no JSON, merging|a text, merging)$/,
    field: WORDS,
    reason: "What a parser says about broken JSON is Go's there and the runtime's here",
  },
  {
    request: /^create: with another kind$/,
    field: WORDS,
    reason: "The embedded server knows no kind but Event that it could fail to convert",
  },
  {
    request: /with (another|the other) version$/,
    field: /^answer\.warning: /,
    reason: "A body of the other API is refused before its fields are looked at",
  },
  {
    request: /^decode: as (an unknown type|a form)$|^read: one as XML$|^patch: as an unknown type$/,
    field: /^answer\.body\.(message|details): /,
    reason: "YAML and protobuf are not served, so they are not offered; the refusal has no empty details",
  },
  {
    request: /^decode: null$/,
    field: /^answer\./,
    reason: "A body of null is refused as no object, not taken for an empty event",
  },
  {
    request: /^decode: a field twice, strictly$/,
    field: /^answer\./,
    reason: "JSON.parse does not tell that a field was there twice",
  },
  {
    request: /^(read: a page|delete: all)/,
    field: /remainingItemCount|items\.\d+: real nothing/,
    reason: "Follows from the event with a field twice, which only the embedded server has stored",
  },
  {
    request: /as a table$/,
    field: /^answer\.body\.columnDefinitions\.\d+\.description: /,
    reason: "The descriptions of columns are shorter",
  },
  {
    request: new RegExp(
      "^(create: dry in another way|decode: an eventTime of nanoseconds|decode: an unknown way to validate|" +
        "read: by a bad label|read: with a bad (continue|resourceVersion)|patch: (a count of text|a bad time|" +
        "the namespace|an unknown field, strictly|the object, in the other API)|delete: with another uid)$",
    ),
    field: WORDS,
    reason: "Same status, reason, cause and field, in other words",
  },
  {
    request: /^delete: with another uid$/,
    field: /^answer\.body\.details\.kind: /,
    reason: "The conflict names the resource, as all others do",
  },
  {
    request: /^read: by source$/,
    field: /^answer\./,
    reason: "A real server serves the selector `source` in core/v1 only",
  },
  {
    request: /^discover: /,
    field: /serverAddressByClientCIDRs|storageVersionHash/,
    reason: "The embedded server has no address, and no storage whose version to tell",
  },
];

/** Why a difference may be; nothing where it is not known. */
export function explainDifference(request: string, difference: string): string | undefined {
  return KNOWN.find((known) => known.request.test(request) && known.field.test(difference))?.reason;
}
