import type { DB } from "../../db/types.ts";

/** Rows of one table that are about a person. */
export interface HeldRows {
  table: string & keyof DB;
  /** Columns of which one names the person: by id, or where there is no id by e-mail address. */
  owner: readonly string[];
  by?: "email";
  /** Columns that are keys to something and not data about anybody. */
  omit?: readonly string[];
}

/**
 * Where anything is held about a person. A table that refers to `users` and is not here fails privacy.test.ts: whoever adds
 * one says here what its owner is shown, and in delete-account.ts what becomes of it.
 */
export const heldRows: readonly HeldRows[] = [
  { table: "users", owner: ["id"], omit: ["passwordHash"] },
  { table: "authSessions", owner: ["user_id"], omit: ["tokenHash"] },
  { table: "codes", owner: ["email"], by: "email", omit: ["codeHash", "signup"] },
  { table: "codeGuesses", owner: ["email"], by: "email" },
  { table: "invitations", owner: ["email"], by: "email" },
  { table: "interviewerProfiles", owner: ["user_id"] },
  { table: "resumes", owner: ["user_id"] },
  { table: "resumeFiles", owner: ["user_id"] },
  { table: "weeklyRules", owner: ["interviewer_id"] },
  { table: "timeOff", owner: ["interviewer_id"] },
  { table: "availability", owner: ["interviewer_id"] },
  { table: "calendarFeeds", owner: ["user_id"], omit: ["tokenHash"] },
  { table: "bookings", owner: ["interviewee_id", "interviewer_id"] },
  { table: "bookingMoves", owner: ["from_interviewer_id"] },
  { table: "roomVisits", owner: ["user_id"] },
  { table: "roomMessages", owner: ["sender_id"] },
  { table: "roomNotes", owner: ["author_id"] },
  { table: "roomCodeRuns", owner: ["runner_id"] },
  { table: "feedback", owner: ["interviewee_id", "interviewer_id"] },
  { table: "aiReports", owner: ["interviewee_id"] },
  { table: "earnings", owner: ["interviewer_id"] },
  { table: "payouts", owner: ["interviewer_id"] },
  { table: "quotes", owner: ["user_id"] },
  { table: "orders", owner: ["user_id"] },
  { table: "payments", owner: ["user_id"] },
  { table: "refunds", owner: ["user_id"] },
  { table: "foundingMembers", owner: ["user_id"] },
  { table: "creditLots", owner: ["user_id"] },
  { table: "credits", owner: ["user_id"] },
  { table: "creditAccounts", owner: ["user_id"] },
  { table: "ledgerEntries", owner: ["user_id"] },
  { table: "contactMessages", owner: ["email"], by: "email" },
  { table: "mailRefusals", owner: ["address"], by: "email" },
  { table: "auditLog", owner: ["actor_user_id"] },
];
