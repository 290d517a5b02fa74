import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { recordAudit } from "./record-audit.ts";

/** Makes an account an interviewer. Throws `not_found`, or `conflict` for somebody with interviews or sessions of their own. */
export async function grantInterviewer(
  deps: Pick<Deps, "database" | "clock">,
  email: string,
): Promise<{ msg: string }> {
  return inTransaction(deps.database, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "role"])
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
    if (user.role === "interviewer") return { msg: `${email} is an interviewer already.` };
    const account = await tx
      .selectFrom("creditAccounts")
      .select("balance")
      .where("userId", "=", user.id)
      .executeTakeFirst();
    const upcoming = await tx
      .selectFrom("bookings")
      .select("id")
      .where("intervieweeId", "=", user.id)
      .where("status", "=", "pending")
      .limit(1)
      .executeTakeFirst();
    if ((account?.balance ?? 0) > 0 || upcoming !== undefined) {
      throw new AppError("conflict", {
        msg: `${email} still has sessions or an upcoming interview as an interviewee. An interviewer needs an account of their own.`,
      });
    }
    await tx.updateTable("users").set({ role: "interviewer" }).where("id", "=", user.id).execute();
    await recordAudit(tx, {
      actorUserId: null,
      action: "role.interviewer-granted",
      subject: `user:${user.id}`,
      now: deps.clock.now(),
    });
    return { msg: `${email} is an interviewer now.` };
  });
}
