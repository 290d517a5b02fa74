import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, findStale } from "./lib-build.mjs";
import { capture, PlainFailure, ROOT, step, withLock } from "./lib-steps.mjs";

const OLDEST_NODE = [20, 19];

/**
 * Makes a clone ready to run: the right Node, the dependencies, and (with `built`) an up-to-date `dist`.
 * Takes only a few dozen milliseconds when everything is there already.
 */
export async function prepare({ built }) {
  checkNode();
  if ((await isInstalled()) && !(built && (await findStale()).length > 0)) return;
  await withLock(async () => {
    // Checked again, because the previous holder of the lock may have done it.
    if (!(await isInstalled())) await install();
    const stale = built ? await findStale() : [];
    if (stale.length > 0) await build(stale);
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PlainFailure(
    `Greenroom needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}. Get a newer one from https://nodejs.org.`,
  );
}

const LOCK_FILE = path.join(ROOT, "package-lock.json");
/** Records for which lock file, and on which platform, node_modules was installed. */
const STAMP = path.join(ROOT, "node_modules", ".greenroom-installed");

/** Whether node_modules matches the lock file. */
export async function isInstalled() {
  const lock = await readFile(LOCK_FILE, "utf8");
  if ((await readFile(STAMP, "utf8").catch(() => "")) === stampFor(lock)) return true;
  if (!(await holdsAll(JSON.parse(lock)))) return false;
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
