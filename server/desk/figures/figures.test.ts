import type { InterviewerFigure } from "@greenroom/contract/desk/money/figures.ts";
import { readNextCursor } from "@greenroom/contract/kernel/next-page.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createBookedInterview,
  insertCompletedInterview,
  recordInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";
import { storeDays } from "./store-days.ts";

let app: TestApp;
let operator: SignedUpUser;
let beforeInterview: unknown;
const start = new Date("2026-11-20T06:30:00.000Z");
const afternoon = addMinutes(start, 180);
const day = 60 * 24;

/** Friday: a Pro and a Basic are bought, one session of Pro is refunded, one interview is booked and held. */
beforeAll(async () => {
  app = await createTestApp();
  operator = await app.signUpOperator();
  const [pro, basic] = [await app.signUp(), await app.signUp()];
  await buy(app, pro, "Pro");
  await buy(app, basic, "Basic");
  const { rows } = await app.deps.pool.query("select id from payments where user_id = $1", [pro.user._id]);
  await confirmAction(app, operator, "/api/operator/refunds", {
    items: [{ paymentId: rows[0].id, sessions: 1 }],
  });
  const { booking } = await createBookedInterview(app, { pricePaise: 10_000 });
  await recordInterview(app, booking._id);
  beforeInterview = await openDay();
  app.clock.set(afternoon);
  await completeDueBookings(app.deps);
});
beforeEach(async () => {
  app.clock.set(afternoon);
  // No day is stored yet and no feedback is given.
  const figures = ["figure_days", "figure_interviewer_days", "figure_cohorts", "figure_progress"];
  for (const table of ["feedback", ...figures, "figure_changes"])
    await app.deps.pool.query(`delete from ${table}`);
});
afterAll(() => app.close());

const get = async (path: string) => {
  const { token } = await app.signUpOperator();
  return await app.call("GET", `/api/operator/figures${path}`, { token });
};
const openDay = async () => (await get("?by=day&from=2026-11-20&to=2026-11-20")).body.rows[0];

/** Closes Friday and Saturday on Sunday. */
async function closeFirstDays(): Promise<void> {
  app.clock.set(addMinutes(start, 2 * day));
  await storeDays(app.deps);
}

const giveFeedback = () =>
  app.deps.pool.query(`insert into feedback (id, booking_id, interviewee_id, interviewer_id, interview_score, overall_summary, created_at)
      select gen_random_uuid(), id, interviewee_id, interviewer_id, 4, 'Good', '2026-11-21T10:00:00Z' from bookings`);

