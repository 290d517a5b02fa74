import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/*
 * Fails for a folder with too many files and for a file with too many lines, because both are hard to read,
 * and for a file name that needs quoting in a shell, which usually comes from a mistyped redirection.
 * Generated files may be long.
 */

const maxFilesInFolder = 20;
const maxLines = 350;
const generated = new Set(["server/db/types.ts"]);

const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter(Boolean);
const code = files.filter((file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file));

function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}

for (const file of files) {
  if (!/^[\w./@-]+$/.test(file))
    fail(`${JSON.stringify(file)} has a character other than a-z, 0-9, ".", "_", "@" or "-".`);
}

const counts = new Map();
for (const file of code) {
  const folder = path.dirname(file);
  counts.set(folder, (counts.get(folder) ?? 0) + 1);
}
for (const [folder, count] of counts) {
  if (count > maxFilesInFolder)
    fail(`${folder} has ${count} source files; the limit is ${maxFilesInFolder}.`);
}

for (const file of code) {
  if (generated.has(file)) continue;
  const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n").length - 1;
  if (lines > maxLines) fail(`${file} has ${lines} lines; the limit is ${maxLines}.`);
}
