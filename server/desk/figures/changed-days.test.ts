import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announceDueBookings } from "../../schedule/bookings/book.ts";
import {
  type BookedInterview,
  createBookedInterview,
  grantTestCredits,
  holdInterview,
  hoursFromNow,
  offerSlot,
  postBooking,
  recordWait,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type TestApp, useBeforeEach } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";
import { storeDays } from "./store-days.ts";

let app: TestApp;
let booked: BookedInterview;
const friday = new Date("2026-11-20T06:30:00.000Z");
const day = 60 * 24;

/** On Friday an interview is booked and held, and the interviewee reports an interviewer who was in the room. */
beforeEach(async () => {
  app = await createTestApp();
  booked = await createBookedInterview(app, { pricePaise: 10_000 });
  const start = new Date(booked.booking.startTime);
  await recordWait(app, booked.booking._id);
  app.clock.set(addMinutes(start, 30));
  await app.post(booked.interviewee, `/api/bookings/${booked.booking._id}/no-show`);
  await holdInterview(app, booked.booking);
  await completeDueBookings(app.deps);
});
afterEach(() => app.close());

/** Runs the job at this hour after Friday noon. */
async function storeAfterHours(hours: number): Promise<void> {
  app.clock.set(addMinutes(friday, 60 * hours));
  await storeDays(app.deps);
}

async function get(path: string) {
  const { token } = await app.signUpOperator();
  return await app.read({ token }, `/api/operator/figures${path}`);
}
const readDays = () => get("?by=day&from=2026-11-20&to=2026-12-10");
const readFriday = async () => (await readDays()).rows[0];

