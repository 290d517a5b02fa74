import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runInstallScripts } from "./lib-install-scripts.mjs";
import { capture, PlainFailure, ROOT, step } from "./lib-steps.mjs";

const LOCK_FILE = path.join(ROOT, "package-lock.json");
/** Records for which lock file, and on which platform, node_modules was installed. */
const STAMP = path.join(ROOT, "node_modules", ".greenroom-installed");

/** Whether node_modules matches the lock file. */
export async function isInstalled() {
  const lock = await readFile(LOCK_FILE, "utf8");
  if ((await readFile(STAMP, "utf8").catch(() => "")) === stampFor(lock)) return true;
  if (!(await holdsAll(JSON.parse(lock)))) return false;
  await runInstallScripts();
  await writeStamp(lock); // Somebody ran npm by hand, which is fine.
  return true;
}

/** Installs exactly what the lock file names. */
export async function install() {
  await rm(STAMP, { force: true }).catch(ignoreReadOnly);
  await step("Installing dependencies (about a minute the first time)", async () => {
    const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    let result = await npm(["ci", ...options]);
    // npm 11 refuses a lock file that was written on another platform and lacks this platform's optional
    // packages.
    if (result.code !== 0 && /EUSAGE|EBADPLATFORM|from lock file/.test(result.output))
      result = await npm(["install", "--no-save", ...options]);
    if (result.code !== 0)
      throw new PlainFailure(`\nThe dependencies could not be installed. npm said:\n${result.output.trim()}`);
    await runInstallScripts();
  });
  await writeStamp(await readFile(LOCK_FILE, "utf8"));
}

function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return capture(process.execPath, [script, ...args]);
  return capture(process.platform === "win32" ? "npm.cmd" : "npm", args);
}

/** Compares npm's record of what it installed with the lock file. */
async function holdsAll({ packages }) {
  const record = path.join(ROOT, "node_modules", ".package-lock.json");
  const installed = JSON.parse(await readFile(record, "utf8").catch(() => '{"packages":{}}')).packages;
  return Object.entries(packages).every(([place, wanted]) => {
    if (!place.startsWith("node_modules/") || wanted.link) return true;
    const found = installed[place];
    return found ? found.version === wanted.version : wanted.optional || wanted.devOptional || wanted.peer;
  });
}

function stampFor(lock) {
  return `${process.platform}-${process.arch} ${createHash("sha256").update(lock).digest("hex")}`;
}

async function writeStamp(lock) {
  await writeFile(STAMP, stampFor(lock)).catch(ignoreReadOnly);
}

/** Uses a node_modules that somebody else installed and that we may only read. */
function ignoreReadOnly(cause) {
  if (!["EACCES", "EROFS", "EPERM"].includes(cause.code)) throw cause;
}
