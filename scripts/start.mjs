import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib-prepare.mjs";
import { ROOT, runScript } from "./lib-steps.mjs";

// The server runs in this process, so that signals reach it directly.
await runScript(async () => {
  await prepare({ built: true });
  await import(pathToFileURL(path.join(ROOT, "dist", "server", "main.js")).href);
});
