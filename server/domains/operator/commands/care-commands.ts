import { AppError } from "../../../http/errors.ts";
import { backUp } from "../back-up.ts";
import type { CommandGroup } from "../command.ts";
import { readNothing, wrongUse } from "../read-input.ts";
import { recordCommand } from "../record-command.ts";
import { verifyData } from "../verify-data.ts";

/** The house itself: is all as it must be, and what is kept in case it burns. */
export const careCommands: CommandGroup = {
  verify: {
    usage: "verify",
    summary: "look through all data for what must never be; fails when something is found",
    async run(deps, input) {
      readNothing(input);
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
      const [folder] = input.words;
      if (folder === undefined || input.words.length !== 1)
        throw wrongUse("Give one folder that is not there yet.");
      await recordCommand(deps, "backup");
      const { megabytes } = await backUp(deps, folder);
      return {
        msg: `Backed up ${megabytes} MB to ${folder}. To look at it: GREENROOM_DATA=${folder} npm start`,
      };
    },
  },
};
