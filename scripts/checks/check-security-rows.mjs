import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/* Fails when docs/security-checklist.md has not all of its rows, or names a test that does not exist. */

const PAGE = "docs/security-checklist.md";
const ROWS = 61;

const rows = readFileSync(path.join(ROOT, PAGE), "utf8")
  .split(/\n(?=- \*\*\d|## )/)
  .filter((part) => part.startsWith("- **"))
  .map((part) => part.replaceAll(/\s+/g, " "));
const problems = rows.length === ROWS ? [] : [`${PAGE} has ${rows.length} rows, not ${ROWS}.`];

for (const row of rows) {
  const [id] = /[\d.]+(?: \+ [\d.]+)?/.exec(row);
  const tests = [...row.matchAll(/`([\w./-]+\.ts)` "([^"]+)"/g)];
  if (tests.length === 0) problems.push(`${PAGE}: ${id} names no test.`);
  for (const [, file, name] of tests) {
    if (!existsSync(path.join(ROOT, file)))
      problems.push(`${PAGE}: ${id} names ${file}, which does not exist.`);
    else if (!readFileSync(path.join(ROOT, file), "utf8").replaceAll(/\s+/g, " ").includes(name))
      problems.push(`${PAGE}: ${id} names "${name}", which is not in ${file}.`);
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
