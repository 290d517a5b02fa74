import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../server/kernel/db/invariants.ts";
import { inTransaction } from "../server/kernel/db/transaction.ts";
import { payOutInTransaction } from "../server/money/payouts/payouts.ts";
import { enqueueFeedbackReminders, grantDueRemedies } from "../server/review/feedback/deadline.ts";
import { generateWeeklySlots } from "../server/schedule/availability/weekly-hours.ts";
import { recordInterview } from "../server/schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../server/schedule/bookings/end.ts";
import { enqueueReminders } from "../server/schedule/bookings/reminders.ts";
import { type SignedUpUser, useTestApp } from "../server/testing/app.ts";
import { buy } from "../server/testing/purchases.ts";
import { feedbackForm } from "../server/testing/records.ts";

/*
 * Simulates five weeks in steps of half an hour, while the clocks change in three of four zones: New York on
 * 14 March 2027, London on 28 March, and Lord Howe, by half an hour, on 4 April.
 */

const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata"];
const start = new Date("2027-03-08T00:00:00Z");
const weeks = 5;
const stepMinutes = 30;
const minutesPerWeek = 7 * 24 * 60;
/** In odd-numbered weeks, the mentor's feedback arrives after the deadline of 48 hours. */
const feedbackHours = { inTime: 2, late: 60 };
const deadlineHours = 48;

interface Pair {
  zone: string;
  interviewer: SignedUpUser;
  interviewee: SignedUpUser;
}

interface Held {
  id: string;
  pair: Pair;
  week: number;
  endsAt: Date;
}

const app = useTestApp();
const pairs: Pair[] = [];
const held: Held[] = [];
/** When each booking was first seen as completed, and its remedy as given. */
const completedAt = new Map<string, Date>();
const remediedAt = new Map<string, Date>();
const payouts: { pair: Pair; amountPaise: number }[] = [];

beforeAll(async () => {
  app.clock.set(start);
  for (const zone of zones) {
    const pair = { zone, interviewer: await app.signUpInterviewer(), interviewee: await app.signUp() };
    pairs.push(pair);
    await buy(app, pair.interviewee, "Premium");
    const added = await app.call("POST", "/api/interviewer/weekly-rules", {
      token: pair.interviewer.token,
      body: {
        weekdays: [1, 3, 5],
        windows: [{ from: "09:00", to: "10:30" }],
        timeZone: zone,
        startsOn: "2027-03-08",
        endsOn: null,
        exceptions: [],
        minimumNoticeHours: 0,
        mostPerDay: null,
      },
    });
    expect(added.status).toBe(201);
  }
  // Sign-ins last 90 days, so nobody has to sign in again.
  for (let minute = 0; minute <= minutesPerWeek * (weeks + 1); minute += stepMinutes) {
    app.clock.set(addMinutes(start, minute));
    if (minute % minutesPerWeek === 0 && minute / minutesPerWeek < weeks)
      await bookWeek(minute / minutesPerWeek);
    await runMinuteJobs();
    if (minute % 60 === 0) await generateWeeklySlots(app.deps);
    await giveFeedback();
    await app.runJobs();
    await observe();
    if (minute > 0 && minute % minutesPerWeek === 0) await payEverybody(minute / minutesPerWeek);
  }
}, 600_000);

/** Each interviewee books the second slot of Friday with their interviewer. */
async function bookWeek(week: number): Promise<void> {
  for (const pair of pairs) {
    const from = addMinutes(start, week * minutesPerWeek + 3 * 24 * 60 + 12 * 60);
    const { body } = await app.call("GET", `/api/user/slots?from=${from.toISOString()}&limit=1000`, {
      token: pair.interviewee.token,
    });
    const slots = (body as { slotTime: string; interviewerId: { _id: string } }[]).filter(
      ({ interviewerId }) => interviewerId._id === pair.interviewer.user._id,
    );
    const startTime = slots[1]?.slotTime ?? "";
    const booked = await app.call("POST", "/api/user/bookings", {
      token: pair.interviewee.token,
      body: { startTime, interviewerId: pair.interviewer.user._id },
    });
    expect(`${week} ${pair.zone} ${booked.status}`).toBe(`${week} ${pair.zone} 201`);
    await recordInterview(app, booked.body._id);
    held.push({ id: booked.body._id, pair, week, endsAt: new Date(booked.body.endTime) });
  }
}

/** Runs the jobs that every server runs each minute, twice at once as on two servers. */
async function runMinuteJobs(): Promise<void> {
  for (const job of [completeDueBookings, enqueueReminders, enqueueFeedbackReminders, grantDueRemedies])
    await Promise.all([job(app.deps), job(app.deps)]);
}

async function giveFeedback(): Promise<void> {
  const now = app.clock.now();
  for (const { id, pair, week, endsAt } of held) {
    const hours = week % 2 === 0 ? feedbackHours.inTime : feedbackHours.late;
    if (addMinutes(endsAt, 60 * hours).getTime() !== now.getTime()) continue;
    const given = await app.call("POST", `/api/interviewer/feedback-report/${id}`, {
      token: pair.interviewer.token,
      body: feedbackForm(),
    });
    expect(given.status).toBe(201);
  }
}

