import { test } from "node:test";
import assert from "node:assert/strict";
import { access, readdir, readFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const contributing = await readFile(new URL(".github/CONTRIBUTING.md", root), "utf8");

test("CONTRIBUTING names files and folders that exist", async () => {
  const paths = [...contributing.matchAll(/`((?:src|tests|examples|mod\.ts|\.ci)[\w./]*)`/g)].map(([, path]) => path!);
  assert.ok(paths.length > 20);
  for (const path of paths) await access(new URL(path, root));
});

test("CONTRIBUTING lists, for a new event field, every file of api, recorder and server that knows a field", async () => {
  const item = contributing.match(/- \*\*an event field\*\*[\s\S]*?(?=\n- )/)![0];
  const listed = [...item.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path!);
  const knowing: string[] = [];
  for (const folder of ["src/api", "src/recorder", "src/server"]) {
    for (const path of await readdir(new URL(folder, root), { recursive: true })) {
      if (!path.endsWith(".ts")) continue;
      const file = `${folder}/${path.replaceAll("\\", "/")}`;
      const code = (await readFile(new URL(file, root), "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
      // `action` stands for all fields; the identity and the adapter read it by its name, but need not know others.
      const declares = /\baction\??: |\["action"|^ *"action",$/m.test(code);
      if (declares && !/stable_name|event_recorder_adapter/.test(file)) knowing.push(file);
    }
  }
  assert.deepEqual(knowing.sort(), listed.sort());
});
