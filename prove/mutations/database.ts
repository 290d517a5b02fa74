import type { Mutation } from "./mutation.ts";

const ledger = "server/domains/credits/ledger.test.ts";
const races = "server/domains/bookings/races.test.ts";
const booking = "server/domains/bookings/booking.test.ts";
const refusals = "server/db/refusals.test.ts";

function dropConstraint(table: string, name: string, ...tests: string[]): Mutation {
  return { name, sql: `alter table ${table} drop constraint ${name};`, tests };
}

function dropIndex(name: string, ...tests: string[]): Mutation {
  return { name, sql: `drop index ${name};`, tests };
}

function dropTrigger(table: string, name: string, ...tests: string[]): Mutation {
  return { name, sql: `drop trigger ${name} on ${table};`, tests };
}

/** Constraints, unique indexes and triggers. */
export const databaseMutations: Mutation[] = [
  dropConstraint("bookings", "bookings_no_overlap", booking, races),
  dropConstraint(
    "availability",
    "availability_no_overlap",
    "server/domains/availability/availability.test.ts",
  ),
  dropIndex("bookings_one_live_per_slot", booking, refusals),
  dropIndex("bookings_idempotency", booking, refusals),
  dropIndex("ledger_one_grant_per_lot", ledger, refusals),
  dropIndex("ledger_one_spend_per_booking", ledger, refusals),
  dropIndex("ledger_one_return_per_booking", ledger, refusals),
  dropIndex("ledger_one_refund_per_credit", ledger, refusals),
  dropConstraint("credit_accounts", "credit_balance_never_negative", ledger, refusals),
  dropTrigger("ledger_entries", "ledger_is_append_only", refusals),
  dropTrigger("credit_accounts", "balance_follows_ledger", ledger, refusals),
  dropTrigger("credits", "credits_follow_ledger", ledger, refusals),
  dropTrigger("credits", "credits_are_never_deleted", ledger, refusals),
  dropIndex("feedback_one_per_booking", "server/domains/feedback/feedback.test.ts"),
  dropIndex("earnings_one_per_booking", "server/domains/bookings/lifecycle/completion.test.ts", refusals),
  dropConstraint("no_show_reports", "no_show_one_report_a_party", refusals),
  dropConstraint("payouts", "payouts_reference_once", "server/domains/payouts/payouts.test.ts", refusals),
  dropTrigger("payouts", "payouts_are_append_only", "server/domains/payouts/payouts.test.ts", refusals),
  dropTrigger("payouts", "payout_is_its_lines", "server/domains/payouts/payouts.test.ts"),
  dropConstraint("credit_lots", "credit_lots_payment_id_key", ledger, refusals),
  dropIndex("payments_provider_payment_unique", "server/domains/payments/purchase.test.ts"),
  dropTrigger("bookings", "bookings_are_in_time", "server/domains/availability/weekly/weekly.test.ts"),
  dropIndex("users_email_unique", "server/domains/accounts/sign-up/sign-up.test.ts", refusals),
  dropTrigger("audit_log", "audit_log_is_append_only", refusals),
  dropIndex("room_visits_one_open", "server/domains/rooms/rooms.test.ts", refusals),
];
