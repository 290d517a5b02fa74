import { parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { mailOutcome } from "../job-definitions.ts";
import { applyNoShow } from "../no-shows/apply-no-show.ts";
import { type BookingRecord, type RoomEvidence, readRecord } from "../rules.ts";
import { findDueBookings, getInterviewEvidence } from "../store.ts";
import { insertUnclear } from "../unclear/unclear-store.ts";
import { completeBooking } from "./complete-booking.ts";

/** Bookings per transaction: few enough that little is repeated after a crash. */
const batchSize = 50;

/**
 * Settles every booking whose end has passed by the room's record, and returns how many. Several servers may run it at
 * once.
 */
export async function completeDueBookings(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (;;) {
    const found = await findDueBookings(deps.database, now, batchSize);
    if (found.length === 0) return count;
    count += await inTransaction(deps.database, async (tx) => {
      await lockSubjects(
        tx,
        found.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]),
      );
      // Another server may have settled some of them meanwhile, or somebody may have moved them.
      const due = await findDueBookings(
        tx,
        now,
        batchSize,
        found.map(({ id }) => id),
      );
      for (const booking of due) await settleByRecord(deps, tx, booking, now);
      return due.length;
    });
  }
}

/**
 * Settles a booking whose end has passed: it took place, one party missed it, or the parties are asked. The caller holds
 * both parties' locks.
 */
async function settleByRecord(deps: Deps, tx: Tx, booking: BookingRecord, now: Date): Promise<void> {
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  const finding = readRecord(evidence, deps.config.minTogetherMinutes);
  switch (finding) {
    case "took-place":
    case "not-recorded":
      await completeBooking(deps, tx, booking, now);
      return;
    case "interviewee-absent":
    case "interviewer-absent":
      await applyNoShow(
        deps,
        tx,
        booking,
        finding === "interviewee-absent" ? "interviewee" : "interviewer",
        now,
      );
      for (const to of parties)
        await deps.jobs.enqueue(tx, mailOutcome, { bookingId: booking.id, to, about: "missed" });
      return;
    case "ended-early":
    case "nobody-came":
      await askParties(deps, tx, booking, { found: finding, evidence, reason: null, now });
  }
}

interface UnclearFinding {
  found: "ended-early" | "nobody-came";
  evidence: Pick<RoomEvidence, "secondsTogether">;
  /** Why it was short, in the interviewer's words. */
  reason: string | null;
  now: Date;
}

/** Keeps the booking pending, with its session and pay, until the parties or an operator have answered. */
export async function askParties(
  deps: Deps,
  tx: Tx,
  { id: bookingId }: BookingRecord,
  { found, evidence, reason, now }: UnclearFinding,
): Promise<void> {
  await insertUnclear(tx, { bookingId, found, secondsTogether: evidence.secondsTogether, reason, now });
  for (const to of parties) await deps.jobs.enqueue(tx, mailOutcome, { bookingId, to, about: found });
}
