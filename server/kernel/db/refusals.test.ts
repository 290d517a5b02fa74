import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refundInTransaction } from "../../money/payments/refunds/refund-payment.ts";
import { payOutInTransaction } from "../../money/payouts/pay-out.ts";
import { grantTestCredits } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { createRecords, createServerUnderTest } from "../../testing/records.ts";
import { inTransaction } from "./transaction.ts";

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
  await run(
    `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at, decided_at)
     select gen_random_uuid(), id, 'interviewee', '{}', 'upheld', now(), now() from bookings limit 1`,
  );
  await run(`update bookings set idempotency_key = id::text where interviewee_id = '${user._id}'`);
}, 60_000);
afterAll(() => app.close());

async function run(statement: string): Promise<unknown> {
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
