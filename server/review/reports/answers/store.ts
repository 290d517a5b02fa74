import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";

/** The subject of a report: an interview, or a practice round. */
export type ReportSubject = { bookingId: string } | { roundId: string };

function keyOf(subject: ReportSubject): { column: "bookingId" | "roundId"; id: string } {
  return "bookingId" in subject
    ? { column: "bookingId", id: subject.bookingId }
    : { column: "roundId", id: subject.roundId };
}

interface NewDispute {
  claimId: string;
  userId: string;
  party: Party;
  line: string;
  madeAt: Date;
}

export async function putDispute(tx: Tx, subject: ReportSubject, dispute: NewDispute): Promise<void> {
  const { column, id } = keyOf(subject);
  const { line, madeAt, userId } = dispute;
  await tx
    .insertInto("reportDisputes")
    .values({ [column]: id, ...dispute })
    .onConflict((conflict) =>
      conflict.columns([column, "claimId", "party"]).doUpdateSet({ line, madeAt, userId }),
    )
    .execute();
}

export function selectDisputes(database: Database | Tx, subject: ReportSubject) {
  const { column, id } = keyOf(subject);
  return database
    .selectFrom("reportDisputes")
    .select(["claimId", "party", "line"])
    .where(column, "=", id)
    .orderBy("madeAt")
    .limit(100)
    .execute();
}

interface Rating {
  userId: string;
  isUseful: boolean;
  ratedAt: Date;
}

export async function putRating(tx: Tx, subject: ReportSubject, rating: Rating): Promise<void> {
  const { column, id } = keyOf(subject);
  const { isUseful, ratedAt } = rating;
  await tx
    .insertInto("reportRatings")
    .values({ [column]: id, ...rating })
    .onConflict((conflict) => conflict.column(column).doUpdateSet({ isUseful, ratedAt }))
    .execute();
}

export async function findRating(database: Database, subject: ReportSubject): Promise<boolean | null> {
  const { column, id } = keyOf(subject);
  const row = await database
    .selectFrom("reportRatings")
    .select("isUseful")
    .where(column, "=", id)
    .executeTakeFirst();
  return row?.isUseful ?? null;
}
