// Writes the release's dist/kubecast-events.cdx.json, an SBOM (CycloneDX) of the npm package with what it bundles, and
// dist/SHA256SUMS, after `deno task npm`: deno task more sbom
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = `${root}dist/`;
const folder = mkdtempSync(`${tmpdir()}/kubecast-sbom-`);
try {
  cpSync(`${dist}npm/package.json`, `${folder}/package.json`);
  const npm = (...args) => execFileSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
  const sbom = JSON.parse(npm("sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=library"));
  // The stand-in that is bundled without STD is our own.
  if (process.env.STD) addBundled(sbom, JSON.parse(readFileSync(`${process.env.STD}/deno.json`, "utf8")));
  writeFileSync(`${dist}kubecast-events.cdx.json`, JSON.stringify(sbom, null, 2) + "\n");
} finally {
  rmSync(folder, { recursive: true });
}

/** Adds a package of MIT license that is not installed, but bundled. */
function addBundled({ components, dependencies, metadata }, { name, version }) {
  const ref = `${name}@${version}`;
  const licenses = [{ license: { id: "MIT" } }];
  components.push({ type: "library", "bom-ref": ref, name, version, licenses, description: "Bundled into its files" });
  dependencies.find((each) => each.ref === metadata.component["bom-ref"]).dependsOn.push(ref);
  dependencies.push({ ref, dependsOn: [] });
}

const files = ["kubecast-events.tgz", "kubecast-events.cdx.json"];
const sums = files.map((file) => `${createHash("sha256").update(readFileSync(dist + file)).digest("hex")}  ${file}\n`);
writeFileSync(`${dist}SHA256SUMS`, sums.join(""));
console.log(sums.join("").trimEnd());
