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

test("CONTRIBUTING lists, for a new event field, every file of base/event, recorder and server that names a field", async () => {
  const item = contributing.match(/- \*\*an event field\*\*[\s\S]*?(?=\n- )/)![0];
  const [everyField, renamed] = item.split("If the APIs").map((text) => {
    return [...text.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path!).sort();
  });
  assert.ok(everyField!.length <= 5, `${everyField!.length} files`);
  // `action` stands for the fields with one name, `message` for those with two.
  assert.deepEqual(await filesThat(/\breadonly action\??: |\baction: .*field\(|\["action"|^ *"action",$/m), everyField);
  assert.deepEqual(await filesThat(/: "note"|\["note"/), renamed);

  async function filesThat(declare: RegExp): Promise<string[]> {
    const files: string[] = [];
    for (const folder of ["src/base/event", "src/record/recorder", "src/serve/server"]) {
      for (const path of await readdir(new URL(folder, root), { recursive: true })) {
        const file = `${folder}/${path.replaceAll("\\", "/")}`;
        // The identity of an event has only the fields that its repeats share, and an occurrence those that readers ask for.
        if (!path.endsWith(".ts") || /^src\/base\/event\/(identity|names|occurrence)\.ts$/.test(file)) continue;
        const code = (await readFile(new URL(file, root), "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
        if (declare.test(code)) files.push(file);
      }
    }
    return files.sort();
  }
});

/** The main files that begin with a map of their rooms, with the folder of each. */
const MAPS: readonly (readonly [path: string, folder: string])[] = [
  ["base/event/event.ts", "base/"],
  ["connect/connection/connection.ts", "connect/connection/"],
  ["connect/kubeconfig/load_kubeconfig.ts", "connect/kubeconfig/"],
  ["record/recorder/event_recorder.ts", "record/recorder/"],
  ["record/broadcaster/broadcaster.ts", "record/broadcaster/"],
  ["record/event_broadcaster/event_broadcaster.ts", "record/event_broadcaster/"],
  ["record/correlator/correlator.ts", "record/correlator/"],
  ["record/recording/event_recording.ts", "record/recording/"],
  ["read/reader/event_reader.ts", "read/reader/"],
  ["read/forward/forward.ts", "read/forward/"],
  ["read/timeline/timeline.ts", "read/timeline/"],
  ["serve/server/events_api_server.ts", "serve/server/"],
  ["app/cli/main.ts", "app/cli/"],
  ["app/page/page.ts", "app/page/"],
];

test("The main file of each large room begins with a map that names the files of its room, which exist", async () => {
  for (const [path, folder] of MAPS) {
    const room = new URL(`src/${folder}`, root);
    const source = await readFile(new URL(`src/${path}`, root), "utf8");
    const map = source.split("\n").slice(0, 80).filter((line) => line.startsWith("//")).join("\n");
    const names = [...map.matchAll(/[\w./]+\.ts\b/g)].map(([name]) => name);
    assert.ok(names.length >= 3, path);
    for (const name of names) await access(new URL(name, room)).catch(() => assert.fail(`${path} names ${name}`));
  }
});
