import { randomUUID } from "node:crypto";
import { lstat, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Checkpoint } from "../../read/mod.ts";
import { Position } from "../../read/reader/position.ts";
import { fileError } from "./shell.ts";

const KIND = "kubecast.dev/checkpoint";

/** The checkpoint file of `kubecast forward`. A save is either complete and on the disk, or has no effect. */
export class CheckpointFile implements Checkpoint {
  readonly #path: string;
  #position: string | undefined;
  /** The events that the position is about, such as "namespace shop, type=Warning". */
  #selection: string | undefined;
  /** The text that this process last read or wrote. */
  #text: string | undefined;
  /** Whether the last position was saved. */
  isSaved = true;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the file, if there is one.
   *
   * @throws {Error} If it is a link or a folder, cannot be read, is not a checkpoint, or the folder is not writable.
   */
  async open(): Promise<void> {
    const stats = await lstat(this.#path).catch(() => undefined);
    if (stats?.isSymbolicLink()) {
      throw new Error(`${this.#path} is a link, which saving would replace: pass the file that it leads to`);
    }
    if (stats?.isFile() === false) throw new Error(`${this.#path} is not a file: saving would replace it`);
    try {
      // Tests the folder by writing, because Deno requires a separate permission for access().
      await rm(await this.#write(""));
    } catch (cause) {
      throw fileError("write", this.#path, cause);
    }
    this.#text = await this.#read();
    if (this.#text === undefined) return;
    const saved = parse(this.#text);
    if (saved === undefined) {
      throw new Error(
        `${this.#path} is not a checkpoint of kubecast forward, or is damaged (delete it to start over, with all events ` +
          "that the server has)",
      );
    }
    [this.#position, this.#selection] = [saved.position, saved.selection];
  }

  load(): string | undefined {
    return this.#position;
  }

  /**
   * Sets the selection of events that the position is about.
   *
   * @throws {Error} If the file is the checkpoint of other events; some of these would be skipped.
   */
  keepFor(selection: string): void {
    this.#selection ??= selection;
    if (this.#selection === selection) return;
    throw new Error(
      `${this.#path} is the checkpoint of other events (${this.#selection}; now ${selection}): use one file for each ` +
        "selection, or delete it to start over",
    );
  }

  /** @throws {Error} If the save fails, or another process has saved a position, which the next call replaces. */
  async save(position: string): Promise<void> {
    this.isSaved = false;
    const [ours, saved] = [this.#text, await this.#read()];
    if (saved !== undefined && saved !== ours) {
      this.#text = saved;
      throw new Error(
        `another process has written ${this.#path} (each needs a separate file, or events are skipped)`,
      );
    }
    const text = `${JSON.stringify({ kind: KIND, resourceVersion: position, selection: this.#selection })}\n`;
    await rename(await this.#write(text), this.#path);
    this.#text = text;
    await syncFolder(dirname(this.#path));
    this.isSaved = true;
  }

  /** Writes a file that is to become the checkpoint, and returns its unguessable path. */
  async #write(text: string): Promise<string> {
    const path = `${this.#path}.${randomUUID()}`;
    // Fails if a file or link of that name exists.
    const file = await open(path, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Returns the text of the file; `undefined` if there is none. */
  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw fileError("read", this.#path, error);
    }
  }
}

/** Parses a checkpoint; returns `undefined` if the text is not one. */
function parse(text: string): { readonly position: string; readonly selection: string | undefined } | undefined {
  try {
    const { kind, resourceVersion, selection } = Object(JSON.parse(text));
    if (kind !== KIND || Position.parse(resourceVersion) === undefined) return undefined;
    return { position: resourceVersion, selection: typeof selection === "string" ? selection : undefined };
  } catch {
    return undefined;
  }
}

/** Writes a rename to the disk, if the file system supports that. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch {
    // Not supported, for example on Windows.
  }
}
