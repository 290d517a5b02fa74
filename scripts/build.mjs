import { build } from "./lib-build.mjs";
import { prepare } from "./lib-prepare.mjs";
import { runScript, withLock } from "./lib-steps.mjs";

/* `npm run build` builds everything; `npm run build -- server` or `-- web` builds one half. */
await runScript(async () => {
  const wanted = process.argv.slice(2).filter((name) => ["server", "web"].includes(name));
  await prepare({ built: false });
  await withLock(() => build(wanted.length > 0 ? wanted : undefined));
});
