import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { capture, command, PlainFailure, step } from "./lib-steps.mjs";

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
export async function findChromium() {
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
