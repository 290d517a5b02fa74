import { sql } from "kysely";
import { expect, it } from "vitest";
import { createBookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { runCommand, useTestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { checkInvariants } from "./invariants.ts";

const app = useTestApp();

const verify = () => runCommand(app.deps, ["verify"]);

it("all hold after a purchase, a booking and an interview", async () => {
  const buyer = await app.signUp();
  await buy(app, buyer, "Pro");
  const { booking } = await createBookedInterview(app, { pricePaise: 16_633 });
  await verify();
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
  const output = await verify();
  expect("rows" in output && output.rows.length).toBeGreaterThan(10);
});

/**
 * Returns the invariants that fail after some damage, which is rolled back. Triggers are off, as after a bad
 * restore, because the schema would refuse the damage.
 */
async function brokenBy(damage: string): Promise<string[]> {
  const transaction = await app.deps.database.startTransaction().execute();
  try {
    await sql.raw(`set local session_replication_role = replica; ${damage}`).execute(transaction);
    const results = await checkInvariants(transaction);
    return results.filter(({ broken }) => broken > 0).map(({ name }) => name);
  } finally {
    await transaction.rollback().execute();
  }
}

it.each([
  ["update credit_accounts set balance = balance + 1", "a balance is the sum of its ledger"],
  ["update credits set status = 'spent' where status = 'available'", "the number of available sessions"],
  ["update credits set value_paise = value_paise + 1", "whose values add up to its price"],
  ["update payments set amount_paise = amount_paise + 1", "a payment is granted once"],
  ["update payments set refunded_paise = 1", "the refunded amount of a payment is the sum"],
  ["update orders set status = 'failed' where status = 'paid'", "a paid order has its payment"],
  ["update earnings set amount_paise = amount_paise - 1", "an earning is its share"],
  ["delete from earnings", "a completed interview has an earning"],
  [
    "insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, created_at) select gen_random_uuid(), gen_random_uuid(), interviewer_id, gen_random_uuid(), starts_at + interval '44 minutes', ends_at + interval '44 minutes', created_at from bookings",
    "nobody has two interviews at once",
  ],
  [
    "update availability set status = 'available'; update bookings set status = 'pending', completed_at = null",
    "has its own slot",
  ],
  [
    "drop index bookings_one_live_per_slot; insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at) select gen_random_uuid(), slot_id, interviewer_id, gen_random_uuid(), starts_at, ends_at, 'no_show_interviewee', created_at from bookings",
    "has its own slot",
  ],
  [
    "insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, created_at) select gen_random_uuid(), id, user_id, amount_paise + 1, 1, 'Twice', captured_at from payments",
    "refunds do not exceed the payment",
  ],
  [
    "update bookings set status = 'pending', completed_at = null; delete from ledger_entries",
    "a pending interview was paid with one session",
  ],
  ["update earnings set paid_out = true", "an earning is marked as paid out"],
  [
    "insert into payouts select gen_random_uuid(), id, 100, 'x', now() from users limit 1",
    "a payout is the sum of its lines",
  ],
  [
    "update bookings set status = 'pending', completed_at = null; delete from meetings",
    "an upcoming interview without a meeting",
  ],
])("%s is detected", async (damage, sentence) => {
  expect((await brokenBy(damage)).join()).toContain(sentence);
  expect(await brokenBy("select 1")).toEqual([]);
});

it("detects a missing file that a row names", async () => {
  await app.deps.pool.query(
    "insert into feedback_files select id, 'feedback/0190a5b8-7c00-7000-8000-000000000001.pdf', 'lost.pdf', 1, now() from bookings limit 1",
  );
  await expect(verify()).rejects.toThrow("every file that is referred to is stored (1)");
});
