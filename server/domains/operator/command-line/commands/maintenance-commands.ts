import { recordCommand } from "../../../../audit/record-command.ts";
import { AppError } from "../../../../core/errors.ts";
import type { Deps } from "../../../../deps.ts";
import { toInstantRange } from "../../../availability/weekly/rule-occurrences.ts";
import { backUp } from "../../back-up.ts";
import { verifyData } from "../../verify-data.ts";
import type { Commands } from "../command.ts";
import { dayReader, usageError } from "../read-input.ts";

/** Checks all data, and copies it. */
export function addMaintenanceCommands({ add, plan }: Commands): void {
  add("verify", "check all data against the invariants; fails if one is violated")
    .option(
      "--since <day>",
      "only what was written since this day in the business's time zone, as in 2026-11-27; finds no damage to other rows",
      dayReader("--since"),
    )
    .action(({ since }) =>
      plan(async (deps) => {
        const from = since === undefined ? undefined : startOfDay(deps, since);
        // Nothing was written since then, so such a check would say that all is well.
        if (from !== undefined && from > deps.clock.now()) throw usageError("--since is in the future.");
        await recordCommand(deps, "verify");
        const results = await verifyData(deps, from);
        const broken = results.filter((result) => result.broken > 0);
        if (broken.length > 0) {
          const list = broken.map((result) => `${result.name} (${result.broken})`).join("; ");
          throw new AppError("conflict", { msg: `Violated invariants: ${list}.` });
        }
        return { rows: results.map(({ name }) => ({ holds: name })) };
      }),
    );
  add("backup", "back up the embedded database, files and secret to a data folder while the server runs")
    .argument("<new folder>", "a folder that does not exist yet", readFolder)
    .action((folder) =>
      plan(async (deps) => {
        await recordCommand(deps, "backup");
        const { megabytes } = await backUp(deps, folder);
        return {
          msg: `Backed up ${megabytes} MB to ${folder}. To look at it: GREENROOM_DATA=${folder} npm start`,
        };
      }),
    );
}

function startOfDay({ config }: Pick<Deps, "config">, day: string): Date {
  return toInstantRange({ firstDay: day, lastDay: day }, config.business.timeZone).startsAt;
}

function readFolder(value: string): string {
  if (value === "") throw usageError("Give one folder that does not exist yet.");
  return value;
}
