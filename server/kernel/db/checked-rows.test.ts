import { afterAll, beforeAll, expect, it } from "vitest";
import {
  accepted,
  approval,
  canceled,
  created,
  dispute,
  earning,
  element,
  id,
  later,
  now,
  openRowTester,
  proposal,
  type Row,
  rating,
  refund,
  run,
  settlement,
  some,
  user,
} from "../../testing/postgres/row-rules.ts";

/* What the columns of a row must say together. `refusals.test.ts` has the rules that need real records. */

let rows: Awaited<ReturnType<typeof openRowTester>>;
beforeAll(async () => {
  rows = await openRowTester();
});
afterAll(() => rows.close());

/** A row that may be there, and the change that may not. */
const mentorSummary: Row = {
  booking_id: some,
  summary: "'Good'",
  interviewee_id: some,
  interviewer_id: some,
  written_at: now,
};

const checked: [rule: string, table: string, row: Row, change: Row][] = [
  ["bookings_cancelled_by_somebody", "bookings", canceled, { cancelled_by: "null" }],
  ["bookings_cancelled_is_cancelled", "bookings", canceled, { status: "'pending'" }],
  ["bookings_forfeited_by_interviewee", "bookings", canceled, { session_forfeited: "true" }],
  ["earnings_credited_when", "earnings", earning, { status: "'credited'" }],
  ["earnings_voided_when", "earnings", earning, { voided_at: now }],
  ["feedback_summaries_summary_check", "feedback_summaries", mentorSummary, { summary: "''" }],
  ["feedback_summaries_writing_seconds_check", "feedback_summaries", mentorSummary, { writing_seconds: "0" }],
  [
    "feedback_summaries_next_steps_check",
    "feedback_summaries",
    mentorSummary,
    { next_steps: "repeat('x', 2001)" },
  ],
  [
    "feedback_summaries_questions_check",
    "feedback_summaries",
    mentorSummary,
    { questions: "repeat('x', 4001)" },
  ],
  [
    "ledger_entries_check",
    "ledger_entries",
    { user_id: some, kind: "'grant'", delta: "3", lot_id: some, reason: "'Gift'", ...created },
    { delta: "-3" },
  ],
  [
    "meetings_made_or_under_way",
    "meetings",
    {
      booking_id: some,
      provider: "'room'",
      join_url: "'/room/1'",
      ...created,
    },
    { join_url: "null" },
  ],
  [
    "move_proposals_need_both",
    "move_proposals",
    { ...proposal, ...accepted, outcome: "'moved'", ended_at: now },
    {
      interviewer_accepted_at: "null",
    },
  ],
  [
    "operator_approvals_need_another",
    "operator_approvals",
    { ...approval, outcome: "'approved'", decided_by: id },
    {
      decided_by: some,
    },
  ],
  [
    "payout_batches_check",
    "payout_batches",
    { id, made_by: some, made_at: later, closed_at: later },
    {
      closed_at: now,
    },
  ],
  [
    "practice_reports_check",
    "practice_reports",
    {
      round_id: some,
      user_id: some,
      outcome: "'made'",
      requested_at: now,
      report: "'{}'",
    },
    { report: "null" },
  ],
  [
    "refunds_refused_when",
    "refunds",
    { ...refund, refusal: "'No'", refused_at: now },
    { refused_at: "null" },
  ],
  [
    "refunds_done_is_not_refused",
    "refunds",
    { ...refund, status: "'done'", provider_refund_id: "'rfnd_1'", done_at: now },
    { refusal: "'No'", refused_at: now },
  ],
  ["refunds_sessions_check", "refunds", { ...refund, sessions: "0" }, { sessions: "-1" }],
  ["report_disputes_about_one", "report_disputes", { booking_id: some, ...dispute }, { round_id: some }],
  ["report_ratings_about_one", "report_ratings", { booking_id: some, ...rating }, { booking_id: "null" }],
  ["room_board_elements_bytes_check", "room_board_elements", element, { bytes: "200001" }],
  ["room_board_elements_check", "room_board_elements", element, { id: "'other'" }],
  [
    "room_code_runs_figures_check",
    "room_code_runs",
    { ...run, figures: "'[1, 2, 3]'" },
    { figures: "'[1, 2, 3, 4]'" },
  ],
  [
    "settlement_files_refund_span",
    "settlement_files",
    { ...settlement, refunds_from_at: now, refunds_until_at: later },
    { refunds_until_at: "null" },
  ],
  [
    "users_deleted_is_blocked",
    "users",
    { ...user, ...created, deleted_at: now, blocked_at: now },
    {
      blocked_at: "null",
    },
  ],
  [
    "users_with_a_level_are_operators",
    "users",
    {
      ...user,
      ...created,
      is_operator: "true",
      operator_level: "'owner'",
    },
    { is_operator: "false" },
  ],
];

it.each(checked)("%s refuses a row", async (rule, table, row, change) => {
  expect(await rows.refusalOf(table, [row])).toBeNull();
  expect(await rows.refusalOf(table, [{ ...row, ...change }])).toBe(rule);
});
