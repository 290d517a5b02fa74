import type { Mutation } from "./mutation.ts";

const ledger = "server/domains/credits/ledger.test.ts";
const booking = "server/domains/bookings/booking.test.ts";
const payouts = "server/domains/payouts/payouts.test.ts";
const deskPayouts = "server/domains/operator/payouts";
const proposals = "server/domains/operator/bookings/move-proposals.test.ts";
const deadline = "server/domains/feedback/deadline";
const todayFeedback = "server/domains/operator/today/feedback-lines.test.ts";
const deskBookings = "server/domains/operator/bookings/desk-bookings.test.ts";
const changedDays = "server/domains/operator/figures/changed-days.test.ts";
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

/** A rule that the tests of refusals try by its name. */
function refused(mutation: Mutation, noticedBy = `the database refuses a row by ${mutation.name}`): Mutation {
  return { ...mutation, tests: [refusals], noticedBy };
}

/** An index or a constraint that a made-up second row violates. */
function once(mutation: Mutation): Mutation {
  return {
    ...mutation,
    tests: ["server/db/unique-rows.test.ts"],
    noticedBy: `${mutation.name} refuses a second row`,
  };
}

/** A constraint that a made-up row violates. */
function checked(table: string, name: string): Mutation {
  return {
    ...dropConstraint(table, name),
    tests: ["server/db/checked-rows.test.ts"],
    noticedBy: `${name} refuses a row`,
  };
}

/** A trigger that refuses every change of one kind. */
function kept(table: string, name: string, what: string): Mutation {
  return refused(dropTrigger(table, name), `the database refuses ${what}`);
}

const constraints: Mutation[] = [
  dropConstraint("bookings", "bookings_no_overlap", booking, "server/domains/bookings/races.test.ts"),
  dropConstraint(
    "availability",
    "availability_no_overlap",
    "server/domains/availability/availability.test.ts",
  ),
  refused(dropConstraint("credit_accounts", "credit_balance_never_negative")),
  refused(dropConstraint("no_show_reports", "no_show_one_report_a_party")),
  dropConstraint("payouts", "payouts_reference_once", payouts, refusals),
  refused(dropConstraint("credit_lots", "credit_lots_payment_id_key")),
  once(dropConstraint("calendar_feeds", "calendar_feeds_token_hash_key")),
  once(dropConstraint("credits", "credits_lot_id_ordinal_key")),
  once(dropConstraint("feedback_files", "feedback_files_storage_key_key")),
  once(dropConstraint("feedback_files", "feedback_files_pkey")),
  once(dropConstraint("founding_members", "founding_members_payment_id_key")),
  once(dropConstraint("generated_resumes", "generated_resumes_storage_key_key")),
  once(dropConstraint("host_allocations", "host_allocations_no_overlap")),
  once(dropConstraint("interviewer_profiles", "interviewer_profiles_photo_key_key")),
  once(dropConstraint("known_devices", "known_devices_user_id_token_hash_key")),
  once(dropConstraint("lockout_notices", "lockout_notices_email_on_day_key")),
  once(dropConstraint("orders", "orders_quote_id_key")),
  once(dropConstraint("payout_batch_lines", "payout_batch_lines_pkey")),
  once(dropConstraint("payout_lines", "payout_lines_pkey")),
  once(dropConstraint("refunds", "refunds_provider_refund_id_key")),
  once(dropConstraint("sandbox.refunds", "refunds_idempotency_key_key")),
  once(dropConstraint("remedies", "remedies_pkey")),
  once(dropConstraint("remedies", "remedies_lot_id_key")),
  once(dropConstraint("request_keys", "request_keys_pkey")),
  once(dropConstraint("resume_files", "resume_files_storage_key_key")),
  once(dropConstraint("room_board_elements", "room_board_elements_pkey")),
  once(dropConstraint("room_code_snapshots", "room_code_snapshots_booking_id_position_key")),
  once(dropConstraint("settlement_files", "settlement_files_content_hash_key")),
  once(dropConstraint("site_texts", "site_texts_pkey")),
  checked("bookings", "bookings_cancelled_by_somebody"),
  checked("bookings", "bookings_cancelled_is_cancelled"),
  checked("bookings", "bookings_forfeited_by_interviewee"),
  checked("earnings", "earnings_credited_when"),
  checked("earnings", "earnings_voided_when"),
  checked("feedback_summaries", "feedback_summaries_summary_check"),
  checked("feedback_summaries", "feedback_summaries_writing_seconds_check"),
  checked("meetings", "meetings_made_or_under_way"),
  checked("move_proposals", "move_proposals_need_both"),
  checked("operator_approvals", "operator_approvals_need_another"),
  checked("payout_batches", "payout_batches_check"),
  checked("practice_reports", "practice_reports_check"),
  checked("refunds", "refunds_refused_when"),
  checked("refunds", "refunds_done_is_not_refused"),
  checked("refunds", "refunds_sessions_check"),
  checked("report_disputes", "report_disputes_about_one"),
  checked("report_ratings", "report_ratings_about_one"),
  checked("room_board_elements", "room_board_elements_bytes_check"),
  checked("room_board_elements", "room_board_elements_check"),
  checked("room_code_runs", "room_code_runs_figures_check"),
  checked("settlement_files", "settlement_files_refund_span"),
  checked("users", "users_deleted_is_blocked"),
  checked("users", "users_with_a_level_are_operators"),
];

