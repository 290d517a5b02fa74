import { z } from "zod";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError } from "../../kernel/errors.ts";
import { giveCreditsInTransaction } from "../../money/credits/credits.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import type { ApprovableAction } from "./approvable-action.ts";

const payload = z.object({ userId: z.string(), sessions: z.number().int().min(1).max(100) });

/** Sessions for an interviewee that nobody paid for. */
export const grantAction: ApprovableAction<z.infer<typeof payload>> = {
  kind: "grant",
  payload,
  async plan(deps, tx, { userId, sessions }) {
    await lockSubjects(tx, [userId]);
    const person = await tx
      .selectFrom("users")
      .select(["email", "role"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (person === undefined) throw new AppError("not_found", { msg: "This person does not exist." });
    if (person.role === "interviewer") {
      throw new AppError("conflict", { msg: "This is an interviewer, who has no sessions to book." });
    }
    const balance = await findBalance(tx, userId);
    return {
      payload: { userId, sessions },
      lines: [
        {
          label: "Sessions",
          text: `${person.email} gets ${formatSessionCount(sessions)}: ${balance} left before, ${balance + sessions} after.`,
        },
        { label: "Shown to them", text: "They see your reason in their list of sessions." },
      ],
      typedConfirmation: null,
      state: [userId, sessions, balance],
      beneficiaries: [userId],
      amount: sessions,
      limit: deps.config.approval.grantSessions,
      format: formatSessionCount,
    };
  },
  async run(deps, tx, { userId, sessions }, { actor, reason, approved }) {
    const gift = { user: { id: userId, role: "interviewee" }, sessions, reason, actor };
    const { balance, lotId } = await giveCreditsInTransaction(deps, tx, {
      ...gift,
      ...(approved === undefined ? {} : { approved }),
    });
    return { msg: `${formatSessionCount(sessions)} given. They have ${balance} now.`, lotId };
  },
};
