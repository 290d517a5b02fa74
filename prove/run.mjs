import { build, findStale } from "../scripts/lib-build.mjs";
import { prepare } from "../scripts/lib-prepare.mjs";
import { runScript, show, withLock } from "../scripts/lib-steps.mjs";

/* Installs what is missing, builds what it needs, and runs a program of this folder: `node prove/run.mjs prove.ts`. */
await runScript(async () => {
  const [program, ...words] = process.argv.slice(2);
  await prepare({ built: false });
  if (!words.includes("--help")) {
    await withLock(async () => {
      const needed = program === "drill-call.ts" ? ["server", "web"] : ["server"];
      const stale = (await findStale()).filter((part) => needed.includes(part));
      if (stale.length > 0) await build(stale);
    });
  }
  process.exitCode = await show(process.execPath, ["--import", "tsx", `prove/${program}`, ...words]);
});
