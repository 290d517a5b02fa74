import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Tx } from "../../kernel/db/database.ts";
import { isDatabaseUnavailable } from "../../kernel/db/database-errors.ts";
import { isRetryable } from "../../kernel/db/transaction.ts";
import type { Deps, SettledPayment } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { bookingKeyOf } from "../../money/payments/rules.ts";
import { announceBookings, bookOne } from "../bookings/book.ts";
import { findSlotRow, releaseHoldFor } from "./holds.ts";
import { offerToWaiting } from "./offers.ts";

/** A slot whose hold ran out is still booked if the payment arrives within so many minutes of the order. */
const latePaymentMinutes = 60;

type BookingDeps = Pick<Deps, "clock" | "jobs" | "log">;

/**
 * Books the slot that a settled payment is for, in its transaction, which holds the locks of both people. If the slot is
 * gone, or the buyer has another interview then or may no longer book, the session stays in their account. A booking
 * that fails never rolls back the payment.
 */
export async function bookPaidSlot(deps: BookingDeps, tx: Tx, payment: SettledPayment): Promise<void> {
  const { slotId, orderId } = payment;
  if (slotId === null) return;
  await sql`savepoint booking_of_payment`.execute(tx);
  try {
    const outcome = await bookWithin(deps, tx, { ...payment, slotId });
    // What the database checks at the end of a transaction would otherwise fail the payment.
    await sql`set constraints all immediate`.execute(tx);
    await sql`set constraints all deferred`.execute(tx);
    deps.log.info({ orderId, slotId, outcome }, "a payment for a slot was settled");
  } catch (error) {
    if (isRetryable(error) || isDatabaseUnavailable(error)) throw error;
    await sql`rollback to savepoint booking_of_payment`.execute(tx);
    deps.log.error({ err: error, orderId, slotId }, "the slot of a payment could not be booked");
  }
}

async function bookWithin(
  deps: BookingDeps,
  tx: Tx,
  { orderId, userId, slotId, orderedAt }: SettledPayment & { slotId: string },
): Promise<string> {
  const now = deps.clock.now();
  const slot = await findSlotRow(tx, slotId);
  if (slot === null || slot.startsAt <= now) return "over";
  const { role, blockedAt } = await tx
    .selectFrom("users")
    .select(["role", "blockedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (role !== "interviewee" || blockedAt !== null) return "not-allowed";
  const hold = await tx
    .selectFrom("slotHolds")
    .select("slotId")
    .where("slotId", "=", slotId)
    .where("userId", "=", userId)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  if (hold === undefined && now > addMinutes(orderedAt, latePaymentMinutes)) return "too-late";
  await releaseHoldFor(deps, tx, { slotId, userId, now });
  const { outcome } = await bookOne(tx, {
    ...{ id: newId(), interviewerId: slot.interviewerId, intervieweeId: userId, startsAt: slot.startsAt },
    ...{ idempotencyKey: bookingKeyOf(orderId), goal: null, now },
  });
  if (outcome === "booked") await deps.jobs.enqueue(tx, announceBookings, {});
  else await offerToWaiting(deps, tx, { slotId, leftBy: userId });
  return outcome;
}
