import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Part } from "./part.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const timeout = 1_200_000;

export interface TestRun {
  passed: number;
  /** The names and messages of failed tests, one after the other; empty if all passed. */
  failures: string[];
}

/** Runs test files, or those of folders, in a process of their own. */
export async function runTests(
  files: string[],
  {
    config = "vitest.config.ts",
    environment = {},
  }: { config?: string; environment?: Record<string, string> },
): Promise<TestRun> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", config, ...files];
  const env = { ...process.env, NO_COLOR: "1", ...environment };
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8, timeout });
  const end = await run.catch((error: Error & { stdout: string; stderr: string }) => error);
  const output = `${end.stdout}${end.stderr}`;
  const failures =
    end instanceof Error ? (output.match(/^ *FAIL .*$|^\w*Error: .*$/gm) ?? [end.message]) : [];
  return { passed: Number(/^ *Tests .*?(\d+) passed/m.exec(output)?.[1] ?? 0), failures };
}

/** A part inside the test app, on its fixed clock; `choose` gives it the run's seed and length. */
function testPart(
  name: string,
  file: string,
  config?: string,
  choose: (seed: number, isLong: boolean) => Record<string, string> = () => ({}),
): Part {
  return {
    name,
    async run({ seed, isLong }) {
      const environment = choose(seed, isLong);
      const options = { environment, ...(config === undefined ? {} : { config }) };
      const { passed, failures } = await runTests([file], options);
      const { PROVE_RUNS: histories } = environment;
      return {
        figures: { "tests passed": passed, ...(histories === undefined ? {} : { histories }) },
        violations: failures,
      };
    },
  };
}

const config = "prove/vitest.config.ts";

export const model = testPart("model", "prove/model.proof.ts", config, (seed, isLong) => ({
  PROVE_SEED: String(seed),
  PROVE_RUNS: isLong ? "150" : "25",
}));
export const weeks = testPart("weeks", "prove/weeks.proof.ts", config);
export const access = testPart("access", "server/kernel/http/access.test.ts");
