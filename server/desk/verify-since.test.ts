import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants, type SubjectGroups } from "../kernel/db/invariants.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import { creditEarning } from "../money/earnings/earnings.ts";
import { payOutInTransaction } from "../money/payouts/payouts.ts";
import { createBookedInterview, holdInterview } from "../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import { createTestApp, runCommand, type TestApp } from "../testing/app.ts";
import { buy } from "../testing/purchases.ts";
import { findChangedSubjects } from "./verify-data.ts";

/** The ids of what people did within an hour. */
interface Written {
  buyer: string;
  interviewer: string;
  /** Paid out to the interviewer. */
  completed: string;
  pending: string;
}

let app: TestApp;
let early: Written;
let late: Written;
const since = "2026-12-05";
beforeAll(async () => {
  app = await createTestApp();
  early = await write("2026-11-20T06:30:00.000Z");
  late = await write("2026-12-10T06:30:00.000Z");
});
afterAll(() => app.close());

async function write(at: string): Promise<Written> {
  app.clock.set(at);
  const buyer = await app.signUp();
  await buy(app, buyer, "Pro");
  const { booking: pending } = await createBookedInterview(app, { hours: 24 * 30 });
  const { booking, interviewer } = await createBookedInterview(app, { pricePaise: 16_633 });
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
  await app.deps.database.transaction().execute((tx) => creditEarning(tx, booking._id, app.clock.now()));
  const payout = {
    interviewer: { id: interviewer.user._id, email: interviewer.user.email },
    reference: "UTR-1",
  };
  await inTransaction(app.deps.database, (tx) =>
    payOutInTransaction(app.deps, tx, payout, { actor: "system" }),
  );
  return {
    buyer: buyer.user._id,
    interviewer: interviewer.user._id,
    completed: booking._id,
    pending: pending._id,
  };
}

const run = (...words: string[]) => runCommand(app.deps, words);

/** The invariants that fail after some damage, which is rolled back: in a check of everything, and of what is late. */
async function brokenBy(damage: string): Promise<{ all: string[]; late: string[] }> {
  const transaction = await app.deps.database.startTransaction().execute();
  const broken = async (subjects?: SubjectGroups) =>
    (await checkInvariants(transaction, subjects)).filter(({ broken }) => broken > 0).map(({ name }) => name);
  try {
    await sql.raw(`set local session_replication_role = replica; ${damage}`).execute(transaction);
    const subjects = await findChangedSubjects(transaction, new Date(`${since}T00:00:00+05:30`));
    return { all: await broken(), late: await broken(subjects) };
  } finally {
    await transaction.rollback().execute();
  }
}

const damages: [invariant: string, damage: (of: Written) => string][] = [
  [
    "a balance is the sum of its ledger",
    ({ buyer }) => `update credit_accounts set balance = balance + 1 where user_id = '${buyer}'`,
  ],
  [
    "a balance is the number of available sessions",
    ({ buyer }) => `update credits set status = 'spent' where user_id = '${buyer}'`,
  ],
  [
    "whose values add up to its price",
    ({ buyer }) => `update credits set value_paise = value_paise + 1 where user_id = '${buyer}'`,
  ],
  [
    "a payment is granted once",
    ({ buyer }) => `update payments set amount_paise = amount_paise + 1 where user_id = '${buyer}'`,
  ],
  [
    "a paid order has its payment",
    ({ buyer }) => `update orders set status = 'failed' where user_id = '${buyer}'`,
  ],
  ["a paid order has its payment", ({ buyer }) => `delete from payments where user_id = '${buyer}'`],
  [
    "refunds do not exceed the payment",
    ({ buyer }) => `insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, created_at)
      select gen_random_uuid(), id, user_id, amount_paise + 1, 1, 'Twice', captured_at from payments
      where user_id = '${buyer}'`,
  ],
  [
    "the refunded amount of a payment",
    ({ buyer }) => `update payments set refunded_paise = 1 where user_id = '${buyer}'`,
  ],
  [
    "nobody has two interviews at once",
    // The other interview is an old one.
    ({ pending }) => `insert into bookings
      (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at)
      select gen_random_uuid(), gen_random_uuid(), interviewer_id, gen_random_uuid(), starts_at - interval '44 minutes',
        ends_at - interval '44 minutes', 'no_show_interviewee', '2020-01-01' from bookings where id = '${pending}'`,
  ],
  [
    "has its own slot",
    ({ pending }) => `update availability set status = 'available' from bookings
      where bookings.slot_id = availability.id and bookings.id = '${pending}'`,
  ],
  [
    "has its own slot",
    ({ pending }) => `drop index bookings_one_live_per_slot; insert into bookings
      (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at)
      select gen_random_uuid(), slot_id, interviewer_id, gen_random_uuid(), starts_at, ends_at,
        'no_show_interviewee', '2020-01-01' from bookings where id = '${pending}'`,
  ],
  [
    "a pending interview was paid",
    ({ pending }) => `delete from ledger_entries where booking_id = '${pending}'`,
  ],
  [
    "an earning is its share",
    ({ completed }) =>
      `update earnings set amount_paise = amount_paise - 1 where booking_id = '${completed}'`,
  ],
  [
    "a completed interview has an earning",
    ({ completed }) => `delete from earnings where booking_id = '${completed}'`,
  ],
  [
    "marked as paid out",
    ({ completed }) => `update earnings set paid_out = false where booking_id = '${completed}'`,
  ],
  [
    "a payout is the sum of its lines",
    ({ interviewer }) =>
      `update payouts set amount_paise = amount_paise + 1 where interviewer_id = '${interviewer}'`,
  ],
];

describe("verify --since", () => {
  it("accepts data without damage, of any time", async () => {
    expect(await brokenBy("select 1")).toEqual({ all: [], late: [] });
    const { rows } = (await run("verify", "--since", since)) as { rows: object[] };
    expect(rows).toEqual(((await run("verify")) as { rows: object[] }).rows);
  });

  it.each(damages)("finds what was written since and breaks: %s", async (invariant, damage) => {
    const broken = await brokenBy(damage(late));
    expect(broken.late.join()).toContain(invariant);
    expect(broken.late).toEqual(broken.all);
  });

  it.each(damages)("leaves what was written before to the whole check: %s", async (invariant, damage) => {
    const broken = await brokenBy(damage(early));
    expect(broken.all.join()).toContain(invariant);
    expect(broken.late).toEqual([]);
  });

  it("refuses a day in the future, since which nothing can be wrong", async () => {
    await expect(run("verify", "--since", "2099-01-01")).rejects.toThrow("--since is in the future.");
  });

  it("finds a missing file that was stored since, and no earlier one", async () => {
    const lose = (id: string, name: string, at: string) =>
      app.deps.pool.query("insert into feedback_files values ($1, $2, 'lost.pdf', 1, $3)", [
        id,
        `feedback/0190a5b8-7c00-7000-8000-00000000000${name}.pdf`,
        at,
      ]);
    await lose(early.completed, "1", "2026-11-21T06:30:00.000Z");
    await run("verify", "--since", since);
    await lose(late.completed, "2", "2026-12-11T06:30:00.000Z");
    const finds = "every file that is referred to is stored";
    await expect(run("verify", "--since", since)).rejects.toThrow(`${finds} (1)`);
    await expect(run("verify")).rejects.toThrow(`${finds} (2)`);
    await app.deps.pool.query("delete from feedback_files");
  });
});
