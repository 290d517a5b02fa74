import pg from "pg";
import { AppError } from "../http/errors.ts";

/** What each rule of the schema says to people when it had to step in (a race that the operation's own check lost). */
const messages: Record<string, () => AppError> = {
  availability_no_overlap: () =>
    new AppError("conflict", { msg: "This slot overlaps with another slot of yours." }),
  bookings_no_overlap: () => new AppError("conflict", { msg: "You already have an interview at this time." }),
  bookings_one_live_per_slot: () => slotTaken(),
  booking_in_time: () =>
    new AppError("slot_taken", {
      msg: "This slot can no longer be booked: its interviewer needs longer notice. Please choose another one.",
    }),
  credit_balance_never_negative: () => noCredits(),
  credit_must_be_in_hand: () => noCredits(),
  feedback_one_per_booking: () =>
    new AppError("already_given", { msg: "You have already given feedback for this session." }),
  no_show_one_report_a_party: () => new AppError("already_given", { msg: "You have reported this already." }),
  payouts_reference_once: () =>
    new AppError("conflict", { msg: "This interviewer was paid under this reference before." }),
  feedback_files_pkey: () =>
    new AppError("already_given", { msg: "A feedback file was already uploaded for this interview." }),
};

export function slotTaken(): AppError {
  return new AppError("slot_taken", { msg: "This slot has just been taken. Please choose another one." });
}

export function noCredits(): AppError {
  return new AppError("no_credits", {
    msg: "You've used all your sessions. Purchase more sessions to book.",
  });
}

/** The typed error for a violated rule of the schema, or null when the error is something else. */
export function errorOfConstraint(error: unknown): AppError | null {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return null;
  return ruleOf(error.constraint);
}

/** The typed error for a rule of the schema by its name, or null when people are told nothing of it. */
export function ruleOf(constraint: string): AppError | null {
  return messages[constraint]?.() ?? null;
}
