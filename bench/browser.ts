import { type Browser, chromium } from "@playwright/test";

/** Starts the Chromium of this machine, which is measured alone: it updates and reports nothing meanwhile. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const quiet = ["no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"];
  return await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: [...["no-sandbox", "disable-gpu", "disable-quic"], ...quiet, ...more].map((name) => `--${name}`),
  });
}
