import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { allMutations } from "./all-mutations.ts";
import { unremoved } from "./database.ts";
import { listDatabaseRules } from "./list-rules.ts";

const root = new URL("../../", import.meta.url);

/**
 * The reasons why the mutations would not remove every rule, a sentence each: a rule of the migrated database that none
 * removes, two mutations of one name, or a text that is no longer exactly once in its file.
 */
export async function findOutdatedMutations(pool: Pool): Promise<string[]> {
  const names = allMutations.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  const known = new Set([...names, ...Object.keys(unremoved)]);
  const missing = (await listDatabaseRules(pool)).filter((rule) => !known.has(rule));
  const problems = [
    ...repeated.map((name) => `Two mutations have the name ${name}.`),
    ...missing.map((rule) => `No mutation removes the database's rule ${rule}.`),
  ];
  for (const { name, patch } of allMutations) {
    if (patch === undefined) continue;
    const content = await readFile(fileURLToPath(new URL(patch.file, root)), "utf8");
    const count = content.split(patch.text).length - 1;
    if (count !== 1) problems.push(`"${name}": its text is ${count} times in ${patch.file}, not once.`);
  }
  return problems;
}
