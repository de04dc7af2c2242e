import { Buffer } from "node:buffer";
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { Duplex } from "node:stream";
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { reasonOf } from "../../base/tools/logger.ts";
import { formatTime } from "../../base/tools/time.ts";

/** A client certificate with its chain, and its private key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Returns the valid certificates of a bundle, without the comments around them. */
export function certificatesIn(pem: string): string[] {
  const blocks = trimmed(pem).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter((block) => {
    try {
      return new X509Certificate(block);
    } catch {
      return false;
    }
  });
}

/** Removes blanks at the ends of lines: Go ignores them in PEM, but some runtimes do not. */
function trimmed(pem: string): string {
  return pem.replace(/[ \t\r]+$/gm, "");
}

/**
 * Checks a client certificate and its key up front, with this runtime's TLS: otherwise the first request would fail, or
 * Deno's `createHttpClient` would end the process. As in Go, either text may contain both.
 *
 * @throws {TypeError} If they are invalid, do not match, or this runtime refuses them; the message contains neither.
 */
export async function clientCertificate(cert: string, key: string): Promise<ClientCertificate> {
  const chain = certificatesIn(cert);
  const [block] = trimmed(key).match(/-----BEGIN ([A-Z ]+ )?PRIVATE KEY-----[^]*?-----END \1?PRIVATE KEY-----/) ??
    [];
  if (chain.length === 0) throw new TypeError("the client certificate is not a PEM certificate");
  const leaf = new X509Certificate(chain[0]!);
  const named = `the client certificate of ${nameOf(leaf.subject)}`;
  if (block === undefined) throw new TypeError("the client key is not a PEM private key");
  if (/ENCRYPTED/.test(block)) {
    throw new TypeError(
      `the client key of ${named} is encrypted: decrypt it with \`openssl pkey -in KEY -out NEW_KEY\``,
    );
  }
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(block);
  } catch {
    throw new TypeError(`the client key of ${named} is invalid, or of a type that this runtime does not support`);
  }
  if (!leaf.checkPrivateKey(privateKey)) throw new TypeError(`the client key does not belong to ${named}`);
  const certificate = { cert: chain.join("\n"), key: block };
  await tryHandshake(certificate).catch((error) => {
    throw new TypeError(`this runtime's TLS refuses ${named}: ${refusalOf(error, privateKey)}`);
  });
  return certificate;
}

/** Begins a handshake without a peer, which fails at once if the runtime does not accept the certificate. */
async function tryHandshake(certificate: ClientCertificate): Promise<void> {
  let socket: TLSSocket | undefined;
  await new Promise<void>((resolve, reject) => {
    const nobody = new Duplex({
      read() {},
      write(_hello, _encoding, done) {
        done();
        resolve();
      },
    });
    socket = connect({ socket: nobody, ...certificate, rejectUnauthorized: false });
    socket.on("error", reject).on("close", () => reject(new Error("it closes the connection")));
  }).finally(() => socket?.destroy());
}

/** Returns why a runtime refuses a certificate. Deno gives no reason, so it is guessed from the type of the key. */
function refusalOf(error: unknown, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (!/unsupported protocol/.test(reasonOf(error))) return reasonOf(error).replace(/^error:\w+:/, "");
  const { namedCurve = "" } = asymmetricKeyDetails ?? {};
  return /^(rsa|ed25519)$/.test(asymmetricKeyType!) || /^(prime256v1|secp384r1|secp521r1)$/.test(namedCurve)
    ? "it has a critical extension that is unknown, or is malformed"
    : `keys of the type ${asymmetricKeyType} ${namedCurve}`.trimEnd() + " are not supported";
}

/** Returns a name in one line, such as `CN=ann, O=team`; the given lines begin with the least specific part. */
export function nameOf(subject: string | undefined): string {
  return subject?.split("\n").reverse().join(", ") || "an empty name";
}

