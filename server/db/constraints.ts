import pg from "pg";
import { AppError } from "../core/errors.ts";

/** The error for a constraint that catches what the operation's own check missed, which only a race can cause. */
const errorByConstraint: Record<string, () => AppError> = {
  availability_no_overlap: () =>
    new AppError("conflict", { msg: "This slot overlaps with another slot of yours." }),
  bookings_no_overlap: () => new AppError("conflict", { msg: "You already have an interview at this time." }),
  bookings_one_live_per_slot: () => slotTakenError(),
  booking_in_time: () =>
    new AppError("slot_taken", {
      msg: "This slot can no longer be booked: its interviewer needs longer notice. Please choose another one.",
    }),
  credit_balance_never_negative: () => noCreditsError(),
  credit_must_be_in_hand: () => noCreditsError(),
  feedback_one_per_booking: () =>
    new AppError("already_given", { msg: "You have already given feedback for this session." }),
  no_show_one_report_a_party: () => new AppError("already_given", { msg: "You have reported this already." }),
  payouts_reference_once: () =>
    new AppError("conflict", { msg: "This interviewer was paid under this reference before." }),
  feedback_files_pkey: () =>
    new AppError("already_given", { msg: "A feedback file was already uploaded for this interview." }),
};

export function slotTakenError(): AppError {
  return new AppError("slot_taken", { msg: "This slot has just been taken. Please choose another one." });
}

function noCreditsError(): AppError {
  return new AppError("no_credits", {
    msg: "You've used all your sessions. Purchase more sessions to book.",
  });
}

/** The typed error for a violated database constraint, or null for any other error. */
export function toConstraintError(error: unknown): AppError | null {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return null;
  return errorForConstraint(error.constraint);
}

/** The typed error for a constraint by its name; null if we have no message for users. */
export function errorForConstraint(constraint: string): AppError | null {
  return errorByConstraint[constraint]?.() ?? null;
}
