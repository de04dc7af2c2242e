import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { certificatesIn, type ClientCertificate } from "../in_cluster/tls_fetch.ts";

/**
 * Checks a client certificate and its key up front: runtimes fail mid-request, and Deno ends the process if they do not
 * match.
 *
 * @throws {TypeError} If they are invalid or do not match; the message contains neither.
 */
export function clientCertificate(cert: string, key: string): ClientCertificate {
  const [leaf] = certificatesIn(cert);
  if (leaf === undefined) throw new TypeError("the client certificate is not a PEM certificate");
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new TypeError("the client key is not an unencrypted PEM private key");
  }
  if (!new X509Certificate(leaf).checkPrivateKey(privateKey)) {
    throw new TypeError("the client key does not belong to the client certificate");
  }
  return { cert, key };
}
