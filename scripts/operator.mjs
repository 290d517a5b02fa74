import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib-prepare.mjs";
import { ROOT, runScript } from "./lib-steps.mjs";

await runScript(async () => {
  await prepare({ built: true });
  const program = path.join(ROOT, "dist", "server", "operator.js");
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
});
