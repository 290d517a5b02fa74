import { prepare } from "../scripts/lib-prepare.mjs";
import { runScript, show } from "../scripts/lib-steps.mjs";

/** They measure the sources, or with `--built` the built server. */
const ofSources = ["booking.ts", "hostile-files.ts"];

/*
 * Installs what is missing, builds what is out of date, and runs a measurement of the built product:
 * `node bench/run.mjs rooms/board.ts`.
 */
await runScript(async () => {
  const [program, ...words] = process.argv.slice(2);
  await prepare({ built: !ofSources.includes(program) || words.includes("--built") });
  process.exitCode = await show(process.execPath, ["--import", "tsx", `bench/${program}`, ...words]);
});