const indexes: Mutation[] = [
  refused(dropIndex("bookings_one_live_per_slot")),
  refused(dropIndex("bookings_idempotency")),
  refused(dropIndex("ledger_one_grant_per_lot")),
  refused(dropIndex("ledger_one_spend_per_booking")),
  refused(dropIndex("ledger_one_return_per_booking")),
  refused(dropIndex("ledger_one_refund_per_credit")),
  dropIndex("feedback_one_per_booking", "server/domains/feedback/feedback.test.ts"),
  refused(dropIndex("earnings_one_per_booking")),
  dropIndex("payments_provider_payment_unique", "server/domains/payments/purchase.test.ts"),
  // Without these, the app does not work as the refusals' records need it.
  dropIndex("users_email_unique", refusals),
  dropIndex("room_visits_one_open", refusals),
  once(dropIndex("auth_sessions_token_unique")),
  once(dropIndex("coupons_code_unique")),
  refused(dropIndex("coupons_one_launch_offer")),
  once(dropIndex("founding_terms_in_order")),
  once(dropIndex("host_allocations_one_a_booking")),
  once(dropIndex("host_allocations_one_a_reference")),
  once(dropIndex("invitations_one_open")),
  once(dropIndex("lockout_notices_token_unique")),
  once(dropIndex("move_proposals_one_open")),
  once(dropIndex("orders_provider_order_unique")),
  once(dropIndex("orders_receipt_unique")),
  once(dropIndex("payout_batches_one_open")),
  once(dropIndex("plan_prices_in_order")),
  once(dropIndex("report_disputes_of_booking")),
  once(dropIndex("report_disputes_of_round")),
  once(dropIndex("report_ratings_of_booking")),
  once(dropIndex("report_ratings_of_round")),
  once(dropIndex("room_questions_open")),
  {
    ...once(dropIndex("sandbox_one_capture_per_order")),
    sql: "drop index sandbox.sandbox_one_capture_per_order;",
  },
];

const triggers: Mutation[] = [
  kept("ledger_entries", "ledger_is_append_only", "a change of the ledger"),
  kept("ledger_entries", "ledger_is_never_emptied", "an empty ledger"),
  dropTrigger("ledger_entries", "ledger_applies", ledger),
  dropTrigger("credit_accounts", "balance_follows_ledger", ledger, refusals),
  kept("credit_accounts", "balance_is_never_deleted", "a balance that is deleted"),
  kept("credits", "credits_follow_ledger", "a credit that is set by hand"),
  kept("credits", "credits_are_never_deleted", "a credit that is deleted"),
  kept("payouts", "payouts_are_append_only", "a change of a payout"),
  kept("payouts", "payouts_are_never_emptied", "empty payouts"),
  kept("payout_lines", "payout_lines_are_append_only", "a change of a payout's entries"),
  kept("payout_lines", "payout_lines_are_never_emptied", "empty entries of payouts"),
  kept("payout_batch_lines", "payout_batch_lines_are_append_only", "a change of an export's entries"),
  kept("quotes", "quotes_are_final", "a change of a quote"),
  kept("site_texts", "site_texts_are_append_only", "a change of a published text"),
  kept("audit_log", "audit_log_is_append_only", "a change of the audit log"),
  dropTrigger("payouts", "payout_is_its_lines", payouts),
  refused(
    dropTrigger("payout_lines", "payout_line_is_in_sum"),
    "the database refuses another line of a payout",
  ),
  dropTrigger("payout_lines", "payout_lines_are_owed", deskPayouts),
  dropTrigger("payout_lines", "payout_lines_mark_earnings", deskPayouts, payouts),
  dropTrigger("refunds", "refunds_are_summed", "server/domains/operator/payments/goodwill-refunds.test.ts"),
  dropTrigger("bookings", "bookings_are_in_time", "server/domains/availability/weekly/weekly.test.ts"),
  dropTrigger("bookings", "booking_of_an_account", "server/domains/privacy/delete-race.test.ts"),
  dropTrigger("bookings", "bookings_await_feedback", deadline),
  dropTrigger("bookings", "bookings_stop_awaiting_feedback", deadline),
  dropTrigger("feedback_files", "feedback_files_settle", deadline),
  dropTrigger("remedies", "remedies_settle", deadline),
  dropTrigger("feedback_files", "feedback_files_are_early", todayFeedback),
  dropTrigger("bookings", "bookings_change_early_feedback", todayFeedback),
  dropTrigger("feedback", "feedback_changes_recent_ratings", todayFeedback),
  dropTrigger("bookings", "bookings_need_a_meeting", deskBookings),
  dropTrigger("meetings", "meetings_get_a_link", deskBookings),
  dropTrigger("meetings", "meetings_lose_their_link", deskBookings),
  dropTrigger("payments", "payments_change_figures", changedDays),
  dropTrigger("refunds", "refunds_change_figures", changedDays),
  dropTrigger("feedback", "feedback_changes_figures", changedDays),
  dropTrigger("feedback_files", "feedback_files_change_figures", changedDays),
  dropTrigger("ledger_entries", "ledger_entries_change_figures", changedDays),
  dropTrigger("bookings", "bookings_change_figures", changedDays),
  dropTrigger("availability", "slots_change_figures", changedDays),
  dropTrigger("sent_mails", "sent_mails_without_names", "server/domains/privacy/names-in-mails.test.ts"),
  dropTrigger("bookings", "bookings_end_proposals", proposals),
  dropTrigger("move_proposals", "move_proposals_release_slot", proposals),
  kept("move_proposals", "move_proposals_hold_slot", "a proposal whose slot is not held"),
  refused(
    dropTrigger("availability", "availability_keeps_held_slot"),
    "the database refuses to release the slot of an open proposal",
  ),
];

/** Constraints, unique indexes and triggers. */
export const databaseMutations: Mutation[] = [...constraints, ...indexes, ...triggers];

/** Unique indexes that no test notices, with the reason. */
export const unremoved: Record<string, string> = {
  availability_identity: "the foreign key of bookings refers to it, so it cannot be removed alone",
  plans_position_key: "the plans are rows of a migration, and nothing writes others",
};