async function observe(): Promise<void> {
  const { rows } = await app.deps.pool.query<{ id: string; is_completed: boolean; is_remedied: boolean }>(
    `select booking.id, status = 'completed' as is_completed, remedy.booking_id is not null as is_remedied
     from bookings booking left join remedies remedy on remedy.booking_id = booking.id`,
  );
  for (const { id, is_completed, is_remedied } of rows) {
    if (is_completed && !completedAt.has(id)) completedAt.set(id, app.clock.now());
    if (is_remedied && !remediedAt.has(id)) remediedAt.set(id, app.clock.now());
  }
}

async function payEverybody(week: number): Promise<void> {
  for (const pair of pairs) {
    const interviewer = { id: pair.interviewer.user._id, email: pair.interviewer.user.email };
    const pay = (reference: string) =>
      inTransaction(app.deps.database, (tx) =>
        payOutInTransaction(app.deps, tx, { interviewer, reference }, { actor: "system" }),
      ).catch(() => null);
    const paid = await pay(`UTR ${week}`);
    if (paid !== null) payouts.push({ pair, amountPaise: paid.amountPaise });
    // Paid earnings are not due again.
    expect(await pay(`UTR ${week} again`)).toBeNull();
  }
}

async function subjectsOf({ user }: SignedUpUser): Promise<string[]> {
  return (await app.mailsTo(user.email)).map(({ subject }) => subject ?? "");
}

function localTime(instant: string | Date, timeZone: string): string {
  const options = {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(instant)).replace(",", "");
}

describe("after five weeks", () => {
  it("weekly hours keep their local time across the change of clocks, eight weeks ahead", async () => {
    for (const { zone, interviewer } of pairs) {
      const { rows } = await app.deps.pool.query<{ starts_at: Date }>(
        "select starts_at from availability where interviewer_id = $1 and status <> 'removed' order by starts_at",
        [interviewer.user._id],
      );
      const times = new Set(rows.map(({ starts_at }) => localTime(starts_at, zone)));
      expect([zone, ...[...times].sort()]).toEqual([
        zone,
        "Fri 09:00",
        "Fri 09:45",
        "Mon 09:00",
        "Mon 09:45",
        "Wed 09:00",
        "Wed 09:45",
      ]);
      const last = rows.at(-1)?.starts_at ?? start;
      expect(last.getTime()).toBeGreaterThan(
        addMinutes(app.clock.now(), minutesPerWeek * 8 - 3 * 24 * 60).getTime(),
      );
    }
    // Without a change of offsets, this test would prove nothing.
    const offsets = pairs.map(
      ({ zone }) =>
        new Set(
          held
            .filter(({ pair }) => pair.zone === zone)
            .map(({ endsAt }) => endsAt.toISOString().slice(11, 16)),
        ),
    );
    expect(offsets.map(({ size }) => size)).toEqual([2, 2, 2, 1]);
  });

  it("every interview was completed within the half hour of its end", () => {
    expect(held).toHaveLength(weeks * zones.length);
    for (const { id, endsAt } of held) {
      const minutes = ((completedAt.get(id)?.getTime() ?? Number.NaN) - endsAt.getTime()) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(0);
      expect(minutes).toBeLessThan(stepMinutes);
    }
  });

  it("both parties were reminded of each interview a day and an hour before, once", async () => {
    for (const { interviewer, interviewee } of pairs) {
      for (const person of [interviewer, interviewee]) {
        const reminders = (await subjectsOf(person)).filter((subject) => subject.startsWith("Reminder"));
        expect(reminders).toHaveLength(2 * weeks);
      }
    }
  });

  it("a remedy came at the deadline, once, for late feedback only", async () => {
    for (const { id, week, endsAt } of held) {
      const given = remediedAt.get(id);
      if (week % 2 === 0) expect(given).toBeUndefined();
      else {
        const minutes = ((given?.getTime() ?? Number.NaN) - endsAt.getTime()) / 60_000 - 60 * deadlineHours;
        expect(minutes).toBeGreaterThanOrEqual(0);
        expect(minutes).toBeLessThan(stepMinutes);
      }
    }
    const lateWeeks = Math.floor(weeks / 2);
    for (const { interviewee } of pairs) {
      const { body } = await app.call("GET", "/api/user/profile", { token: interviewee.token });
      expect(body.sessionCount).toBe(5 - weeks + lateWeeks);
    }
  });

  it("every interview was paid out once, at its share of the price", async () => {
    for (const pair of pairs) {
      const { rows } = await app.deps.pool.query<{ due: number; statuses: string[] }>(
        `select sum(amount_paise)::int as due, array_agg(distinct status) as statuses
         from earnings where interviewer_id = $1`,
        [pair.interviewer.user._id],
      );
      const paid = payouts.filter((payout) => payout.pair === pair);
      expect(rows[0]?.statuses).toEqual(["credited"]);
      expect(paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(rows[0]?.due);
      // Each credit of the pack had its share of the price, and 70 % of each were earned.
      const { rows: prices } = await app.deps.pool.query<{ earned: number }>(
        `select sum(value_paise * 70 / 100)::int as earned from credits where user_id = $1 and value_paise > 0`,
        [pair.interviewee.user._id],
      );
      expect(rows[0]?.due).toBe(prices[0]?.earned);
    }
  });

  it("every invariant holds, and no job is left or failed", async () => {
    expect((await checkInvariants(app.deps.database)).filter(({ broken }) => broken > 0)).toEqual([]);
    const { rows } = await app.deps.pool.query(
      "select name, state from pgboss.job where state <> 'completed'",
    );
    expect(rows).toEqual([]);
  });
});