/** Whether a certificate is of X.509 version 3: its inner DER sequence begins with `[0] { INTEGER 2 }`. */
export function isVersion3({ raw }: X509Certificate): boolean {
  const inside = (at: number): number => at + 2 + (raw[at + 1]! < 0x80 ? 0 : raw[at + 1]! & 0x7f);
  const at = inside(inside(0));
  return Buffer.of(0xa0, 3, 2, 1, 2).equals(raw.subarray(at, at + 5));
}

/** Whether Go lets a certificate issue others: as a certificate authority, or because it is older than version 3. */
function isAuthority(certificate: X509Certificate): boolean {
  return certificate.ca || !isVersion3(certificate);
}

/**
 * Returns the authorities to give to Deno's `fetch` so that it trusts what Go does: the valid ones that name no server,
 * because Deno checks neither dates nor purposes. Returns `undefined` if there are none, or if a given server
 * certificate was not issued by them.
 */
export function plainAuthorities(authorities: readonly X509Certificate[]): X509Certificate[] | undefined {
  const plain = authorities.filter((authority) =>
    isAuthority(authority) && authority.subjectAltName === undefined && faultOfDates(authority) === undefined
  );
  const servers = authorities.filter(({ subjectAltName }) => subjectAltName !== undefined);
  return plain.length > 0 && servers.every((server) => isIssued(server, [], plain)) ? plain : undefined;
}

/** The fault of a certificate, in words that follow its name, and how to fix it. */
export interface CertificateFault {
  readonly fault: string;
  readonly fix: string;
}

function faultOfDates({ validFrom, validTo }: X509Certificate): CertificateFault | undefined {
  const [from, to, nowMs] = [Date.parse(validFrom), Date.parse(validTo), Date.now()];
  // Go cannot parse a certificate with such dates.
  if (Number.isNaN(from + to)) return { fault: "has an invalid date", fix: "Issue it again" };
  const clock = `this machine's clock says ${formatTime(nowMs)}`;
  if (nowMs > to) {
    return { fault: `expired at ${formatTime(to)}, and ${clock}`, fix: "Renew it, or set the clock if that is wrong" };
  }
  if (nowMs >= from) return undefined;
  const fix = "Set this machine's clock (NTP), or wait until it is valid";
  return { fault: `is not valid before ${formatTime(from)}, and ${clock}`, fix };
}

/** The authorities to trust, and the name that the server's certificate must have. */
export interface Trust {
  /** The given authorities; `undefined` for the runtime's. */
  readonly authorities: readonly X509Certificate[] | undefined;
  /** Where they come from, such as `cluster "a" of config`. */
  readonly source: string;
  /** A host or IP address. */
  readonly name: string;
}

/** A server's certificate, its issuer's, and so on, as far as the server sent them. */
export interface PeerChain {
  readonly raw: Buffer;
  readonly issuerCertificate?: PeerChain | undefined;
}

/**
 * Returns why a server's certificate is untrusted by Go's rules; `undefined` if nothing is wrong. The runtimes are less
 * strict: Node and Bun accept a common name if there are no alternative names, and Deno's node:tls trusts expired or
 * false authorities, and any certificate of version 1 that names an authority as its issuer.
 */
export function faultOfServer(peer: PeerChain | undefined, trust: Trust): CertificateFault | undefined {
  try {
    const [leaf, ...sent] = chainOf(peer);
    return faultOfNames(leaf!, trust) ?? faultOfIssuer(leaf!, sent, trust);
  } catch {
    // Other runtimes can read some certificates that Deno cannot.
    const fix = "Issue it again, with the usual keys, dates and extensions";
    return { fault: "cannot be read by this runtime", fix };
  }
}

/** Maximum length of a server's chain; real ones are shorter, and each link is searched for among all certificates. */
const MAX_SENT = 5;

