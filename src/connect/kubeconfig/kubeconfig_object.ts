import { dirname, isAbsolute, join, resolve } from "node:path";
import { reasonOf } from "../../base/tools/logger.ts";
import { readSmallText } from "../in_cluster/read_small_file.ts";

interface KubeconfigObjectOptions {
  /** Its name in errors, such as `user "ann"`; empty for the file itself. */
  readonly label: string;
  /** Throws an error that names the file. */
  readonly fail: (fault: string) => never;
  /** The path of the file; paths in it are relative to its directory. */
  readonly file: string;
}

/**
 * A mapping in a kubeconfig, whose fields are checked when they are read. As in Go's decoder, missing and null fields
 * are empty, and unknown ones are ignored.
 *
 * Errors name the field and the type of its value, never the value.
 */
export class KubeconfigObject {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #options: KubeconfigObjectOptions;

  constructor(value: unknown, options: KubeconfigObjectOptions) {
    this.#options = options;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      options.fail(`${options.label || "the file"} must be a mapping, received ${typeName(value)}`);
    }
    this.#fields = value as Record<string, unknown>;
  }

  /** Throws an error that names the file and this object. */
  fail(fault: string): never {
    const { label, fail } = this.#options;
    return fail(label === "" ? fault : `${label}: ${fault}`);
  }

  /** Later files with an entry of the same name, which is ignored. */
  readonly ignored: string[] = [];

  /** Where this object comes from, such as `user "ann" of config`. */
  get origin(): string {
    const { label } = this.#options;
    const others = this.ignored.length > 0 ? ` (not of ${this.ignored.join(", ")}, which also has it)` : "";
    return label === "" ? this.file : `${label} of ${this.file}${others}`;
  }

  /** The path of the file that contains this object. */
  get file(): string {
    return this.#options.file;
  }

  /** The names of all fields. */
  get names(): string[] {
    return Object.keys(this.#fields);
  }

  text(name: string): string {
    const value = this.#fields[name] ?? "";
    return typeof value === "string" ? value : this.#refuse(name, "a string", value);
  }

  flag(name: string): boolean {
    const value = this.#fields[name] ?? false;
    return typeof value === "boolean" ? value : this.#refuse(name, "true or false", value);
  }

  texts(name: string): string[] {
    return this.#list(name).map((item) =>
      typeof (item ?? "") === "string" ? item as string ?? "" : this.#refuse(name, "a list of strings", item)
    );
  }

  /** The absolute path of a file; `""` if the field is missing. */
  path(name: string): string {
    const path = this.text(name);
    return path === "" || isAbsolute(path) ? path : join(dirname(resolve(this.#options.file)), path);
  }

  /** The absolute path of a program, or a name to look up in `PATH`. */
  program(name: string): string {
    return /[/\\]/.test(this.text(name)) ? this.path(name) : this.text(name);
  }

  /** A PEM text, decoded from Base64 unless the parser has already decoded it as `!!binary`. */
  data(name: string): string {
    const text = this.text(name);
    if (text === "DATA+OMITTED") {
      this.fail(`${name} is ${text}, as printed by \`kubectl config view\`: create the file with its --raw flag`);
    }
    try {
      return text.startsWith("-----BEGIN ") ? text : atob(text);
    } catch {
      return this.fail(`${name} must be base64`);
    }
  }

  /** Reads the PEM text of a file that a field names, or else of the field with `-data`. */
  async pem(name: string, signal: AbortSignal | undefined): Promise<string> {
    const path = this.path(name);
    if (path === "") return this.data(`${name}-data`);
    if (this.text(`${name}-data`) !== "") this.fail(`${name} and ${name}-data are both given`);
    return await readSmallText(path, signal).catch((error) => {
      signal?.throwIfAborted();
      return this.fail(
        error.code === "ENOENT"
          ? `${name} is missing: copy ${path} from where the file was made, or embed it there by \`kubectl config view --flatten --raw\``
          : `${name} cannot be read: ${reasonOf(error)}`,
      );
    });
  }

  /** Returns an object with some fields replaced. */
  with(fields: Readonly<Record<string, unknown>>): KubeconfigObject {
    return new KubeconfigObject({ ...this.#fields, ...fields }, this.#options);
  }

  object(name: string): KubeconfigObject | undefined {
    const value = this.#fields[name];
    return value === null || value === undefined ? undefined : this.#child(value, name);
  }

  /** A list of mappings, without its null items. */
  objects(name: string): KubeconfigObject[] {
    return this.#list(name).flatMap((item, index) => item === null ? [] : this.#child(item, `${name}[${index}]`));
  }

  /** The mappings of a list of `{ name, [field]: … }`, by name; names must be unique. */
  named(name: string, field: string): Map<string, KubeconfigObject> {
    const entries = new Map<string, KubeconfigObject>();
    for (const item of this.objects(name)) {
      const key = item.text("name");
      if (entries.has(key)) this.fail(`${name} has two entries called ${JSON.stringify(key)}`);
      const label = `${field} ${JSON.stringify(key)}`;
      entries.set(key, new KubeconfigObject(item.raw(field) ?? {}, { ...this.#options, label }));
    }
    return entries;
  }

  /** The unchecked value of a field. */
  raw(name: string): unknown {
    return this.#fields[name];
  }

  #child(value: unknown, name: string): KubeconfigObject {
    const { label } = this.#options;
    return new KubeconfigObject(value, { ...this.#options, label: label === "" ? name : `${label}: ${name}` });
  }

  #list(name: string): readonly unknown[] {
    const value = this.#fields[name] ?? [];
    return Array.isArray(value) ? value : this.#refuse(name, "a list", value);
  }

  #refuse(name: string, expected: string, value: unknown): never {
    return this.fail(`${name} must be ${expected}, received ${typeName(value)}`);
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
