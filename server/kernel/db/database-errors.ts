import type { ErrorCode } from "@greenroom/contract/kernel/endpoint.ts";
import pg from "pg";
import { AppError } from "../errors.ts";

/**
 * Errors that mean the database is unavailable, rather than that the statement is wrong: SQLSTATE classes 08
 * and 57P, 53100 (its disk is full) and 53300 (too many connections). During a failover the name may not resolve, the
 * machine may be gone, and the address may already lead to a standby that still refuses writes (25006).
 */
const connectionErrorCodes = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53100",
  "53300",
  "25006",
]);

/**
 * Messages of pg errors without a code, for example when the connection was lost before the statement was
 * sent.
 */
const connectionErrorMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/i;

/** Whether an error means that the database is unavailable, so that the caller can retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return (
    connectionErrorCodes.has(code) ||
    code.startsWith("08") ||
    // The database's Unix socket is missing. A missing file has the same code.
    (code === "ENOENT" && syscall === "connect") ||
    connectionErrorMessages.test(error.message)
  );
}

export const slotTakenMessage = "This slot has just been taken. Please choose another one.";
const noCreditsMessage = "You've used all your sessions. Purchase more sessions to book.";

/**
 * What people read when a rule of the database catches what the operation's own check missed, which only a race can
 * cause.
 */
const refusals: Readonly<Record<string, { code: ErrorCode; msg: string }>> = {
  availability_no_overlap: { code: "conflict", msg: "This slot overlaps with another of your slots." },
  bookings_no_overlap: { code: "conflict", msg: "You already have an interview at this time." },
  bookings_one_live_per_slot: { code: "slot_taken", msg: slotTakenMessage },
  booking_in_time: {
    code: "slot_taken",
    msg: "This slot can no longer be booked: its interviewer needs longer notice. Please choose another one.",
  },
  booking_of_an_account: { code: "not_found", msg: "This account no longer exists." },
  credit_balance_never_negative: { code: "no_credits", msg: noCreditsMessage },
  credit_must_be_in_hand: { code: "no_credits", msg: noCreditsMessage },
  feedback_one_per_booking: {
    code: "already_given",
    msg: "You have already given feedback for this session.",
  },
  feedback_files_pkey: {
    code: "already_given",
    msg: "A feedback file was already uploaded for this interview.",
  },
  no_show_one_report_a_party: { code: "already_given", msg: "You have reported this already." },
  payouts_reference_once: {
    code: "conflict",
    msg: "This interviewer was paid under this reference before.",
  },
};

/** The name of the constraint that refused a write; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;
}

/** The typed error for a violated database constraint, or null for any other error. */
export function toConstraintError(error: unknown): AppError | null {
  const constraint = violatedConstraint(error);
  return constraint === null ? null : errorForConstraint(constraint);
}

/** The typed error for a constraint by its name; null if we have no message for users. */
export function errorForConstraint(constraint: string): AppError | null {
  const refusal = Object.hasOwn(refusals, constraint) ? refusals[constraint] : undefined;
  return refusal === undefined ? null : new AppError(refusal.code, { msg: refusal.msg });
}
