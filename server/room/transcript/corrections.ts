import type { InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { lockTranscript } from "./consent.ts";
import { findUtterance } from "./utterances.ts";

/** When the interview was completed; null until then. */
export async function findCompletedAt(database: Database | Tx, bookingId: string): Promise<Date | null> {
  const booking = await database
    .selectFrom("bookings")
    .select("completedAt")
    .where("id", "=", bookingId)
    .executeTakeFirst();
  return booking?.completedAt ?? null;
}

/**
 * Whether both parties can still correct what they said, and until when. Corrections end when the report is made from
 * the words.
 */
export async function readCorrections(
  { config, clock, database }: Pick<Deps, "config" | "clock"> & { database: Deps["database"] | Tx },
  { id }: Pick<BookingRecord, "id">,
): Promise<{ isOpen: boolean; until: Date | null }> {
  const completedAt = await findCompletedAt(database, id);
  const until = completedAt && new Date(completedAt.getTime() + config.correctionMinutes * 60_000);
  const isDue = until !== null && clock.now() >= until;
  return { isOpen: !isDue && !(await hasReport(database, id)), until };
}

/**
 * Corrects the text of something that the actor said; the original transcription is kept. Throws `not_found` for
 * other people's utterances, `conflict` once the report is made or due, and `too_many_requests`.
 */
export async function correctUtterance(
  deps: Deps,
  actor: Actor,
  { bookingId, utteranceId: id, text }: { bookingId: string; utteranceId: string; text: string },
): Promise<{ id: string; text: string; originalText: string | null }> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    const utterance = await findUtterance(tx, id);
    if (utterance?.bookingId !== bookingId || utterance.speakerId !== actor.userId) {
      throw new AppError("not_found", { msg: "You did not say this in this interview." });
    }
    if (!(await readCorrections({ ...deps, database: tx }, booking)).isOpen) {
      throw conflict("The time for corrections has ended: the report is made from these words.");
    }
    const transcribed = utterance.originalText ?? utterance.text;
    const corrected = { id, text, originalText: text === transcribed ? null : transcribed };
    const { originalText } = corrected;
    await tx
      .updateTable("roomUtterances")
      .set({ text, originalText, correctedAt: originalText === null ? null : deps.clock.now() })
      .where("id", "=", id)
      .execute();
    return corrected;
  });
}

/** Whether the transcript still has all words of this record. Holds them until the transaction ends. */
export async function keepTranscript(
  tx: Tx,
  { bookingId, items }: Pick<InterviewRecord, "bookingId" | "items">,
): Promise<boolean> {
  const utterances = items.filter((item) => item.kind === "utterance");
  if (utterances.length === 0) return true;
  await lockTranscript(tx, bookingId);
  const rows = await tx
    .selectFrom("roomUtterances")
    .select(["id", "text"])
    .where("bookingId", "=", bookingId)
    .execute();
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  return utterances.every(({ id, text }) => texts.get(id) === text);
}

/** Whether an interview has a report. */
export async function hasReport(database: Database | Tx, bookingId: string): Promise<boolean> {
  const report = await database
    .selectFrom("aiReports")
    .select("bookingId")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return report !== undefined;
}
