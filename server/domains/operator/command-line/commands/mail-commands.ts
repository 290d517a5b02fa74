import { recordCommand } from "../../../../audit/record-command.ts";
import { listRefusals } from "../../../../mail/refusals.ts";
import type { CommandGroup } from "../command.ts";
import { readNoArguments } from "../read-input.ts";

export const mailCommands: CommandGroup = {
  "mail refused": {
    usage: "mail refused",
    summary: "the newest 200 addresses that the mail server refused for good, until a mail to them is taken",
    async run(deps, input) {
      readNoArguments(input);
      await recordCommand(deps, "mail-refused");
      const refusals = await listRefusals(deps.database, 200);
      return {
        rows: refusals.map(({ address, reply, times, lastAt }) => ({
          lastAt: lastAt.toISOString(),
          address,
          times,
          reply,
        })),
      };
    },
  },
};
