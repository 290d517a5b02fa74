import { defineConfig } from "@playwright/test";
import { harness, siteUrl } from "./e2e/addresses.ts";

/** Journeys through the built product in the system's Chromium (CHROME_PATH, found by scripts/test.mjs). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  workers: 1,
  // A journey takes up to half a minute on a quiet machine; a busy one is three times slower.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A second try tells a slow machine from a broken product; the report still lists it as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: "list",
  use: {
    baseURL: siteUrl,
    actionTimeout: 30_000,
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
    command: "node --import tsx e2e/harness.ts",
    url: `${harness.url}/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
