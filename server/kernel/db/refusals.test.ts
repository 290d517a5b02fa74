import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refundInTransaction } from "../../money/payments/refund.ts";
import { payOutInTransaction } from "../../money/payouts/payouts.ts";
import { grantTestCredits } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createRecords, createServerUnderTest } from "../../testing/records.ts";
import { inTransaction } from "./transaction.ts";

describe("refusals", () => {
  /*
   * The rules that the database itself enforces, whatever a future version of the product does. Each rule is tested
   * alone: triggers are switched off where they would refuse first.
   */

  const app = useTestApp();

  beforeAll(async () => {
    const [interviewee, interviewer] = [await app.signUp(), await app.signUpInterviewer()];
    await grantTestCredits(app, interviewee, { sessions: 4 });
    const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
    const parties = { interviewee: party(interviewee), interviewer: party(interviewer) };
    const records = await createRecords(createServerUnderTest(app), parties);
    const { user, token } = interviewee;
    const canceled = await app.post({ token }, `/api/user/bookings/${records.upcomingBookingId}/cancel`, {});
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
      const released = `update availability set status = 'available'
        where status = 'held' and id not in (select slot_id from slot_holds)`;
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

/*
 * Made-up rows for rules about one table. A row names only what its rule is about; every other column that needs a value
 * gets one of its type. Foreign keys and triggers are off, so that no other rule refuses a row first.
 */

/** The value of each column as SQL. */
type Row = Record<string, string>;

const id = "gen_random_uuid()";
const some = "'0198a000-0000-7000-8000-000000000001'";
const now = "'2026-11-20T06:30:00Z'";
const later = "'2026-11-20T07:30:00Z'";
const hash = "decode(repeat('ab', 32), 'hex')";

/** By the type of a column; a column of listed values gets the first of them. */
const madeUp: Record<string, string> = {
  uuid: id,
  text: "left(gen_random_uuid()::text, 20)",
  int4: "1",
  int8: "1",
  timestamptz: now,
  date: now,
  bytea: "sha256(gen_random_uuid()::text::bytea)",
  jsonb: "'{}'",
  bool: "true",
};

async function openRowTester() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows: columns } = await client.query<{ table: string; name: string; value: string }>(
    `select nspname || '.' || relname as table, attname as name,
       coalesce((select (regexp_match(pg_get_constraintdef(pg_constraint.oid), '= ANY \\(ARRAY\\[(''[^'']*'')'))[1]
         from pg_constraint where conrelid = attrelid and conkey = array[attnum] and contype = 'c' limit 1),
         case when attname ~ '^(expires|ends|until)_|_until$' then $2 else $1::jsonb ->> typname end) as value
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
       join pg_type on pg_type.oid = atttypid
     where nspname in ('public', 'sandbox') and relkind = 'r' and attnum > 0 and not attisdropped
       and attnotnull and not atthasdef and attidentity = ''`,
    [JSON.stringify(madeUp), later],
  );

  /** Writes rows, undoes them, and returns the name of the constraint that refused the last one; null if none did. */
  async function refusalOf(table: string, rows: Row[]): Promise<string | null> {
    const name = table.includes(".") ? table : `public.${table}`;
    const needed = columns.filter((column) => column.table === name);
    const defaults = Object.fromEntries(needed.map((column) => [column.name, column.value]));
    await client.query("begin; set local session_replication_role = replica");
    try {
      for (const [index, row] of rows.entries()) {
        const whole = { ...defaults, ...row };
        const names = Object.keys(whole).map((column) => `"${column}"`);
        const statement = `insert into ${name} (${names.join(", ")}) values (${Object.values(whole).join(", ")})`;
        const refused = await client.query(statement).then(
          () => null,
          ({ constraint, message }: pg.DatabaseError) => constraint ?? message,
        );
        if (refused !== null && index < rows.length - 1) throw new Error(`an earlier row: ${refused}`);
        if (refused !== null) return refused;
      }
      return null;
    } finally {
      await client.query("rollback");
    }
  }

  return {
    refusalOf,
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

describe("made-up rows", () => {
  let rows: Awaited<ReturnType<typeof openRowTester>>;
  beforeAll(async () => {
    rows = await openRowTester();
  });
  afterAll(() => rows.close());

  const order = { amount_paise: "100", currency: "'INR'" };
  const proposal = { booking_id: some, ends_at: "'2026-11-20T08:15:00Z'", starts_at: later };
  const element = { booking_id: some, id: "'one'", element: `'{"id": "one"}'`, bytes: "12" };
  const sent = { status: "'done'", provider_refund_id: "'rfnd_1'", done_at: now };

  it.each<[rule: string, table: string, row: Row]>([
    ["auth_sessions_token_unique", "auth_sessions", { token_hash: hash }],
    ["calendar_feeds_token_hash_key", "calendar_feeds", { token_hash: hash }],
    ["coupons_code_unique", "coupons", { code: "'TWICE'" }],
    ["credits_lot_id_ordinal_key", "credits", { lot_id: some }],
    ["feedback_files_storage_key_key", "feedback_files", { storage_key: "'a'" }],
    ["feedback_files_pkey", "feedback_files", { booking_id: some }],
    ["founding_members_payment_id_key", "founding_members", { payment_id: some }],
    ["founding_terms_in_order", "founding_terms", {}],
    ["generated_resumes_storage_key_key", "generated_resumes", { storage_key: "'a'" }],
    ["host_allocations_no_overlap", "host_allocations", { host_id: "'one'" }],
    ["host_allocations_one_a_booking", "host_allocations", { booking_id: some }],
    ["host_allocations_one_a_reference", "host_allocations", { reference: some }],
    ["interviewer_profiles_photo_key_key", "interviewer_profiles", { photo_key: "'a'" }],
    ["invitations_one_open", "invitations", { email: "'a@b.example'" }],
    ["known_devices_user_id_token_hash_key", "known_devices", { user_id: some, token_hash: hash }],
    ["lockout_notices_email_on_day_key", "lockout_notices", { email: "'a@b.example'" }],
    ["lockout_notices_token_unique", "lockout_notices", { token_hash: hash }],
    ["move_proposals_one_open", "move_proposals", proposal],
    [
      "orders_provider_order_unique",
      "orders",
      { ...order, provider: "'sandbox'", provider_order_id: "'order_1'" },
    ],
    ["orders_quote_id_key", "orders", { ...order, quote_id: some }],
    ["orders_receipt_unique", "orders", { ...order, receipt: "'GR-1'" }],
    ["payout_batches_one_open", "payout_batches", {}],
    ["payout_batch_lines_pkey", "payout_batch_lines", { batch_id: some, earning_id: some }],
    ["payout_lines_pkey", "payout_lines", { earning_id: some }],
    ["plan_prices_in_order", "plan_prices", { plan_type: "'Pro'", list_price_paise: "100" }],
    ["refunds_provider_refund_id_key", "refunds", sent],
    ["refunds_idempotency_key_key", "sandbox.refunds", { idempotency_key: "'one'" }],
    ["remedies_pkey", "remedies", { booking_id: some }],
    ["remedies_lot_id_key", "remedies", { lot_id: some }],
    ["report_disputes_of_booking", "report_disputes", { booking_id: some, claim_id: some, user_id: some }],
    ["report_disputes_of_round", "report_disputes", { round_id: some, claim_id: some, user_id: some }],
    ["report_ratings_of_booking", "report_ratings", { booking_id: some, user_id: some }],
    ["report_ratings_of_round", "report_ratings", { round_id: some, user_id: some }],
    ["request_keys_pkey", "request_keys", { user_id: some, key: "'one'" }],
    ["resume_files_storage_key_key", "resume_files", { storage_key: "'a'" }],
    ["room_board_elements_pkey", "room_board_elements", element],
    ["room_code_snapshots_booking_id_position_key", "room_code_snapshots", { booking_id: some }],
    ["room_questions_open", "room_questions", { booking_id: some, source: "'bank'", question_id: "'q'" }],
    ["sandbox_one_capture_per_order", "sandbox.payments", { order_id: "'one'", status: "'captured'" }],
    ["settlement_files_content_hash_key", "settlement_files", { content_hash: hash }],
    ["site_texts_pkey", "site_texts", { key: "'notice'" }],
  ])("%s refuses a second row", async (rule, table, row) => {
    expect(await rows.refusalOf(table, [row])).toBeNull();
    expect(await rows.refusalOf(table, [row, row])).toBe(rule);
  });

  const canceled = {
    ends_at: "'2026-11-20T07:15:00Z'",
    status: "'cancelled'",
    cancelled_at: now,
    cancelled_by: "'interviewer'",
  };
  const earning = { session_price_paise: "100", share_percent: "70", amount_paise: "70" };
  const bothAccepted = { interviewee_accepted_at: now, interviewer_accepted_at: now };
  const span = { refunds_from_at: now, refunds_until_at: later };

  it.each<[rule: string, table: string, row: Row, change: Row]>([
    ["bookings_cancelled_by_somebody", "bookings", canceled, { cancelled_by: "null" }],
    ["bookings_cancelled_is_cancelled", "bookings", canceled, { status: "'pending'" }],
    ["bookings_forfeited_by_interviewee", "bookings", canceled, { session_forfeited: "true" }],
    ["earnings_credited_when", "earnings", earning, { status: "'credited'" }],
    ["earnings_voided_when", "earnings", earning, { voided_at: now }],
    ["feedback_summaries_summary_check", "feedback_summaries", {}, { summary: "''" }],
    ["feedback_summaries_writing_seconds_check", "feedback_summaries", {}, { writing_seconds: "0" }],
    ["feedback_summaries_next_steps_check", "feedback_summaries", {}, { next_steps: "repeat('x', 2001)" }],
    ["feedback_summaries_questions_check", "feedback_summaries", {}, { questions: "repeat('x', 4001)" }],
    ["ledger_entries_check", "ledger_entries", { kind: "'grant'", lot_id: some }, { delta: "-3" }],
    ["meetings_made_or_under_way", "meetings", { join_url: "'/room/1'" }, { join_url: "null" }],
    [
      "move_proposals_need_both",
      "move_proposals",
      { ...proposal, ...bothAccepted, outcome: "'moved'", ended_at: now },
      { interviewer_accepted_at: "null" },
    ],
    [
      "operator_approvals_need_another",
      "operator_approvals",
      { asked_by: some, outcome: "'approved'", decided_by: id, decided_at: now },
      { decided_by: some },
    ],
    ["payout_batches_check", "payout_batches", { made_at: later, closed_at: later }, { closed_at: now }],
    ["practice_reports_check", "practice_reports", { outcome: "'made'", report: "'{}'" }, { report: "null" }],
    ["refunds_refused_when", "refunds", { refusal: "'No'", refused_at: now }, { refused_at: "null" }],
    ["refunds_done_is_not_refused", "refunds", sent, { refusal: "'No'", refused_at: now }],
    ["refunds_sessions_check", "refunds", { sessions: "0" }, { sessions: "-1" }],
    ["report_disputes_about_one", "report_disputes", { booking_id: some }, { round_id: some }],
    ["report_ratings_about_one", "report_ratings", { booking_id: some }, { booking_id: "null" }],
    ["room_board_elements_bytes_check", "room_board_elements", element, { bytes: "200001" }],
    ["room_board_elements_check", "room_board_elements", element, { id: "'other'" }],
    [
      "room_code_runs_figures_check",
      "room_code_runs",
      { figures: "'[1, 2, 3]'" },
      { figures: "'[1, 2, 3, 4]'" },
    ],
    ["settlement_files_refund_span", "settlement_files", span, { refunds_until_at: "null" }],
    ["users_deleted_is_blocked", "users", { deleted_at: now, blocked_at: now }, { blocked_at: "null" }],
    [
      "users_with_a_level_are_operators",
      "users",
      { is_operator: "true", operator_level: "'owner'" },
      { is_operator: "false" },
    ],
  ])("%s refuses a row", async (rule, table, row, change) => {
    expect(await rows.refusalOf(table, [row])).toBeNull();
    expect(await rows.refusalOf(table, [{ ...row, ...change }])).toBe(rule);
  });
});
