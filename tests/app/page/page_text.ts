/** Bundles the page's modules and style to `src/app/page/page_text.ts`: `deno task more page:text`. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const page = new URL("../../../src/app/page/", import.meta.url);

/** Where the text is kept. */
export const PAGE_TEXT: URL = new URL("page_text.ts", page);

/** The module that holds the page's text, of which `deno` is the program that runs this. */
export async function readPageText(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kubecast-page-"));
  try {
    const output = join(folder, "page.js");
    const entry = fileURLToPath(new URL("page.ts", page));
    const flags = ["--quiet", "--platform", "browser", "--format", "iife", "--minify"];
    await promisify(execFile)(execPath, ["bundle", ...flags, "--output", output, entry]);
    const [script, style] = [await readFile(output, "utf8"), await readFile(new URL("page.css", page), "utf8")];
    // Nothing in it may end the element that holds it.
    const embedded = script.trim().replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
    const lean = style.replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1").trim();
    return `// Generated from the modules and the style beside it: deno task more page:text
// deno-fmt-ignore-file
// deno-lint-ignore-file
export const PAGE_SCRIPT: string = ${JSON.stringify(embedded)};
export const PAGE_STYLE: string = ${JSON.stringify(lean)};
`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) await writeFile(PAGE_TEXT, await readPageText());