describe("figures", () => {
  it("count the open day live", async () => {
    const { body } = await get("?by=day&from=2026-11-20&to=2026-11-20");
    expect(body.computedAt).toBeNull();
    expect(body.rows).toEqual([
      expect.objectContaining({
        period: "2026-11-20",
        payments: 2,
        revenue: 598,
        refunds: 166.34,
        sessionsSold: 4,
        sessionsGiven: 1,
        sessionsUsed: 1,
        sessionsRefunded: 1,
        // 499 + 99 - 166.34; the gift of 100 was granted and spent.
        openSessions: 3,
        openValue: 431.66,
        slotsOffered: 1,
        slotsBooked: 1,
        interviews: 1,
        completed: 1,
        feedbackHours: null,
      }),
    ]);
    expect(beforeInterview).toEqual({ ...body.rows[0], completed: 0 });
  });

  it("count yesterday, too, until the job has stored it", async () => {
    app.clock.set(addMinutes(start, day));
    const { rows } = (await get("?by=day&from=2026-11-19&to=2026-11-21")).body;
    expect(rows).toMatchObject([
      { period: "2026-11-20", revenue: 598, openSessions: 3 },
      { period: "2026-11-21", revenue: 0, openSessions: 3 },
    ]);
    const months = (await get("?by=month&from=2026-11-01&to=2026-11-30")).body.rows;
    expect(months).toMatchObject([{ period: "2026-11", revenue: 598, openSessions: 3 }]);
  });

  it("are the same from the table once the day is stored, however often the job runs", async () => {
    const live = await openDay();
    await closeFirstDays();
    await Promise.all([storeDays(app.deps), storeDays(app.deps)]);
    const { body } = await get("?by=day&from=2026-11-19&to=2026-11-22");
    expect(body.computedAt).toBe(app.clock.now().toISOString());
    expect(body.rows.map(({ period }: { period: string }) => period)).toEqual([
      "2026-11-20",
      "2026-11-21",
      "2026-11-22",
    ]);
    expect(body.rows[0]).toEqual(live);
    expect(body.rows[1]).toMatchObject({ revenue: 0, openSessions: 3, openValue: 431.66 });
    expect(body.rows[2]).toMatchObject({ revenue: 0, openSessions: 3, openValue: 431.66 });
  });

  it("of a month are the sums of its days, with what is open at its end", async () => {
    await closeFirstDays();
    const { body } = await get("?by=month&from=2026-11-01&to=2026-11-30");
    expect(body.rows).toEqual([
      expect.objectContaining({
        period: "2026-11",
        revenue: 598,
        interviews: 1,
        openSessions: 3,
        openValue: 431.66,
      }),
    ]);
  });

  it("include a late rating and late feedback, by interviewer and by cohort", async () => {
    await closeFirstDays();
    await giveFeedback();
    await storeDays(app.deps);
    const { body } = await get("/interviewers?from=2026-11-20&to=2026-11-22");
    expect(body).toEqual([
      expect.objectContaining({
        interviews: 1,
        noShows: 0,
        ratings: 1,
        averageRating: 4,
        feedbackHours: null,
      }),
    ]);
    expect((await get("/cohorts")).body).toEqual([{ cohort: "2026-11", months: 0, buyers: 2, revenue: 598 }]);
  });

  it.each([
    ["few", "2026-11-20", 2],
    ["many", "2025-11-22", 2 * 364],
  ])("of interviewers come in pages for a period with %s figures", async (_count, from, interviews) => {
    const people = [];
    for (let count = 0; count < 4; count += 1) people.push(await app.signUpInterviewer());
    const none = await app.signUpInterviewer();
    // The day before the longer period has figures of somebody else.
    await app.deps.pool.query(
      `insert into figure_interviewer_days
        (interviewer_id, day, interviews, no_shows, ratings, rating_sum, feedback_files, feedback_minutes)
      select id, day, 2, 0, 0, 0, 0, 0 from unnest($1::uuid[]) id,
        generate_series('2025-11-22'::date, '2026-11-20'::date, '1 day') day
      union all select $2, '2025-11-21'::date, 1, 0, 0, 0, 0, 0`,
      [people.map(({ user }) => user._id), none.user._id],
    );
    const query = `/interviewers?from=${from}&to=2026-11-20&limit=3`;
    const first = await get(query);
    const after = readNextCursor(first.headers.get("link")) ?? "";
    const second = await get(`${query}&after=${encodeURIComponent(after)}`);
    expect([first.body.length, second.body.length]).toEqual([3, 1]);
    const rows: InterviewerFigure[] = [...first.body, ...second.body];
    const emails = rows.map(({ interviewer }) => interviewer.email);
    expect(emails.toSorted()).toEqual(people.map(({ user }) => user.email).toSorted());
    expect(rows).toMatchObject(people.map(() => ({ interviews })));
  });

  it("come as CSV, and the audit log names who exported them", async () => {
    await giveFeedback();
    await closeFirstDays();
    const exports = async () => {
      const { rows } = await app.deps.pool.query(
        "select count(*)::int as n from audit_log where action like 'desk.%-exported'",
      );
      return rows[0].n as number;
    };
    const before = await exports();
    const csv = await get(".csv?by=day&from=2026-11-20&to=2026-11-21");
    expect(csv.body.split("\r\n")[1]).toBe("2026-11-20,2,598.00,166.34,4,1,1,1,3,431.66,1,1,1,1,0,0,0,0,");
    expect((await get("/cohorts.csv")).body).toContain("2026-11,0,2,598.00");
    expect((await get("/interviewers.csv?from=2026-11-20&to=2026-11-21")).body).toMatch(
      /,Ira Viewer,[^,]+,1,0,1,4,0,\r\n/,
    );
    expect(await exports()).toBe(before + 3);
  });

  it.each([
    ["ends before it begins", "?by=day&from=2026-11-20&to=2026-11-19", "to"],
    ["is longer than a year", "?by=day&from=2025-01-01&to=2026-11-19", "to"],
    ["has no such day", "?by=day&from=2026-02-30&to=2026-11-19", "from"],
    ["is missing", "?by=day", "from"],
  ])("are refused for a period that %s", async (_what, query, path) => {
    const { status, body } = await get(query);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });
});

it("of an interviewer are the same on the page of interviewers", async () => {
  const [interviewer, interviewee] = [await app.signUpInterviewer(), await app.signUp()];
  const people = { interviewerId: interviewer.user._id, intervieweeId: interviewee.user._id };
  for (const [hour, uploadedAfter] of [
    [0, 10],
    [1, 20],
    [2, 600],
    [3, null],
  ] as const) {
    const startsAt = addMinutes(start, 60 * (hour - 5));
    const { bookingId, endsAt } = await insertCompletedInterview(app, { ...people, startsAt });
    if (uploadedAfter === null) {
      await app.deps.pool.query("update bookings set status = 'no_show_interviewee' where id = $1", [
        bookingId,
      ]);
      continue;
    }
    await app.deps.pool.query(
      `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at)
       values ($1, $2, 'x.pdf', 1, $3)`,
      [bookingId, `file-${bookingId}`, addMinutes(endsAt, uploadedAfter)],
    );
  }
  await closeFirstDays();
  const isOwn = (id: string) => id === interviewer.user._id;
  const figures = (await get("/interviewers?from=2026-11-20&to=2026-11-22")).body.find(
    (row: InterviewerFigure) => isOwn(row.interviewer._id),
  );
  expect(figures).toMatchObject({ interviews: 3, noShows: 0, feedbackFiles: 3, feedbackHours: 3.5 });
  const { token } = await app.signUpOperator();
  const quality = (await app.call("GET", "/api/operator/interviewers?limit=100", { token })).body.find(
    ({ _id }: { _id: string }) => isOwn(_id),
  );
  expect(quality).toMatchObject({ completed: 3, feedbackHours: 3.5 });
});
