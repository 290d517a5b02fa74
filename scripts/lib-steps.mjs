import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The repository's root; scripts may be started from anywhere. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A failure whose message needs no stack trace. */
export class PlainFailure extends Error {}

/** Runs a script's main function; an error ends the process with one message and code 1. */
export async function runScript(main) {
  try {
    await main();
  } catch (cause) {
    process.stderr.write(`${cause instanceof PlainFailure ? cause.message : (cause.stack ?? cause)}\n`);
    process.exit(1);
  }
}

/**
 * Runs a step that may take long, and reports it: nothing if it takes less than half a second, else `Installing
 * dependencies… done in 34 s`. Writes to stderr, so that a command's own output stays clean.
 */
export async function step(title, work) {
  const start = Date.now();
  const seconds = () => `${Math.max(1, Math.round((Date.now() - start) / 1000))} s`;
  let told = false;
  const first = setTimeout(() => {
    told = true;
    process.stderr.write(`${title}…`);
  }, 500);
  const ticking = setInterval(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r${title}… ${seconds()}`);
  }, 1000);
  try {
    const result = await work();
    if (told) process.stderr.write(`${process.stderr.isTTY ? `\r${title}…` : ""}  done in ${seconds()}\n`);
    return result;
  } catch (cause) {
    if (told) process.stderr.write(`  failed after ${seconds()}\n`);
    throw cause;
  } finally {
    clearTimeout(first);
    clearInterval(ticking);
  }
}

/** Runs a program, by default in the repository, and collects its output. */
export function capture(program, args, { env = {}, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

/** Runs a program of ours with the terminal's input and output. @returns its exit code. */
export function show(program, args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** The JavaScript file of a package's command, to run with our own Node: no shell, no npx, no PATH. */
export function command(packageName, file) {
  return path.join(ROOT, "node_modules", packageName, file);
}

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
