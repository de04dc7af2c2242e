/** An event that exists at a position, in the state of its resourceVersion. */
export interface Witness {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  /** The namespace; unknown after a resume, until the event has been listed. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

const PATTERN = /^([1-9]\d*)(?:(\*)|(?:\+([1-9]\d{0,8}))?(?:@([1-9]\d*)\/([\w.:-]{1,64}))?)$/;
const VALID_UID = /^[\w.:-]{1,64}$/;

/**
 * A point in the history of a server, up to which everything has been reported. Its text is
 * `VERSION[+DELETIONS][@WITNESS_VERSION/WITNESS_UID]`, or `VERSION*`.
 */
export class Position {
  readonly version: string;
  /** Number of deletions reported after the version; events that expire together are deleted at one version. */
  readonly deletions: number;
  /** An event that distinguishes this history from another with the same version: another server's, or a backup's. */
  readonly witness: Witness | undefined;
  /** Whether the first list, at this version, is still being read, so that an unknown part of it has been reported. */
  readonly isBegun: boolean;

  constructor(version: string, witness?: Witness, deletions: number = 0, isBegun: boolean = false) {
    this.version = version;
    this.witness = witness;
    this.deletions = deletions;
    this.isBegun = isBegun;
  }

  /** Parses a position; returns `undefined` for any other text. */
  static parse(text: unknown): Position | undefined {
    const [, version, begun, deletions = "0", resourceVersion, uid] = typeof text === "string"
      ? PATTERN.exec(text) ?? []
      : [];
    if (version === undefined) return undefined;
    const witness = uid === undefined ? undefined : { uid, resourceVersion };
    return new Position(version, witness, Number(deletions), begun !== undefined);
  }

  /** The text without the witness; `undefined` while the first list is read. */
  get resourceVersion(): string | undefined {
    if (this.isBegun) return undefined;
    return this.deletions === 0 ? this.version : `${this.version}+${this.deletions}`;
  }

  toString(): string {
    if (this.isBegun) return `${this.version}*`;
    const { uid, resourceVersion } = this.witness ?? {};
    const witness = uid !== undefined && VALID_UID.test(uid) ? `@${resourceVersion}/${uid}` : "";
    return `${this.resourceVersion}${witness}`;
  }
}

/**
 * Whether a resource version is newer than another. The versions of built-in resources are decimal numbers of any
 * length
 * ({@link https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version | KEP-5504}).
 * If they are not, as with a proxy for several clusters, any different version counts as newer.
 */
export function isNewer(version: string, than: string): boolean {
  return isComparable(version) && isComparable(than) ? isGreater(version, than) : version !== than;
}

/** Whether a resource version is known to be older than another. */
export function isOlder(version: string, than: string): boolean {
  return isComparable(version) && isComparable(than) && isGreater(than, version);
}

/** Whether a resource version is a number. */
export function isComparable(version: string): boolean {
  return /^\d+$/.test(version);
}

function isGreater(version: string, than: string): boolean {
  return version.length === than.length ? version > than : version.length > than.length;
}
