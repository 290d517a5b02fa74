import { pathToFileURL } from "node:url";
import { prepare } from "./lib-prepare.mjs";
import { ROOT, runScript } from "./lib-steps.mjs";

// Runs in this process, so that signals reach the server directly.
await runScript(async () => {
  await prepare({ built: true });
  await import(new URL("dist/server/main.js", pathToFileURL(`${ROOT}/`)).href);
});
