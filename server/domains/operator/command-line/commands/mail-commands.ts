import { recordCommand } from "../../../../audit/record-command.ts";
import { listRefusals } from "../../../../mail/refusals.ts";
import type { Commands } from "../command.ts";

export function addMailCommands({ add, plan }: Commands): void {
  add(
    "mail refused",
    "list the newest 200 addresses that the mail server refused for good and has not accepted since",
  ).action(() =>
    plan(async (deps) => {
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
    }),
  );
}
