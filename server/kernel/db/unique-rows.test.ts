import { afterAll, beforeAll, expect, it } from "vitest";
import {
  allocation,
  coupon,
  created,
  dispute,
  element,
  file,
  hash,
  id,
  key,
  later,
  now,
  openRowTester,
  order,
  proposal,
  question,
  type Row,
  rating,
  refund,
  session,
  settlement,
  snapshot,
  some,
} from "../../testing/postgres/row-rules.ts";

/* What a table holds once. `refusals.test.ts` has the rules that need real records. */

let rows: Awaited<ReturnType<typeof openRowTester>>;
beforeAll(async () => {
  rows = await openRowTester();
});
afterAll(() => rows.close());

/** Rows of which two are refused. */
const twice: [rule: string, table: string, row: Row][] = [
  ["auth_sessions_token_unique", "auth_sessions", { ...session, token_hash: hash }],
  ["calendar_feeds_token_hash_key", "calendar_feeds", { user_id: id, token_hash: hash, ...created }],
  ["coupons_code_unique", "coupons", { ...coupon, code: "'TWICE'", ...created }],
  [
    "credits_lot_id_ordinal_key",
    "credits",
    { id, lot_id: some, user_id: some, ordinal: "1", value_paise: "0", granted_at: now },
  ],
  ["feedback_files_storage_key_key", "feedback_files", { booking_id: id, storage_key: "'a'", ...file }],
  ["feedback_files_pkey", "feedback_files", { booking_id: some, storage_key: id, ...file }],
  ["founding_members_payment_id_key", "founding_members", { user_id: id, payment_id: some, joined_at: now }],
  [
    "founding_terms_in_order",
    "founding_terms",
    { id, places: "1", discount_paise: "1", starts_at: now, ...created },
  ],
  [
    "generated_resumes_storage_key_key",
    "generated_resumes",
    { user_id: id, content_hash: hash, storage_key: "'a'", made_at: now },
  ],
  ["host_allocations_no_overlap", "host_allocations", { ...allocation, host_id: "'one'" }],
  ["host_allocations_one_a_booking", "host_allocations", { ...allocation, booking_id: some }],
  ["host_allocations_one_a_reference", "host_allocations", { ...allocation, reference: some }],
  [
    "interviewer_profiles_photo_key_key",
    "interviewer_profiles",
    { user_id: id, photo_key: "'a'", updated_at: now },
  ],
  ["invitations_one_open", "invitations", { id, email: "'a@b.example'", ...created, expires_at: later }],
  [
    "known_devices_user_id_token_hash_key",
    "known_devices",
    { id, user_id: some, token_hash: hash, ...created, last_seen_at: now },
  ],
  [
    "lockout_notices_email_on_day_key",
    "lockout_notices",
    { id, email: "'a@b.example'", on_day: now, ...created },
  ],
  [
    "lockout_notices_token_unique",
    "lockout_notices",
    { id, email: "gen_random_uuid()::text", on_day: now, token_hash: hash, ...created },
  ],
  ["move_proposals_one_open", "move_proposals", proposal],
  ["orders_provider_order_unique", "orders", { ...order, provider_order_id: "'order_1'" }],
  ["orders_quote_id_key", "orders", { ...order, quote_id: some }],
  ["orders_receipt_unique", "orders", { ...order, receipt: "'GR-1'" }],
  ["payout_batches_one_open", "payout_batches", { id, made_by: some, made_at: now }],
  [
    "payout_batch_lines_pkey",
    "payout_batch_lines",
    { batch_id: some, interviewer_id: some, earning_id: some, kind: "'earned'", amount_paise: "1" },
  ],
  [
    "payout_lines_pkey",
    "payout_lines",
    { earning_id: some, kind: "'earned'", payout_id: id, amount_paise: "1" },
  ],
  [
    "plan_prices_in_order",
    "plan_prices",
    { id, plan_type: "'Pro'", list_price_paise: "100", starts_at: now, ...created },
  ],
  [
    "refunds_provider_refund_id_key",
    "public.refunds",
    { ...refund, status: "'done'", provider_refund_id: "'rfnd_1'", done_at: now },
  ],
  [
    "refunds_idempotency_key_key",
    "sandbox.refunds",
    { id, payment_id: id, amount: "1", idempotency_key: "'one'", ...created },
  ],
  ["remedies_pkey", "remedies", { booking_id: some, lot_id: id, granted_at: now }],
  ["remedies_lot_id_key", "remedies", { booking_id: id, lot_id: some, granted_at: now }],
  ["report_disputes_of_booking", "report_disputes", { booking_id: some, ...dispute }],
  ["report_disputes_of_round", "report_disputes", { round_id: some, ...dispute }],
  ["report_ratings_of_booking", "report_ratings", { booking_id: some, ...rating }],
  ["report_ratings_of_round", "report_ratings", { round_id: some, ...rating }],
  ["request_keys_pkey", "request_keys", key],
  ["resume_files_storage_key_key", "resume_files", { user_id: id, storage_key: "'a'", ...file }],
  ["room_board_elements_pkey", "room_board_elements", element],
  ["room_code_snapshots_booking_id_position_key", "room_code_snapshots", snapshot],
  ["room_questions_open", "room_questions", question],
  [
    "sandbox_one_capture_per_order",
    "sandbox.payments",
    { id, order_id: "'one'", amount: "1", status: "'captured'", ...created },
  ],
  ["settlement_files_content_hash_key", "settlement_files", { ...settlement, content_hash: hash }],
  [
    "site_texts_pkey",
    "site_texts",
    { key: "'notice'", version: "1", reason: "'A reason'", edited_by: some, edited_at: now },
  ],
];

it.each(twice)("%s refuses a second row", async (rule, table, row) => {
  expect(await rows.refusalOf(table, [row])).toBeNull();
  expect(await rows.refusalOf(table, [row, row])).toBe(rule);
});
