import { recordCommand } from "../../../../audit/record-command.ts";
import { AppError } from "../../../../core/errors.ts";
import { backUp } from "../../back-up.ts";
import { verifyData } from "../../verify-data.ts";
import type { CommandGroup } from "../command.ts";
import { readNoArguments, usageError } from "../read-input.ts";

/** The house itself: is all as it must be, and what is kept in case it burns. */
export const maintenanceCommands: CommandGroup = {
  verify: {
    usage: "verify",
    summary: "look through all data for what must never be; fails when something is found",
    async run(deps, input) {
      readNoArguments(input);
      await recordCommand(deps, "verify");
      const results = await verifyData(deps);
      const broken = results.filter((result) => result.broken > 0);
      if (broken.length > 0) {
        const list = broken.map((result) => `${result.name} (${result.broken})`).join("; ");
        throw new AppError("conflict", { msg: `Does not hold: ${list}.` });
      }
      return { rows: results.map(({ name }) => ({ holds: name })) };
    },
  },
  backup: {
    usage: "backup <new folder>",
    summary: "copy the embedded database, files and secret while the server runs; the copy is a data folder",
    async run(deps, input) {
      const [folder] = input.positionals;
      if (folder === undefined || input.positionals.length !== 1)
        throw usageError("Give one folder that is not there yet.");
      await recordCommand(deps, "backup");
      const { megabytes } = await backUp(deps, folder);
      return {
        msg: `Backed up ${megabytes} MB to ${folder}. To look at it: GREENROOM_DATA=${folder} npm start`,
      };
    },
  },
};
