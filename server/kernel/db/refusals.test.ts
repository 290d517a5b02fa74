import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refundInTransaction } from "../../money/payments/refund.ts";
import { payOutInTransaction } from "../../money/payouts/payouts.ts";
import { grantTestCredits } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { createRecords, createServerUnderTest } from "../../testing/records.ts";
import {
  accepted,
  allocation,
  approval,
  canceled,
  coupon,
  created,
  dispute,
  earning,
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
  run,
  session,
  settlement,
  snapshot,
  some,
  user,
} from "./refusals.testing.ts";
import { inTransaction } from "./transaction.ts";

describe("refusals", () => {
  /*
   * The rules that the database itself enforces, whatever a future version of the product does. Each rule is tested
   * alone: triggers are switched off where they would refuse first.
   */

  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    const [interviewee, interviewer] = [await app.signUp(), await app.signUpInterviewer()];
    await grantTestCredits(app, interviewee, { sessions: 4 });
    const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
    const parties = { interviewee: party(interviewee), interviewer: party(interviewer) };
    const records = await createRecords(createServerUnderTest(app), parties);
    const { user, token } = interviewee;
    const canceled = await app.call("POST", `/api/user/bookings/${records.upcomingBookingId}/cancel`, {
      token,
      body: {},
    });
    expect(canceled.status).toBe(200);
    const refund = { paymentId: records.purchaseId, sessions: 1, reason: "A test", actor: "system" as const };
    await inTransaction(app.deps.database, (tx) => refundInTransaction(app.deps, tx, refund));
    const { rows } = await app.deps.pool.query(
      "update earnings set amount_paise = 100, session_price_paise = 143 returning interviewer_id as id",
    );
    const payee = { id: rows[0].id, email: interviewer.user.email };
    const payout = { interviewer: payee, reference: "UTR 1" };
    await inTransaction(app.deps.database, (tx) =>
      payOutInTransaction(app.deps, tx, payout, { actor: "system" }),
    );
    await query(
      `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at, decided_at)
     select gen_random_uuid(), id, 'interviewee', '{}', 'upheld', now(), now() from bookings limit 1`,
    );
    await query(`update bookings set idempotency_key = id::text where interviewee_id = '${user._id}'`);
  }, 60_000);
  afterAll(() => app.close());

  async function query(statement: string): Promise<unknown> {
    return await app.deps.pool.query(statement);
  }

  /**
   * Runs statements and undoes them. Resolves with the name or message of the constraint that refused one; null if
   * none was refused.
   */
  async function refusalOf(statements: string[]): Promise<string | null> {
    const client = await app.deps.pool.connect();
    try {
      await client.query("begin");
      for (const statement of statements) await client.query(statement);
      return null;
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      return constraint ?? message;
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  const withoutTriggers = "set local session_replication_role = replica";

  /** The same row again under another id. */
  function repeat(table: string, where: string, changes = ""): string {
    const id = table === "ledger_entries" ? "1000000" : "gen_random_uuid()";
    return `insert into ${table} overriding system value
    select (jsonb_populate_record(original, jsonb_build_object('id', ${id}${changes}))).* from ${table} original
    where ${where} limit 1`;
  }

  const canceled = ", 'status', 'cancelled', 'cancelled_at', now(), 'cancelled_by', 'interviewer'";

  describe("the database", () => {
    it.each([
      [
        "bookings_one_live_per_slot",
        repeat("bookings", "status = 'completed'", ", 'interviewee_id', gen_random_uuid()"),
      ],
      [
        "bookings_no_overlap",
        repeat("bookings", "status = 'completed'", ", 'slot_id', gen_random_uuid(), 'idempotency_key', null"),
      ],
      ["bookings_idempotency", repeat("bookings", "status = 'pending'", canceled)],
      ["availability_no_overlap", repeat("availability", "status <> 'removed'")],
      ["ledger_one_grant_per_lot", repeat("ledger_entries", "kind = 'grant'")],
      ["ledger_one_spend_per_booking", repeat("ledger_entries", "kind = 'spend'")],
      ["ledger_one_return_per_booking", repeat("ledger_entries", "kind = 'return'")],
      ["ledger_one_refund_per_credit", repeat("ledger_entries", "kind = 'refund'")],
      ["credit_balance_never_negative", "update credit_accounts set balance = -1"],
      ["credit_lots_payment_id_key", repeat("credit_lots", "payment_id is not null")],
      ["payments_provider_payment_unique", repeat("payments", "true")],
      [
        "orders_provider_order_unique",
        repeat("orders", "true", ", 'receipt', 'other', 'quote_id', gen_random_uuid()"),
      ],
      ["feedback_one_per_booking", repeat("feedback", "true")],
      ["earnings_one_per_booking", repeat("earnings", "true")],
      ["no_show_one_report_a_party", repeat("no_show_reports", "true")],
      ["payouts_reference_once", repeat("payouts", "true")],
      ["users_email_unique", repeat("users", "true")],
      ["auth_sessions_token_unique", repeat("auth_sessions", "true")],
      ["coupons_one_launch_offer", repeat("coupons", "is_launch_offer", ", 'code', 'OTHER'")],
      ["room_visits_one_open", repeat("room_visits", "left_at is null")],
    ])("refuses a row by %s", async (constraint, statement) => {
      expect(await refusalOf([withoutTriggers, statement])).toBe(constraint);
    });

    it.each([
      ["a change of the ledger", "update ledger_entries set reason = 'other'"],
      ["a deleted ledger entry", "delete from ledger_entries"],
      ["an empty ledger", "truncate ledger_entries"],
      ["a balance that is set by hand", "update credit_accounts set balance = balance + 1"],
      ["a balance that is deleted", "delete from credit_accounts"],
      ["a credit that is set by hand", "update credits set status = 'available'"],
      ["a credit that is deleted", "delete from credits"],
      ["a change of the audit log", "update audit_log set action = 'other'"],
      ["a deleted audit entry", "delete from audit_log"],
      ["a change of a payout", "update payouts set amount_paise = 1"],
      ["a change of a payout's entries", "update payout_lines set amount_paise = 1"],
      ["a change of a quote", "update quotes set price_paise = 100"],
    ])("refuses %s", async (_, statement) => {
      // Without the trigger nothing would refuse these statements.
      expect(await refusalOf([statement])).toMatch(
        /append-only|only through the ledger|never|final|cannot|must not/,
      );
      if (!statement.startsWith("truncate")) expect(await refusalOf([withoutTriggers, statement])).toBeNull();
    });

    it.each([
      ["empty payouts", "truncate payouts cascade", "payouts is append-only"],
      ["empty entries of payouts", "truncate payout_lines", "payout_lines is append-only"],
    ])("refuses %s", async (_, statement, refusal) => {
      expect(await refusalOf([statement])).toBe(refusal);
    });

    it("refuses a change of an export's entries", async () => {
      const made = `with batch as (
        insert into payout_batches (id, made_by, made_at, closed_at)
        select gen_random_uuid(), id, now(), now() from users limit 1 returning id)
      insert into payout_batch_lines (batch_id, interviewer_id, earning_id, kind, amount_paise)
      select batch.id, interviewer_id, earnings.id, 'earned', amount_paise from earnings, batch limit 1`;
      expect(await refusalOf([made])).toBeNull();
      const changed = await refusalOf([made, "update payout_batch_lines set amount_paise = 0"]);
      expect(changed).toBe("payout_batch_lines is append-only");
    });

    it("refuses a change of a published text", async () => {
      const made = `insert into site_texts (key, version, reason, edited_by, edited_at)
      select 'notice', 1000, 'A test', id, now() from users limit 1`;
      expect(await refusalOf([made, "update site_texts set reason = 'other'"])).toBe(
        "site_texts is append-only",
      );
    });

    it("refuses another line of a payout", async () => {
      const line = `insert into payout_lines (earning_id, kind, payout_id, amount_paise)
      select earning_id, 'taken-back', payout_id, -amount_paise from payout_lines limit 1`;
      expect(await refusalOf([line, "set constraints all immediate"])).toBe("payout_is_its_lines");
    });

    const inAYear = "starts_at + interval '365 days'";
    const held = `insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
    select gen_random_uuid(), interviewer_id, ${inAYear}, ends_at + interval '365 days', 'held', now()
    from bookings where status = 'pending' order by id limit 1`;
    const proposed = `insert into move_proposals (id, booking_id, booking_sequence, interviewee_id, interviewer_id,
      from_starts_at, starts_at, ends_at, reason, proposed_at, expires_at, holds_slot)
    select gen_random_uuid(), id, invite_sequence, interviewee_id, interviewer_id, starts_at, ${inAYear},
      ends_at + interval '365 days', 'A test', now(), now() + interval '1 day', true
    from bookings where status = 'pending' order by id limit 1`;
    const atTheEnd = "set constraints all immediate";

    it("refuses a proposal whose slot is not held", async () => {
      expect(await refusalOf([held, proposed, atTheEnd])).toBeNull();
      expect(await refusalOf([proposed, atTheEnd])).toBe("proposals_hold_their_slot");
    });

    it("refuses to release the slot of an open proposal", async () => {
      const released = "update availability set status = 'available' where status = 'held'";
      expect(await refusalOf([held, released, atTheEnd])).toBeNull();
      const refusal = await refusalOf([held, proposed, released, atTheEnd]);
      expect(refusal).toBe("proposals_hold_their_slot");
    });

    it("refuses a payout that is not the sum of its lines", async () => {
      const statement = repeat("payouts", "true", ", 'reference', 'UTR 2'");
      expect(await refusalOf([statement, "set constraints all immediate"])).not.toBeNull();
      expect(await refusalOf([withoutTriggers, statement, "set constraints all immediate"])).toBeNull();
    });
  });
});

describe("unique rows", () => {
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
    [
      "founding_members_payment_id_key",
      "founding_members",
      { user_id: id, payment_id: some, joined_at: now },
    ],
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
});

describe("checked rows", () => {
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
    [
      "feedback_summaries_writing_seconds_check",
      "feedback_summaries",
      mentorSummary,
      { writing_seconds: "0" },
    ],
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
});
