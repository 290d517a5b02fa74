import { prepare } from "../scripts/lib-prepare.mjs";
import { runScript, show } from "../scripts/lib-steps.mjs";

/** They measure the sources, or with one of these options the built server. */
const ofSources = ["booking.ts", "growth.ts", "hostile/files.ts"];
const builtOptions = ["--built", "--start"];

/*
 * Installs what is missing, builds what is out of date, and runs a measurement of the built product:
 * `node bench/run.mjs rooms/board.ts`.
 */
await runScript(async () => {
  const [program, ...words] = process.argv.slice(2);
  const needsBuild = !ofSources.includes(program) || builtOptions.some((option) => words.includes(option));
  await prepare({ built: needsBuild && !words.includes("--help") });
  process.exitCode = await show(process.execPath, ["--import", "tsx", `bench/${program}`, ...words]);
});
