import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";

/** More than any kubeconfig, certificate or token has. */
const MAX_MIB = 16;

/** Reads a file; rejects if it is too large: one without end, such as `/dev/zero`, would exhaust memory. */
export async function readSmallFile(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const chunks: Uint8Array[] = [];
    for (let length = 0;;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(64 * 1024));
      if (bytesRead === 0) return Buffer.concat(chunks);
      length += bytesRead;
      if (length > MAX_MIB * 1024 * 1024) throw new Error(`${path} is larger than ${MAX_MIB} MiB`);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Reads a file in UTF-8, as {@linkcode readSmallFile} does. */
export async function readSmallText(path: string): Promise<string> {
  return new TextDecoder().decode(await readSmallFile(path));
}
