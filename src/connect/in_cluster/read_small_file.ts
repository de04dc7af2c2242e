import { Buffer } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { delay } from "@std/async/delay";

/** More than any kubeconfig, certificate or token has. */
const MAX_MIB = 16;

/** A pipe is asked again, for a second until it has its first writer, and then until it has been written. */
const POLL_MS = 20;
const MAX_POLLS = 50;

/**
 * Reads a file, or a pipe such as that of `<(command)`, for which it waits until `signal` aborts; rejects if it is too
 * large: one without end, such as `/dev/zero`, would exhaust memory.
 */
export async function readSmallFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  // Otherwise opening a pipe that nobody writes blocks a thread, and with it the end of a Node process.
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