function chainOf(peer: PeerChain | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = peer; next?.raw && chain.length <= MAX_SENT; next = next.issuerCertificate) {
    const { raw } = next;
    // A root is its own issuer.
    if (chain.some((other) => other.raw.equals(raw))) break;
    chain.push(new X509Certificate(raw));
  }
  return chain;
}

/** Returns the fault of the dates or names of a server's certificate; does not check who issued it. */
export function faultOfNames(leaf: X509Certificate, { name }: Trust): CertificateFault | undefined {
  const dates = faultOfDates(leaf);
  if (dates !== undefined) return dates;
  const { subjectAltName: subjectaltname } = leaf;
  if (subjectaltname === undefined || !isVersion3(leaf)) {
    const fix = `Issue it with a subjectAltName for ${name}, or pass insecure-skip-tls-verify for a test`;
    return { fault: `has no subjectAltName, only the subject ${nameOf(leaf.subject)}`, fix };
  }
  const isNamed = isIP(name) > 0
    // Node 22's checkServerIdentity does not support IPv6 addresses.
    ? leaf.checkIP(name) !== undefined
    // Leaves out the subject, because its common name must not count.
    : checkServerIdentity(name, { subjectaltname, subject: {} } as unknown as PeerCertificate) === undefined;
  if (isNamed) return undefined;
  const fix = `Use one of its names in the server's URL, or as tls-server-name, or issue it for ${name}`;
  return { fault: `is for ${subjectaltname.replaceAll(/IP Address:|DNS:/g, "")}, not for ${name}`, fix };
}

function faultOfIssuer(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  { authorities, source }: Trust,
): CertificateFault | undefined {
  if (authorities === undefined || authorities.some(({ raw }) => raw.equals(leaf.raw))) return undefined;
  if (isIssued(leaf, sent, authorities)) return undefined;
  const issuer = `was issued by ${nameOf(leaf.issuer)}`;
  const old = authorities.find((authority) => faultOfDates(authority) !== undefined);
  if (old !== undefined && (authorities.length === 1 || old.subject === leaf.issuer)) {
    const { fault } = faultOfDates(old)!;
    return { fault: `${issuer}, and the authority ${nameOf(old.subject)} of ${source} ${fault}`, fix: NEW_AUTHORITY };
  }
  const isAlike = authorities.some(({ subject }) => subject === leaf.issuer);
  const given = authorities.slice(0, 3).map(({ subject }) => nameOf(subject)).join("; ");
  const why = isAlike ? "another authority of the same name, or one that may not issue it" : given;
  return { fault: `${issuer}, and the authority of ${source} is ${why}`, fix: NEW_AUTHORITY };
}

const NEW_AUTHORITY =
  "If the cluster's authority has changed, fetch its kubeconfig again, or restart the pod; otherwise check whether the URL is " +
  "that of another server, or whether a proxy in between decrypts TLS";

/** Returns why a server that requires a client certificate may have rejected this one. */
export function faultOfClient(certificate: ClientCertificate | undefined): CertificateFault {
  if (certificate === undefined) {
    return { fault: "requires a client certificate, and none was sent", fix: "Give the user a client certificate" };
  }
  const leaf = new X509Certificate(certificate.cert);
  const { fault, fix } = faultOfDates(leaf) ??
    { fault: `was issued by ${nameOf(leaf.issuer)}`, fix: "Fetch the kubeconfig of this cluster again" };
  return { fault: `rejects the client certificate of ${nameOf(leaf.subject)}, which ${fault}`, fix };
}

/** Whether one of the authorities issued a certificate, directly or through certificates that were sent along. */
function isIssued(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): boolean {
  const issued = (by: X509Certificate): boolean => {
    try {
      return isAuthority(by) && faultOfDates(by) === undefined && certificate.checkIssued(by) &&
        certificate.verify(by.publicKey);
    } catch {
      return false; // a key of a type that this runtime does not support
    }
  };
  return authorities.some(issued) ||
    sent.some((by) => issued(by) && isIssued(by, sent.filter((other) => other !== by), authorities));
}
