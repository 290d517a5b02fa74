import { defineConfig } from "@playwright/test";
import { harness, siteUrl } from "./e2e/support/addresses.ts";
import { keepTemporaryFilesInMemory } from "./scripts/lib-memory-folder.ts";

keepTemporaryFilesInMemory();

/** Journeys through the built product in the system's Chromium (CHROME_PATH, found by scripts/test.mjs). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  workers: 1,
  // A journey takes up to half a minute on a quiet machine; a busy one can be ten times slower.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A journey that needs a second try is broken: it is reported as failed, and its trace is kept.
  retries: 0,
  reporter: "list",
  use: {
    baseURL: siteUrl,
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    trace: "retain-on-failure",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    launchOptions: {
      ...(process.env.CHROME_PATH === undefined ? {} : { executablePath: process.env.CHROME_PATH }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node --import tsx e2e/support/harness.ts",
    url: `${harness.url}/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    // A journey that gets a 500 shows its cause beside the failure.
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
