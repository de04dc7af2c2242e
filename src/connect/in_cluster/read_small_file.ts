import { Buffer } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { delay } from "@std/async/delay";

/** Maximum size of a file; kubeconfigs, certificates and tokens are smaller. */
const MAX_MIB = 16;

/** How often a pipe is polled: for up to a second until it has a writer, then until the writer closes it. */
const POLL_MS = 20;
const MAX_POLLS = 50;

/**
 * Reads a file, or a pipe such as `<(command)`, for whose writer it waits until `signal` aborts. Rejects if the content
 * is too large, because an endless file, such as `/dev/zero`, would exhaust memory.
 */
export async function readSmallFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  // Opening a pipe without a writer would otherwise block a thread, and with it the exit of a Node process.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const isPipe = (await file.stat()).isFIFO();
    const chunks: Uint8Array[] = [];
    for (let length = 0, polls = 0;;) {
      const chunk = await readChunk(file);
      const hasNoWriter = isPipe && length === 0 && chunk?.length === 0 && ++polls < MAX_POLLS;
      if (chunk === undefined || hasNoWriter) {
        await delay(POLL_MS, signal && { signal });
        continue;
      }
      if (chunk.length === 0) return Buffer.concat(chunks);
      length += chunk.length;
      if (length > MAX_MIB * 1024 * 1024) throw new Error(`${path} is larger than ${MAX_MIB} MiB`);
      chunks.push(chunk);
    }
  } finally {
    await file.close();
  }
}

/** Reads a file in UTF-8, as {@linkcode readSmallFile} does. */
export async function readSmallText(path: string, signal?: AbortSignal): Promise<string> {
  return new TextDecoder().decode(await readSmallFile(path, signal));
}

/** Returns the next bytes, none at the end; `undefined` while a pipe's writer has not written any. */
async function readChunk(file: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(64 * 1024));
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as { code?: unknown }).code === "EAGAIN") return undefined;
    throw error;
  }
}
