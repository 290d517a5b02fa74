import type { ErrorCode } from "@greenroom/contract/core/errors.ts";
import pg from "pg";

/**
 * The code of the error for a constraint that catches what the operation's own check missed, which only a race can
 * cause. The domain that owns the constraint has its sentence.
 */
export const codeByConstraint = {
  availability_no_overlap: "conflict",
  bookings_no_overlap: "conflict",
  bookings_one_live_per_slot: "slot_taken",
  booking_in_time: "slot_taken",
  booking_of_an_account: "not_found",
  credit_balance_never_negative: "no_credits",
  credit_must_be_in_hand: "no_credits",
  feedback_one_per_booking: "already_given",
  no_show_one_report_a_party: "already_given",
  payouts_reference_once: "conflict",
  feedback_files_pkey: "already_given",
} as const satisfies Record<string, ErrorCode>;

export type KnownConstraint = keyof typeof codeByConstraint;

/** The name of the constraint that refused a write; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;
}