async function uphold(): Promise<void> {
  const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision`;
  const answer = await confirmAction(app, await app.signUpOperator(), path, {
    outcome: "interviewer-absent",
  });
  expect(answer.status).toBe(200);
}

const didNotAttend = "update bookings set status = 'no_show_interviewer' where id = $1";

/** Runs the work while another transaction, which then commits, has changed Friday's interview. */
async function whileChanging(work: () => Promise<void>): Promise<void> {
  const client = await app.deps.pool.connect();
  try {
    await client.query("begin");
    await client.query(didNotAttend, [booked.booking._id]);
    await work();
    await client.query("commit");
  } finally {
    client.release();
  }
}

describe("a stored day", () => {
  it("has a decision of two weeks later", async () => {
    await storeAfterHours(48);
    app.clock.set(addMinutes(friday, 14 * day));
    await uphold();
    await storeAfterHours(14 * 24 + 1);
    const { rows } = await readDays();
    expect(rows[0]).toMatchObject({ interviews: 1, completed: 0, noShowInterviewer: 1, sessionsUsed: 1 });
    // The session came back on the day of the decision, which is still counted live.
    expect(rows.slice(12)).toMatchObject([
      { period: "2026-12-02", openSessions: 0 },
      { period: "2026-12-03", openSessions: 0 },
      { period: "2026-12-04", openSessions: 1, openValue: 100, sessionsUsed: -1 },
    ]);
  });

  it("is not computed again while nothing of it changes", async () => {
    await storeAfterHours(24);
    await storeAfterHours(48);
    const { computedAt } = await readDays();
    expect(computedAt).toBe(app.clock.now().toISOString());
    // Somebody signs up, buys, offers a slot and books an interview of a later day.
    await buy(app, await app.signUp(), "Pro");
    await createBookedInterview(app, { hours: 30 });
    await storeAfterHours(49);
    expect((await readDays()).computedAt).toBe(computedAt);
    app.clock.set(addMinutes(friday, 60 * 49));
    await uphold();
    await storeAfterHours(50);
    expect(await readDays()).toMatchObject({ computedAt, rows: [{ noShowInterviewer: 1 }, {}, {}] });
  });

  const at = `'${addMinutes(friday, 300).toISOString()}'`;
  it.each([
    [
      "a feedback file",
      `insert into feedback_files select id, 'feedback/key', 'a.pdf', 1, ${at} from bookings`,
      { feedbackFiles: 1 },
    ],
    [
      "a refund",
      `insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, created_at)
       select id, id, user_id, 100, 1, 'Ill', ${at} from payments`,
      { refunds: 1 },
    ],
    ["the removal of a slot", "update availability set status = 'removed'", { slotsOffered: 0 }],
    ["an interview's outcome", didNotAttend, { noShowInterviewer: 1 }],
  ])("has %s that is stored later", async (_what, change, expected) => {
    app.clock.set(addMinutes(friday, 240));
    await buy(app, booked.interviewee, "Pro");
    await storeAfterHours(48);
    await app.deps.pool.query(change.replace("$1", `'${booked.booking._id}'`));
    await storeAfterHours(49);
    expect(await readFriday()).toMatchObject(expected);
  });

  it("loses a feedback file that is deleted", async () => {
    const { pool } = app.deps;
    await pool.query(`insert into feedback_files select id, 'feedback/key', 'a.pdf', 1, ${at} from bookings`);
    await storeAfterHours(48);
    expect((await readFriday()).feedbackFiles).toBe(1);
    await pool.query("delete from feedback_files");
    await storeAfterHours(49);
    expect((await readFriday()).feedbackFiles).toBe(0);
  });

  it("adds a late entry of the ledger to the open sessions of the days after it", async () => {
    await storeAfterHours(72);
    expect((await readDays()).rows.map(openOf)).toEqual([0, 0, 0, 0]);
    app.clock.set(addMinutes(friday, 300));
    await grantTestCredits(app, booked.interviewee, { sessions: 3, pricePaise: 30_000 });
    await storeAfterHours(73);
    const { rows } = await readDays();
    expect(rows.map(openOf)).toEqual([3, 3, 3, 3]);
    expect(rows.map(({ openValue }: { openValue: number }) => openValue)).toEqual([300, 300, 300, 300]);
    expect(rows.map(({ sessionsGiven }: { sessionsGiven: number }) => sessionsGiven)).toEqual([4, 0, 0, 0]);
  });

  it("is computed again when nothing says how far the figures are computed", async () => {
    await storeAfterHours(48);
    const { pool } = app.deps;
    await pool.query("delete from figure_progress");
    await pool.query("update figure_days set interviews = 7");
    await storeAfterHours(49);
    expect((await readFriday()).interviews).toBe(1);
  });

  it("has a change that commits after the job has computed the day", async () => {
    await storeAfterHours(48);
    await whileChanging(() => storeAfterHours(49));
    expect((await readFriday()).noShowInterviewer).toBe(0);
    await storeAfterHours(50);
    expect((await readFriday()).noShowInterviewer).toBe(1);
  });

  it("has a change that commits while the job computes the day", async () => {
    await storeAfterHours(48);
    await app.deps.pool.query("update bookings set completed_at = null, status = 'no_show_interviewee'");
    const client = await app.deps.pool.connect();
    try {
      // The job waits for this lock after it has counted the day's interviews.
      await client.query("begin; lock table figure_cohorts in exclusive mode");
      const running = storeAfterHours(49);
      await waitUntilBlocked();
      await app.deps.pool.query(didNotAttend, [booked.booking._id]);
      await client.query("commit");
      await running;
    } finally {
      client.release();
    }
    expect((await readFriday()).noShowInterviewer).toBe(0);
    await storeAfterHours(50);
    expect((await readFriday()).noShowInterviewer).toBe(1);
  });

  it("has a change of a transaction that was running when the day was stored, one day later", async () => {
    await whileChanging(() => storeAfterHours(48));
    await storeAfterHours(49);
    expect((await readFriday()).noShowInterviewer).toBe(0);
    await storeAfterHours(72);
    expect((await readFriday()).noShowInterviewer).toBe(1);
  });
});

it("no trigger of the figures calls its function for a booking", async () => {
  // The conditions of the triggers compare with the clock of PostgreSQL.
  app.clock.set(new Date());
  const [interviewer, interviewee] = [await app.signUpInterviewer(), await app.signUp()];
  await grantTestCredits(app, interviewee, { sessions: 1 });
  const startTime = hoursFromNow(app, 30);
  await offerSlot(app, interviewer, startTime);
  for (const name of ["add_figure_changes", "add_figure_changes_of_payment"])
    await app.deps.pool.query(
      `create or replace function ${name}() returns trigger language plpgsql as $$
       begin raise exception 'called for %', tg_table_name; end $$`,
    );
  const { status } = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  expect(status).toBe(201);
  await announceDueBookings(app.deps);
});

const openOf = ({ openSessions }: { openSessions: number }) => openSessions;

async function waitUntilBlocked(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await app.deps.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}

describe("a cohort", () => {
  const buyer = useBeforeEach(() => app.signUp());
  beforeEach(async () => {
    await buy(app, buyer, "Pro");
    await storeAfterHours(24);
  });
  const cohorts = () => get("/cohorts");

  it("has no new payment until its day is over", async () => {
    app.clock.set(addMinutes(friday, day + 60));
    await buy(app, await app.signUp(), "Pro");
    await storeAfterHours(26);
    expect(await cohorts()).toMatchObject([{ cohort: "2026-11", buyers: 1, revenue: 499 }]);
    await storeAfterHours(48);
    expect(await cohorts()).toMatchObject([{ cohort: "2026-11", buyers: 2, revenue: 998 }]);
  });

  it("loses a person whose earlier payment is stored later", async () => {
    app.clock.set(addMinutes(friday, -40 * day));
    await buy(app, buyer, "Pro");
    await storeAfterHours(25);
    expect(await cohorts()).toMatchObject([
      { cohort: "2026-10", months: 0, buyers: 1 },
      { cohort: "2026-10", months: 1, buyers: 1 },
    ]);
  });
});
