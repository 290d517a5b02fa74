import { AppError } from "../../http/errors.ts";
import { type GrantDeps, grantRight, type Right } from "./grant-right.ts";

/** Not for somebody with interviews or sessions of their own: an interviewer books none. */
export const interviewerRight: Right = {
  name: "interviewer",
  isHeldBy: ({ role }) => role === "interviewer",
  async giveTo(tx, { id }, email) {
    const account = await tx
      .selectFrom("creditAccounts")
      .select("balance")
      .where("userId", "=", id)
      .executeTakeFirst();
    const upcoming = await tx
      .selectFrom("bookings")
      .select("id")
      .where("intervieweeId", "=", id)
      .where("status", "=", "pending")
      .limit(1)
      .executeTakeFirst();
    if ((account?.balance ?? 0) > 0 || upcoming !== undefined) {
      throw new AppError("conflict", {
        msg: `${email} still has sessions or an upcoming interview as an interviewee. An interviewer needs an account of their own.`,
      });
    }
    await tx.updateTable("users").set({ role: "interviewer" }).where("id", "=", id).execute();
  },
};

/** Makes an account an interviewer. Throws `not_found`, or `conflict` for somebody with interviews or sessions of their own. */
export async function grantInterviewer(deps: GrantDeps, email: string): Promise<{ msg: string }> {
  return await grantRight(deps, interviewerRight, email);
}
