import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findRefusal } from "../../kernel/mail/deliveries.ts";
import { countGranted } from "../../money/credits/credits.ts";
import { sumPayments } from "../../money/payments/purchases.ts";
import { findDueOf, sumPaidOut } from "../../money/payouts/payouts.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import { countSignIns, operatorAccess } from "../../people/accounts/sign-in.ts";
import { summarizeRatings } from "../../review/ratings.ts";
import { findQuality } from "../interviewers/list-quality.ts";
import { getAccount } from "./get-account.ts";

/** One person with their figures. Reading them is audited. Throws `not_found`. */
export async function getPerson(deps: Deps, actor: Actor, userId: string): Promise<OperatorPerson> {
  const { database } = deps;
  const now = deps.clock.now();
  const user = await getAccount(database, userId);
  const [{ paidPaise, refundedPaise }, sessionsLeft, sessionsGranted, ratings, signIns, refusal, due] =
    await Promise.all([
      sumPayments(database, userId),
      findBalance(database, userId),
      countGranted(database, userId),
      summarizeRatings(database, userId, user.role === "interviewer" ? "interviewer" : "interviewee"),
      countSignIns(database, userId, now),
      findRefusal(database, user.email),
      findDueOf(database, userId),
    ]);
  await recordPersonView(deps, actor, { action: "desk.person-viewed", userId });
  const operator = operatorAccess({ ...user, openedAt: null, confirmedAt: null });
  return {
    _id: user.id,
    name: fullName(user),
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    timeZone: user.timeZone,
    role: user.role,
    isOperator: user.isOperator,
    operatorLevel: operator?.level ?? null,
    isBlocked: user.blockedAt !== null,
    isDeleted: user.deletedAt !== null,
    joinedAt: user.createdAt.toISOString(),
    paidRupees: rupeesFromPaise(paidPaise),
    refundedRupees: rupeesFromPaise(refundedPaise),
    sessionsLeft,
    sessionsGranted,
    interviewing: user.role === "interviewer" ? await getInterviewing(database, userId, due.duePaise) : null,
    dueRupees: rupeesFromPaise(due.duePaise),
    deductedRupees: rupeesFromPaise(due.deductedPaise),
    rating: ratings.average,
    ratings: ratings.count,
    signIns,
    mailRefusal: refusal === null ? null : { reply: refusal.reply, lastAt: refusal.lastAt.toISOString() },
  };
}

async function getInterviewing(database: Database, userId: string, duePaise: Paise) {
  const [paidOutPaise, { completed, punctuality }] = await Promise.all([
    sumPaidOut(database, userId),
    findQuality(database, userId),
  ]);
  return {
    earnedRupees: rupeesFromPaise(paidOutPaise + duePaise),
    paidOutRupees: rupeesFromPaise(paidOutPaise),
    completed,
    punctuality,
  };
}

/** Records in the audit log that an operator looked at a person's data. */
export async function recordPersonView(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  { action, userId, details = {} }: { action: string; userId: string; details?: Record<string, unknown> },
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: { userId: actor.userId },
      action,
      subject: `user:${userId}`,
      details,
      now: deps.clock.now(),
    }),
  );
}
