import { readdir } from "node:fs/promises";
import { prepare } from "../scripts/lib-prepare.mjs";
import { runScript, show } from "../scripts/lib-steps.mjs";

/* `npm run bench -- pages` installs what is missing, builds what is out of date, and runs bench/pages.ts.
   Without a name it lists the measurements. */
await runScript(async () => {
  const [name = "", ...words] = process.argv.slice(2);
  const names = (await readdir(import.meta.dirname))
    .filter((file) => file.endsWith(".bench.ts"))
    .map((file) => file.slice(0, -".bench.ts".length));
  if (!names.includes(name)) {
    process.stdout.write(`npm run bench -- <name>, one of: ${names.join(", ")}\n`);
    process.exitCode = 1;
    return;
  }
  await prepare({ built: !words.includes("--help") });
  process.exitCode = await show(process.execPath, ["--import", "tsx", `bench/${name}.bench.ts`, ...words]);
});
