import { build, findStale } from "../scripts/lib-build.mjs";
import { prepare } from "../scripts/lib-prepare.mjs";
import { runScript, show, withLock } from "../scripts/lib-steps.mjs";

/* Installs what is missing, builds the server, and runs a program of this folder: `node prove/run.mjs prove.ts`. */
await runScript(async () => {
  const [program, ...words] = process.argv.slice(2);
  await prepare({ built: false });
  if (!words.includes("--help")) {
    await withLock(async () => {
      if ((await findStale()).includes("server")) await build(["server"]);
    });
  }
  process.exitCode = await show(process.execPath, ["--import", "tsx", `prove/${program}`, ...words]);
});
