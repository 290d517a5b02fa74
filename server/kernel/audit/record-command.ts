import { inTransaction } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { recordAudit } from "./record-audit.ts";

/** Records a read-only command, because reading people's data is audited too. */
export async function recordCommand(
  deps: Pick<Deps, "database" | "clock">,
  command: string,
  subject = "everybody",
  details: Record<string, unknown> = {},
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: "command line",
      action: `command.${command}`,
      subject,
      details,
      now: deps.clock.now(),
    }),
  );
}
