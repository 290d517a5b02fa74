import { AppError } from "../../core/errors.ts";
import type { Database, Tx } from "../../db/database.ts";
import { setRole } from "../accounts/set-rights.ts";
import { type GrantDeps, grantRight, type Right } from "./grant-right.ts";

/** Why this account cannot become an interviewer now, as a sentence; null when it can. An interviewer books no interviews. */
export async function findInterviewerObstacle(
  database: Database | Tx,
  { id, email }: { id: string; email: string },
): Promise<string | null> {
  const account = await database
    .selectFrom("creditAccounts")
    .select("balance")
    .where("userId", "=", id)
    .executeTakeFirst();
  const upcoming = await database
    .selectFrom("bookings")
    .select("id")
    .where("intervieweeId", "=", id)
    .where("status", "=", "pending")
    .limit(1)
    .executeTakeFirst();
  if ((account?.balance ?? 0) <= 0 && upcoming === undefined) return null;
  return `${email} still has sessions or an upcoming interview as an interviewee. An interviewer needs an account of their own.`;
}

/** Not for somebody with interviews or sessions of their own: an interviewer books none. */
export const interviewerRight: Right = {
  name: "interviewer",
  isHeldBy: ({ role }) => role === "interviewer",
  async grantTo(tx, { id }, email) {
    const obstacle = await findInterviewerObstacle(tx, { id, email });
    if (obstacle !== null) throw new AppError("conflict", { msg: obstacle });
    await setRole(tx, id, "interviewer");
  },
};

/** Makes an account an interviewer. Throws `not_found`, or `conflict` for somebody with interviews or sessions of their own. */
export async function grantInterviewer(deps: GrantDeps, email: string): Promise<{ msg: string }> {
  return await grantRight(deps, interviewerRight, email);
}
