import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Part } from "./part.ts";

const run = promisify(execFile);
const timeout = 1_200_000;

export interface TestRun {
  /** File and name of each test that passed. */
  passed: string[];
  /** File, name and first line of the message of each failed test. */
  failed: { test: string; message: string }[];
}

interface RunOptions {
  /** The tree with the tests. */
  root: string;
  config?: string;
  environment?: Record<string, string>;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs test files, or those of folders, in processes of their own. A file that cannot be loaded is a failed test. */
export async function runTests(
  files: string[],
  { root, config = "vitest.config.ts", environment = {} }: RunOptions,
): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-report-"));
  try {
    const report = join(folder, "report.json");
    const args = ["node_modules/vitest/vitest.mjs", "run", "--config", config, "--reporter=json"];
    // Vitest exits with an error code if a test fails. The report names the test.
    const end = await run(process.execPath, [...args, `--outputFile.json=${report}`, ...files], {
      cwd: root,
      env: { ...process.env, ...environment },
      maxBuffer: 1e8,
      timeout,
    }).catch((error: Error & { stderr?: string }) => error);
    const text = await readFile(report, "utf8").catch(() => null);
    if (text === null) {
      const message = (end.stderr ?? "").trim().slice(-400);
      return { passed: [], failed: [{ test: "the start of the tests", message }] };
    }
    const { testResults } = JSON.parse(text) as VitestReport;
    return {
      passed: testResults.flatMap((file) => listPassed(file, root)),
      failed: testResults.flatMap((file) => listFailed(file, root)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type FileReport = VitestReport["testResults"][number];

const shortName = ({ name }: FileReport, root: string) => name.replace(`${root.replace(/\/$/, "")}/`, "");

function listPassed(report: FileReport, root: string): string[] {
  return report.assertionResults
    .filter(({ status }) => status === "passed")
    .map(({ fullName }) => `${shortName(report, root)}: ${fullName}`);
}

function listFailed(report: FileReport, root: string): TestRun["failed"] {
  const { status, message = "", assertionResults } = report;
  const file = shortName(report, root);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [{ test: file, message: message.slice(0, 400) }] : [];
  return failed.map(({ fullName, failureMessages }) => ({
    test: `${file}: ${fullName}`,
    message: failureMessages[0]?.slice(0, 600) ?? "",
  }));
}

/* The parts that run inside the test app, on its fixed clock. */

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A part that runs a test file; `choose` gives it the run's seed and length. */
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
      const options = { root, environment, ...(config === undefined ? {} : { config }) };
      const { passed, failed } = await runTests([file], options);
      const { PROVE_RUNS: histories } = environment;
      return {
        figures: { "tests passed": passed.length, ...(histories === undefined ? {} : { histories }) },
        violations: failed.map(({ test, message }) => `${test}: ${message}`),
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
