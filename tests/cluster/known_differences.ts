/** A difference between the embedded server and a real one, and why it is. */
interface KnownDifference {
  /** The requests, by group and title; every one of them differs so. Where none are given, any may. */
  readonly requests?: readonly string[];
  /** The fields of the answer. */
  readonly field: RegExp;
  /** The first minor version of Kubernetes that answers as the embedded server does. */
  readonly until?: number;
  readonly reason: string;
}

const WORDS = /^answer\.body\.(message|details\.causes\.\d+\.message): /;

const KNOWN: readonly KnownDifference[] = [
  {
    field: /^(answer\.body(\.items\.\d+|\.rows\.\d+\.object)?|watch\.\d+\.object)\.metadata\.managedFields/,
    reason: "The embedded server has no server-side apply, and keeps no owners of fields",
  },
  {
    requests: ["decode: fields twice", "patch: a duplicate field", "patch: a value twice"],
    field: /^answer\.warning: /,
    reason: "The last of duplicate fields counts, without a warning",
  },
  {
    requests: [
      "decode: no JSON",
      "decode: nothing",
      "decode: a list",
      "patch: with no JSON",
      "patch: with no JSON, merging",
    ],
    field: WORDS,
    reason: "What a parser says about broken JSON is Go's there and the runtime's here",
  },
  {
    requests: ["create: with another kind"],
    field: WORDS,
    reason: "The embedded server knows no kind but Event that it could fail to convert",
  },
  {
    requests: ["create: with another version", "validate events.k8s.io/v1: with the other version"],
    field: /^answer\.warning: /,
    reason: "A body of the other API is refused before its fields are looked at",
  },
  {
    requests: [
      "decode: as an unknown type",
      "decode: as a form",
      "read: one as XML",
      "delete: in an unknown format",
      "discover: groups in a format that is gone",
    ],
    field: /^answer\.body\.message: /,
    reason: "YAML is not served, and protobuf only read, so they are not offered",
  },
  {
    requests: ["read: by a bad label"],
    field: WORDS,
    reason: "What is no label selector is refused whole, not by the word at which a parser stopped",
  },
  {
    requests: [
      "patch: a count of text",
      "patch: a bad time",
      "patch: an unknown field, strictly",
      "patch: the apiVersion to an object",
    ],
    field: WORDS,
    reason: "The patch that made it is shown, not the event with its managed fields that came of it",
  },
  {
    requests: ["discover: the versions", "discover: events.k8s.io"],
    field: /serverAddressByClientCIDRs|storageVersionHash/,
    reason: "The embedded server has no address, and no storage whose version to tell",
  },
  {
    requests: [
      "patch: what must stay, in the other API",
      "patch: bad labels, annotations and owners",
    ],
    field: /^answer\.body\.(message|details\.causes)/,
    until: 37,
    reason: "Before 1.37, equal errors are all listed, and owners named without their index",
  },
];

/** The known differences, and which of them have been seen. */
export class KnownDifferences {
  readonly #known: readonly KnownDifference[];
  readonly #seen = new Map<KnownDifference, Set<string>>();

  /** Those of a server of Kubernetes 1.`minor`. */
  constructor(minor: number) {
    this.#known = KNOWN.filter(({ until = Infinity }) => minor < until);
  }

  /** Why a difference may be; nothing where it is not known. */
  explain(request: string, difference: string): string | undefined {
    const known = this.#known.find(({ requests, field }) =>
      (requests?.includes(request) ?? true) && field.test(difference)
    );
    if (known === undefined) return undefined;
    const seen = this.#seen.get(known) ?? new Set();
    this.#seen.set(known, seen.add(request));
    return known.reason;
  }

  /** Listed differences that no longer exist and must be removed: the request and its reason. */
  unseen(): string[] {
    return this.#known.flatMap((known) => {
      const seen = this.#seen.get(known) ?? new Set();
      const missing = known.requests?.filter((request) => !seen.has(request)) ??
        (seen.size === 0 ? ["any request"] : []);
      return missing.map((request) => `${request}\n  ${known.reason}`);
    });
  }
}
