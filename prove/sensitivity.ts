import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { migrate } from "../server/db/migrate.ts";
import { startThrowawayPostgres } from "../server/testing/servers/throwaway-postgres.ts";
import { linkDependencies } from "./lib/link-dependencies.mjs";
import { runTests, type TestRun } from "./lib/run-tests.ts";
import { allMutations } from "./mutations/all-mutations.ts";
import { findOutdatedMutations } from "./mutations/find-outdated.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { type Noticed, printRow } from "./noticed.ts";

/* `npm run prove -- --sensitivity`: removes each rule in a copy of the tree and checks which test fails. */

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const mutationFile = "server/db/migrations/9999_mutation.sql";

/** Runs every mutation whose name contains one of the words of `only` (`a,b`), and prints a line for each. */
export async function runSensitivity(only: string, print: (line: string) => void): Promise<Noticed[]> {
  await checkMutations();
  const parts = only.split(",");
  const mutations = allMutations.filter(({ name }) => parts.some((part) => name.includes(part)));
  const copy = await mkdtemp(join(tmpdir(), "greenroom-sensitivity-"));
  try {
    await copyTree(copy);
    await checkUntouched(copy, mutations, print);
    const noticed: Noticed[] = [];
    const together = mutations.filter(isRemovedTogether);
    for (const suite of new Set(together.map(({ tests }) => tests.join()))) {
      const rows = await removeTogether(
        copy,
        together.filter(({ tests }) => tests.join() === suite),
      );
      for (const row of rows) printRow(row, print);
      noticed.push(...rows);
    }
    for (const mutation of mutations) {
      if (isRemovedTogether(mutation)) continue;
      const startedAt = performance.now();
      const row = { mutation: mutation.name, by: await runMutation(copy, mutation) };
      printRow(row, print, `${Math.round((performance.now() - startedAt) / 1000)} s`);
      noticed.push(row);
    }
    return noticed;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Throws if the mutations do not fit the database or the source code. */
async function checkMutations(): Promise<void> {
  const postgres = await startThrowawayPostgres();
  try {
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
    // PostgreSQL stops while the pool is still closing its connection.
    pool.on("error", () => undefined);
    await migrate(pool, () => undefined);
    const problems = await findOutdatedMutations(pool);
    await pool.end();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  } finally {
    await postgres.stop();
  }
}

/** Throws if a test fails without any mutation, or a mutation names a test that does not run. */
async function checkUntouched(
  copy: string,
  mutations: readonly Mutation[],
  print: (line: string) => void,
): Promise<void> {
  const suites = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const { passed, failed } = await runTests(suites, { root: copy });
  if (failed.length > 0) {
    throw new Error(
      `Without any mutation these tests fail:\n${failed.map(({ test, message }) => `${test}: ${message}`).join("\n")}`,
    );
  }
  const unknown = mutations.filter(
    ({ noticedBy }) => noticedBy !== undefined && !passed.some((test) => isNamed(test, noticedBy)),
  );
  if (unknown.length > 0) {
    throw new Error(`No test has these names:\n${unknown.map(({ noticedBy }) => noticedBy).join("\n")}`);
  }
  print(`${passed.length} tests of ${suites.length} suites pass while nothing is removed`);
}

const isNamed = (test: string, name: string) => test.endsWith(`: ${name}`);

const isRemovedTogether = ({ noticedBy }: Mutation) => noticedBy !== undefined;

/** Removes rules at once. The test of each must fail, but not the preparation of a whole file. */
async function removeTogether(copy: string, mutations: readonly Mutation[]): Promise<Noticed[]> {
  const failed = await runWithout(copy, mutations, () =>
    runTests([...new Set(mutations.flatMap(({ tests }) => tests))], { root: copy }),
  );
  const wholeFile = failed.find(({ test }) => !test.includes(": "));
  if (wholeFile !== undefined) {
    throw new Error(`No test runs without these rules: ${wholeFile.test}: ${wholeFile.message}`);
  }
  return mutations.map(({ name, noticedBy = "" }) => ({
    mutation: name,
    by: failed.find(({ test }) => isNamed(test, noticedBy))?.test ?? null,
  }));
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

async function runMutation(copy: string, mutation: Mutation): Promise<string | null> {
  const failed = await runWithout(copy, [mutation], () => runTests(mutation.tests, { root: copy }));
  return failed[0]?.test ?? null;
}

/** Runs tests in the copy without some rules. */
async function runWithout(
  copy: string,
  mutations: readonly Mutation[],
  test: () => Promise<TestRun>,
): Promise<TestRun["failed"]> {
  const before = new Map<string, string>();
  try {
    for (const { patch } of mutations) {
      if (patch === undefined) continue;
      const file = join(copy, patch.file);
      const content = await readFile(file, "utf8");
      if (!before.has(file)) before.set(file, content);
      await writeFile(
        file,
        content.replace(patch.text, () => patch.replacement),
      );
    }
    const statements = mutations.flatMap(({ sql }) => sql ?? []);
    if (statements.length > 0) await writeFile(join(copy, mutationFile), statements.join("\n"));
    const { failed } = await test();
    // On a busy machine a test may run out of time, which says nothing about the rule.
    return failed.filter(({ message }) => !message.includes("timed out"));
  } finally {
    for (const [file, content] of before) await writeFile(file, content);
    await rm(join(copy, mutationFile), { force: true });
  }
}
