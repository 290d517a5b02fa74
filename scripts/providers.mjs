import { prepare } from "./lib-prepare.mjs";
import { runScript } from "./lib-steps.mjs";

/* `npm run providers`, also on a fresh clone. */
await runScript(async () => {
  await prepare({ built: false });
  const { register } = await import("tsx/esm/api");
  register();
  await import("./providers.ts");
});
