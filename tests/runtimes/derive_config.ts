// Writes deno.<variant>.json, a variant of deno.json: deno run -A --no-config tests/runtimes/derive_config.ts VARIANT [STD]
//
// bundle   node:test and node:assert/strict come from this folder, and files from dist, for runtimes that have none
// web      only web APIs have types, and of JavaScript only what Node 20 has
// jsr      @std/* comes from JSR, not from the stand-ins
//
// STD, for any variant: "jsr", or the path of a copy of denoland/std, to take @std/* from.

/** The parts of deno.json that variants change. */
interface Config {
  imports: Record<string, string>;
  compilerOptions: Record<string, unknown>;
  workspace?: string[];
  links?: string[];
}

const variants: Record<string, (config: Config) => void> = {
  bundle({ imports }) {
    imports["node:test"] = "./tests/runtimes/harness.ts";
    imports["node:assert/strict"] = "./tests/runtimes/assert.ts";
    imports["./tests/parity/vectors.ts"] = "./dist/vectors.ts";
  },
  web(config) {
    const language = ["es2023", "es2024.string", "esnext.disposable"];
    config.compilerOptions.lib = [...language, "dom", "dom.iterable", "dom.asynciterable"];
    config.compilerOptions.types = [];
  },
  jsr() {},
};

/** Writes the variant and returns the name of its file, which lies beside deno.json: paths are relative to it. */
export function deriveConfig(variant: string, std = variant === "jsr" ? "jsr" : undefined): string {
  const change = variants[variant];
  if (!change) throw new TypeError(`Cannot derive a config: the variant must be one of ${Object.keys(variants)}`);
  const config: Config = JSON.parse(Deno.readTextFileSync("deno.json"));
  change(config);
  if (std !== undefined) {
    delete config.workspace;
    if (std !== "jsr") config.links = [std];
  }
  const file = `deno.${variant}.json`;
  Deno.writeTextFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

if (import.meta.main) deriveConfig(Deno.args[0]!, Deno.args[1]);
