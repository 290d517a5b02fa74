import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { recordAudit } from "./record-audit.ts";

/** Gives an account the operator's flag. Throws `not_found`. */
export async function grantOperator(
  deps: Pick<Deps, "database" | "clock">,
  email: string,
): Promise<{ msg: string }> {
  return inTransaction(deps.database, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "isOperator"])
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
    if (user.isOperator) return { msg: `${email} is an operator already.` };
    await tx.updateTable("users").set({ isOperator: true }).where("id", "=", user.id).execute();
    await recordAudit(tx, {
      actorUserId: null,
      action: "role.operator-granted",
      subject: `user:${user.id}`,
      now: deps.clock.now(),
    });
    return { msg: `${email} is an operator now.` };
  });
}
