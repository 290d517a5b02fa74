import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib-prepare.mjs";
import { ROOT, runScript } from "./lib-steps.mjs";

const SERVER = path.join(ROOT, "dist", "server", "main.js");
/** glibc reads it before a program begins (docs/decisions/0104-a-small-young-generation.md). */
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };

// The server runs in this process, so that signals reach it directly: in place of this program, or, where Node cannot
// replace a program (before 22.15), as a part of it. Only Linux has glibc, and Windows has a function that throws.
await runScript(async () => {
  await prepare({ built: true });
  if (process.platform === "linux") {
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, SERVER], {
      ...ENVIRONMENT,
      ...process.env,
    });
  }
  await import(pathToFileURL(SERVER).href);
});
