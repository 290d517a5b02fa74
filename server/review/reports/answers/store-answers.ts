import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Claim } from "@greenroom/contract/schedule/report-shape.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { findRating, putDispute, putRating, type ReportSubject, selectDisputes } from "./store.ts";

/* Answers to a report of an interview or a practice round. The caller checks that the person may read it. */

interface DisputeInput {
  party: Party;
  /** The claims of the report, which cannot be replaced until the transaction ends. */
  readClaims: (tx: Tx) => Promise<readonly Pick<Claim, "id">[]>;
  claimId: string;
  line: string;
}

/** Stores a party's dispute of a claim; a second one replaces the first. Throws `not_found` for another claim. */
export async function storeDispute(
  { database, clock }: Deps,
  { userId }: Actor,
  subject: ReportSubject,
  { party, readClaims, claimId, line }: DisputeInput,
): Promise<{ msg: string }> {
  await inTransaction(database, async (tx) => {
    if (!(await readClaims(tx)).some(({ id }) => id === claimId)) {
      throw new AppError("not_found", { msg: "This report has no such point." });
    }
    await lockAccount(tx, userId);
    await putDispute(tx, subject, { claimId, userId, party, line, madeAt: clock.now() });
  });
  return { msg: "Thank you. Your dispute is shown with this point." };
}

/** Stores whether a report was useful; the last answer counts. */
export async function storeRating(
  { database, clock }: Deps,
  { userId }: Actor,
  subject: ReportSubject,
  isUseful: boolean,
): Promise<{ msg: string }> {
  await inTransaction(database, async (tx) => {
    await lockAccount(tx, userId);
    await putRating(tx, subject, { userId, isUseful, ratedAt: clock.now() });
  });
  return { msg: "Thank you for telling us." };
}

/** The answers to a report: both parties' disputes, and whether it was useful. */
export async function readAnswers(
  { database }: Pick<Deps, "database">,
  subject: ReportSubject,
): Promise<{ disputes: Dispute[]; useful: boolean | null }> {
  const disputes = await selectDisputes(database, subject);
  return {
    disputes: disputes.map(({ claimId, party, line }) => ({ claimId, by: party as Party, line })),
    useful: await findRating(database, subject),
  };
}
