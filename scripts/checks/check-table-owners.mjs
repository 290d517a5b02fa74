import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/*
 * Fails when two parts of the server write the same table. A part is an area, or a folder of the kernel such as `mail`.
 * Reading another area's tables is allowed, because a join costs less than two queries. The check misses statements
 * whose table is a variable, such as the deletion of old records.
 */

const server = path.join(ROOT, "server");
/** Folders that may touch every table: the schema itself, demo data and tests. */
const exempt = /^(kernel\/db|demo|testing)\//;

const tables = new Map(
  [
    ...readFileSync(path.join(server, "kernel", "db", "types.ts"), "utf8")
      .split("export interface DB {")[1]
      .matchAll(/^ {2}(\w+): \w+;/gm),
  ].map(([, table]) => [table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), table]),
);
const names = new Set(tables.values());

function* sources() {
  for (const entry of readdirSync(server, { recursive: true, withFileTypes: true })) {
    const file = path.relative(server, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
    const isSource = entry.isFile() && /\.ts$/.test(file) && !/(\.test|\.testing|testing)\.ts$/.test(file);
    if (isSource && !exempt.test(file) && !file.includes("node_modules")) yield file;
  }
}

/** The tables that a source writes, through the query builder or in SQL. */
function writtenBy(text) {
  const built = [...text.matchAll(/(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g)].map(
    ([, name]) => name,
  );
  const inSql = [...text.matchAll(/\b(?:insert into|delete from|update)\s+(\w+)/g)].map(([, name]) =>
    tables.get(name),
  );
  return [...built, ...inSql].filter((name) => names.has(name));
}

const writers = new Map();
for (const file of sources()) {
  const parts = file.split("/");
  const owner = parts[0] === "kernel" ? parts[1] : parts[0];
  for (const table of writtenBy(readFileSync(path.join(server, file), "utf8"))) {
    if (!writers.has(table)) writers.set(table, new Map());
    const files = writers.get(table);
    files.set(owner, [...(files.get(owner) ?? []), file]);
  }
}

const shared = [...writers].filter(([, owners]) => owners.size > 1);
for (const [table, owners] of shared) {
  const list = [...owners]
    .map(([owner, files]) => `  ${owner}: ${[...new Set(files)].join(", ")}`)
    .join("\n");
  process.stderr.write(`${table} is written by more than one area:\n${list}\n`);
}
if (shared.length > 0) process.exitCode = 1;
