import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/*
 * Fails when a migration's text differs from `server/kernel/db/migrations/checksums.txt`, or when one of the two lacks it: a
 * server refuses to start on a database that was migrated with another text. `--add` (`npm run db:checksums`) adds the
 * migrations that are missing there, and never replaces a line.
 */

const directory = path.join(ROOT, "server/kernel/db/migrations");
const listFile = path.join(directory, "checksums.txt");

/** As the server computes it: a checkout on Windows may have other line ends. */
function checksumOf(name) {
  const text = readFileSync(path.join(directory, name), "utf8").replaceAll("\r\n", "\n");
  return createHash("sha256").update(text).digest("hex");
}

const listed = new Map(
  readFileSync(listFile, "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => line.split("  ").reverse()),
);
const names = readdirSync(directory)
  .filter((name) => name.endsWith(".sql"))
  .sort();

if (process.argv.includes("--add")) {
  for (const name of names) if (!listed.has(name)) listed.set(name, checksumOf(name));
  const lines = [...listed].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(listFile, lines.map(([name, checksum]) => `${checksum}  ${name}\n`).join(""));
}

const problems = [
  ...names
    .filter((name) => !listed.has(name))
    .map((name) => `${name} has no line in checksums.txt. Run npm run db:checksums.`),
  ...names
    .filter((name) => listed.has(name) && listed.get(name) !== checksumOf(name))
    .map(
      (name) =>
        `${name} was edited. If it is on main, restore it and add another migration; if it is not, delete its line in checksums.txt and run npm run db:checksums.`,
    ),
  ...[...listed.keys()].filter((name) => !names.includes(name)).map((name) => `${name} is gone. Restore it.`),
];
for (const problem of problems) console.error(`server/kernel/db/migrations: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
