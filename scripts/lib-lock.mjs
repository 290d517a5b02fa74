import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./lib-steps.mjs";

const LOCK = path.join(
  os.tmpdir(),
  `greenroom-prepare-${createHash("sha256").update(ROOT).digest("hex").slice(0, 12)}.lock`,
);

/**
 * Keeps `npm start` and `npm test`, started together in a fresh clone, from installing or building at the
 * same time.
 */
export async function withLock(work) {
  while (!(await take())) await sleep(200);
  try {
    return await work();
  } finally {
    await rm(LOCK, { force: true });
  }
}

async function take() {
  try {
    await writeFile(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (cause) {
    if (cause.code !== "EEXIST") throw cause;
  }
  const holder = Number(await readFile(LOCK, "utf8").catch(() => ""));
  if (holder && !isAlive(holder)) await rm(LOCK, { force: true }); // The holder was killed while it worked.
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === "EPERM";
  }
}
