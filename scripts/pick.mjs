import path from "node:path";
import { ROOT, runScript, show } from "./lib-steps.mjs";

/* `npm run drill -- upgrade` runs one program of a group; further words go to it. Without a name it lists them. */
const groups = {
  drill: {
    restore: ["--import", "tsx", "scripts/drill-restore.mjs"],
    cluster: ["prove/run.mjs", "drill-cluster.ts"],
    call: ["prove/run.mjs", "drill-call.ts"],
    upgrade: ["prove/run.mjs", "drill-upgrade.mjs"],
  },
  eval: {
    report: ["--import", "tsx", "eval/report.ts"],
  },
  make: {
    fonts: ["--import", "tsx", "scripts/media/subset-fonts.ts"],
    slides: ["--import", "tsx", "scripts/media/take-screenshots.ts"],
  },
};

await runScript(async () => {
  const [group, name = "", ...words] = process.argv.slice(2);
  const programs = groups[group];
  if (!Object.hasOwn(programs, name)) {
    process.stdout.write(`npm run ${group} -- <name>, one of: ${Object.keys(programs).join(", ")}\n`);
    process.exitCode = 1;
    return;
  }
  process.chdir(path.resolve(ROOT));
  process.exitCode = await show(process.execPath, [...programs[name], ...words]);
});
