import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { prepare } from "./lib-prepare.mjs";
import { capture, command, PlainFailure, ROOT, runScript, show, step } from "./lib-steps.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium, or installs one: CHROME_PATH, the system's, Playwright's own, Debian's package as root,
 * Playwright's download.
 *
 * @returns the path of its program.
 */
async function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen && !existsSync(chosen))
    throw new PlainFailure(`CHROME_PATH says ${chosen}, but there is no such file.`);
  const found = chosen || findOnSystem() || (await findPlaywrights());
  if (found) return found;
  if (process.getuid?.() === 0 && (await isDebian())) {
    await step("Installing Chromium with apt-get", async () => {
      const environment = { env: { DEBIAN_FRONTEND: "noninteractive" } };
      const updated = await capture("apt-get", ["update"], environment);
      if (updated.code === 0) await capture("apt-get", ["install", "-y", "chromium"], environment);
    });
    const installed = findOnSystem();
    if (installed) return installed;
  }
  await step("Downloading Chromium with Playwright", () =>
    capture(process.execPath, [command("@playwright/test", "cli.js"), "install", "chromium"]),
  );
  const downloaded = await findPlaywrights();
  if (downloaded) return downloaded;
  throw new PlainFailure(
    "The browser tests need Chromium and it could not be installed: install Chromium or Chrome, set CHROME_PATH to its program, or run `npm test -- --unit`.",
  );
}

function findOnSystem() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...ELSEWHERE].find((file) => existsSync(file)) ?? null;
}

async function findPlaywrights() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? file : null;
}

/** Ubuntu's package of that name only points to a snap, so the name alone is not enough. */
async function isDebian() {
  return /^ID=debian$/m.test(await readFile("/etc/os-release", "utf8").catch(() => ""));
}

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
