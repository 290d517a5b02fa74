import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { linkDependencies } from "./lib/link-dependencies.mjs";
import { runTests } from "./lib/run-tests.ts";
import { databaseMutations } from "./mutations/database.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { sourceMutations } from "./mutations/sources.ts";

/* `npm run prove -- --sensitivity`: removes each rule in a copy of the tree and checks which test fails. */

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const mutationFile = "server/db/migrations/9999_mutation.sql";

export interface Noticed {
  mutation: string;
  /** The test that failed; null when all passed. */
  by: string | null;
}

/** Runs every mutation whose name contains one of the words of `only` (`a,b`), and prints a line for each. */
export async function runSensitivity(only: string, print: (line: string) => void): Promise<Noticed[]> {
  const parts = only.split(",");
  const mutations = [...databaseMutations, ...sourceMutations].filter(({ name }) =>
    parts.some((part) => name.includes(part)),
  );
  const copy = await mkdtemp(join(tmpdir(), "greenroom-sensitivity-"));
  try {
    await copyTree(copy);
    for (const mutation of mutations) await checkPatch(mutation);
    const suites = [...new Set(mutations.flatMap(({ tests }) => tests))];
    const untouched = await runTests(suites, { root: copy });
    if (untouched.failed.length > 0) {
      throw new Error(
        `Without any mutation these tests fail:\n${untouched.failed.map(({ test }) => test).join("\n")}`,
      );
    }
    print(`${untouched.passed} tests of ${suites.length} suites pass while nothing is removed`);
    const noticed: Noticed[] = [];
    for (const mutation of mutations) {
      const startedAt = performance.now();
      const by = await runMutation(copy, mutation);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      print(
        `${by === null ? "UNNOTICED" : "noticed  "}  ${mutation.name}${by === null ? "" : ` — ${by}`} (${seconds} s)`,
      );
      noticed.push({ mutation: mutation.name, by });
    }
    return noticed;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The list for people, with lines of at most 120 characters. */
export function writeNoticed(rows: readonly Noticed[]): string {
  const entries = rows.map(({ mutation, by }) => wrap(`- ${mutation}: ${by ?? "nothing notices"}`));
  const head =
    "# Rules that were removed, and the test that noticed\n\nWritten by `npm run prove -- --sensitivity`.\n";
  return `${head}\n${entries.join("\n")}\n`;
}

function wrap(text: string): string {
  const lines = [""];
  for (const word of text.replace(/[<>*`]/g, (sign) => `\\${sign}`).split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
    if (longer.length <= 116) lines[last] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join("\n");
}

/** The files of the working tree that Git knows or would add, with our dependencies. */
async function copyTree(target: string): Promise<void> {
  const { stdout } = await run("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    maxBuffer: 1e8,
  });
  for (const name of stdout.split("\0").filter((file) => file !== "")) {
    await mkdir(dirname(join(target, name)), { recursive: true });
    // A file that was deleted and not committed yet is still listed.
    await cp(join(root, name), join(target, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await linkDependencies(root, target);
}

/** Throws if the mutation is outdated, because its text no longer occurs exactly once in the file. */
async function checkPatch({ name, patch }: Mutation): Promise<void> {
  if (patch === undefined) return;
  const count = (await readFile(join(root, patch.file), "utf8")).split(patch.text).length - 1;
  if (count !== 1) throw new Error(`"${name}": its text is ${count} times in ${patch.file}, not once.`);
}

async function runMutation(copy: string, { sql, patch, tests }: Mutation): Promise<string | null> {
  const file = join(copy, patch?.file ?? mutationFile);
  const before = patch === undefined ? null : await readFile(file, "utf8");
  try {
    await writeFile(
      file,
      before === null || patch === undefined
        ? (sql ?? "")
        : before.replace(patch.text, () => patch.replacement),
    );
    const { failed } = await runTests(tests, { root: copy });
    // On a busy machine a test may run out of time, which says nothing about the rule.
    return failed.find(({ message }) => !message.includes("timed out"))?.test ?? null;
  } finally {
    if (before === null) await rm(file);
    else await writeFile(file, before);
  }
}
