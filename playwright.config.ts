import { defineConfig } from "@playwright/test";
import { readyUrls, siteUrl, workers } from "./e2e/support/addresses.ts";
import { keepTemporaryFilesInMemory } from "./scripts/lib-memory-folder.ts";

keepTemporaryFilesInMemory();

/** Journeys through the built product in the system's Chromium (CHROME_PATH, found by scripts/test.mjs). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  workers,
  // A journey takes up to a minute on a quiet machine; a busy one can be ten times slower.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A journey that needs a second try is broken: it is reported as failed, with a picture of its page.
  retries: 0,
  reporter: "list",
  use: {
    baseURL: siteUrl,
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    // A trace of every action costs a tenth of the processor time. `npm test -- --e2e <file> --trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
    // A worker would fetch the pages that journeys answer themselves. The journey of notifications allows it.
    serviceWorkers: "block",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    launchOptions: {
      ...(process.env.CHROME_PATH === undefined ? {} : { executablePath: process.env.CHROME_PATH }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-gpu-rasterization",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: readyUrls.map((url, worker) => ({
    command: "node --import tsx e2e/support/harness.ts",
    env: { TEST_PARALLEL_INDEX: String(worker) },
    url,
    timeout: 180_000,
    reuseExistingServer: false,
    // A journey that gets a 500 shows its cause beside the failure.
    stdout: "pipe" as const,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 15_000 },
  })),
});
