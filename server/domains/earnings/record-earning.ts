import type { Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { findSpentCredit } from "../credits/find-spent-credit.ts";
import { interviewerShare } from "./rules.ts";
import { insertEarning } from "./store.ts";

interface CompletedBooking {
  bookingId: string;
  interviewerId: string;
  sharePercent: number;
  now: Date;
}

/**
 * Writes what a completed booking earns, `pending` until the mentor's feedback is in: the share of what that very
 * session was sold for. A booking on which no session was spent was sold for nothing.
 */
export async function recordEarning(
  tx: Tx,
  { bookingId, interviewerId, sharePercent, now }: CompletedBooking,
): Promise<void> {
  const sessionPricePaise = (await findSpentCredit(tx, bookingId))?.valuePaise ?? 0;
  await insertEarning(tx, {
    id: newId(),
    bookingId,
    interviewerId,
    sessionPricePaise,
    sharePercent,
    amountPaise: interviewerShare(sessionPricePaise, sharePercent),
    createdAt: now,
  });
}
