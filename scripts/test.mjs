import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findChromium } from "./lib-chromium.mjs";
import { prepare } from "./lib-prepare.mjs";
import { command, ROOT, runScript, show } from "./lib-steps.mjs";

/* `npm test` runs everything; `-- --unit` or `-- --e2e` one half; further words go to the runner, for
   example
   `npm test -- --unit pricing`. The last line is the summary: `123 passed, 0 failed`. */
await runScript(async () => {
  const words = process.argv.slice(2);
  const args = words.filter((word) => word !== "--unit" && word !== "--e2e");
  const only = words.find((word) => word === "--unit" || word === "--e2e");
  const runsUnit = only !== "--e2e";
  const runsBrowser = only !== "--unit" && existsSync(path.join(ROOT, "playwright.config.ts"));

  await prepare({ built: runsBrowser });
  const chromium = runsBrowser ? await findChromium() : null;
  const reports = await mkdtemp(path.join(os.tmpdir(), "greenroom-reports-"));
  const results = [];
  try {
    // One after the other, because two cores cannot run browsers and many databases at once.
    if (runsUnit) results.push(await runVitest(args, path.join(reports, "vitest.json")));
    if (runsBrowser) results.push(await runPlaywright(args, path.join(reports, "playwright.json"), chromium));
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.reduce((total, result) => total + result.failed, 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});

async function runVitest(args, file) {
  const code = await show(process.execPath, [
    command("vitest", "vitest.mjs"),
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...args,
  ]);
  return summarize("vitest", code, file, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests that could fail.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        ({ status, assertionResults }) =>
          status === "failed" && !assertionResults.some((test) => test.status === "failed"),
      ).length,
  }));
}

async function runPlaywright(args, file, chromium) {
  const code = await show(
    process.execPath,
    [command("@playwright/test", "cli.js"), "test", "--pass-with-no-tests", "--reporter=list,json", ...args],
    { env: { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  return summarize("playwright", code, file, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

/** A runner with a bad exit code counts as a failure, whatever its report says. */
async function summarize(name, code, file, read) {
  const text = await readFile(file, "utf8").catch(() => null);
  const { passed, failed } = text === null ? { passed: 0, failed: 0 } : read(JSON.parse(text));
  if (code === 0 || failed > 0) return { passed, failed };
  process.stderr.write(`${name} ended with code ${code}${text === null ? " and without a report" : ""}.\n`);
  return { passed, failed: 1 };
}
