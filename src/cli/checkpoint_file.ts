import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { reasonOf } from "../api/logger.ts";
import type { Checkpoint } from "../reader/mod.ts";

const KIND = "kubecast.dev/checkpoint";

/** A file that keeps how far `kubecast forward` has come: whole and on the disk, or as before. */
export class CheckpointFile implements Checkpoint {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The file that becomes the checkpoint once it is whole. */
  get #next(): string {
    return `${this.#path}.next`;
  }

  /**
   * Returns the saved version; `undefined` if there is no file.
   *
   * @throws {Error} If the file is not a checkpoint, or none can be saved there.
   */
  async load(): Promise<string | undefined> {
    try {
      // Not access(), for which Deno wants a permission of its own.
      await write(this.#next, "");
      await rm(this.#next);
    } catch (cause) {
      throw new Error(`Cannot write to ${dirname(this.#path)}: ${reasonOf(cause)}`, { cause });
    }
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw error;
    }
    const version = versionOf(text);
    if (version !== undefined) return version;
    throw new Error(
      `${this.#path} is not a checkpoint of kubecast forward, or is damaged (without it, all events that ` +
        "the server has are forwarded)",
    );
  }

  async save(resourceVersion: string): Promise<void> {
    await write(this.#next, `${JSON.stringify({ kind: KIND, resourceVersion })}\n`);
    await rename(this.#next, this.#path);
    await syncFolder(dirname(this.#path));
  }
}

function versionOf(text: string): string | undefined {
  try {
    const { kind, resourceVersion } = Object(JSON.parse(text));
    return kind === KIND && /^[1-9]\d*$/.test(resourceVersion) ? String(resourceVersion) : undefined;
  } catch {
    return undefined;
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a rename last; not every file system can. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch {
    // Such as on Windows.
  }
}
