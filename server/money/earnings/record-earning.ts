import type { Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { findSpentCredit } from "../credits/find-credits.ts";
import { interviewerShare } from "./rules.ts";
import { insertEarning } from "./store.ts";

interface CompletedBooking {
  bookingId: string;
  interviewerId: string;
  sharePercent: number;
  now: Date;
}

/**
 * Records a completed booking's earning: the interviewer's share of the price of the spent credit. It stays
 * `pending` until the mentor's feedback arrives. A booking without a spent credit earns nothing.
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
