import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { recordAudit } from "./record-audit.ts";

/** Leaves the audit line of a command that only looked: who reads people's data is remembered too. */
export async function recordCommand(
  deps: Pick<Deps, "database" | "clock">,
  command: string,
  subject = "everybody",
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: "command line",
      action: `command.${command}`,
      subject,
      now: deps.clock.now(),
    }),
  );
}
