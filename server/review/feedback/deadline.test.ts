import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { returnCredit } from "../../money/credits/credits.ts";
import { reverseInTransaction } from "../../money/earnings/earnings.ts";
import {
  hoursFromNow,
  offerSlot,
  postBooking,
  recordInterview,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { decideInTransaction } from "../../schedule/bookings/no-show.ts";
import { type ApiResponse, deleteOwnAccount } from "../../testing/app.ts";
import {
  advanceToMinute,
  app,
  booked,
  cancel,
  currentOutcome,
  earningsPage,
  endNow,
  meetElsewhere,
  postNoShowReport,
  recordStay,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import { settledOrLocked } from "../../testing/lock-waits.ts";
import {
  enqueueFeedbackReminders,
  grantDueRemedies,
  listOverdueFeedback,
  lockIfLate,
  selectLateFeedback,
} from "./deadline.ts";

useBookedInterview();

/** The booking that the tests look at; at first that of the test. */
let booking: { _id: string; startTime: string; endTime: string };
beforeEach(async () => {
  await grantDueRemedies(app.deps); // Those of the tests before.
  booking = booked.booking;
  await recordInterview(app, booking._id);
});

const after = (hours: number) => app.clock.set(addMinutes(new Date(booking.endTime), 60 * hours));

const pdf = writePdf("Feedback", ["Well done."]);

/** Runs the job of several servers at once, this many hours after the end. */
async function lookAt(hours: number) {
  after(hours);
  await completeDueBookings(app.deps);
  const add = (sum: number, count: number) => sum + count;
  const each = () => Array.from({ length: 5 });
  const reminded = await Promise.all(each().map(() => enqueueFeedbackReminders(app.deps)));
  const given = await Promise.all(each().map(() => grantDueRemedies(app.deps)));
  return { reminded: reminded.reduce(add, 0), given: given.reduce(add, 0) };
}

const mailsTo = async (who: "interviewee" | "interviewer") => {
  await app.runJobs();
  return (await app.mailsTo(booked[who].user.email)).map(({ subject }) => subject);
};
const ledger = async () =>
  (await app.call("GET", "/api/user/credits", { token: booked.interviewee.token })).body;

async function writeFile() {
  const now = app.clock.now();
  await app.deps.database
    .insertInto("feedbackFiles")
    .values({
      bookingId: booking._id,
      storageKey: booking._id,
      fileName: "x.pdf",
      sizeBytes: pdf.length,
      uploadedAt: now,
    })
    .execute();
}

/** Another interview of the same two people, with the session that the interviewee has. */
async function bookAgain(): Promise<void> {
  const startTime = hoursFromNow(app, 2);
  const { interviewer, interviewee } = booked;
  await offerSlot(app, interviewer, startTime);
  const answer = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  booking = answer.body;
  await recordInterview(app, booking._id);
}

const forgetVisits = () =>
  app.deps.pool.query("delete from room_visits where booking_id = $1", [booking._id]);

const overdue = async () => {
  const late = { deadlineHours: 48, now: app.clock.now() };
  const all = { limit: 9, matches: () => sql<boolean>`true` };
  return await listOverdueFeedback(app.deps.database, late, all);
};

const remediedAt = async () =>
  (await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token })).body[0].remediedAt;

describe("the deadline of the mentor's feedback", () => {
  it("is 48 hours, with reminders at 24 and 44, each once", async () => {
    expect(await lookAt(23.9)).toEqual({ reminded: 0, given: 0 });
    expect(await lookAt(24)).toEqual({ reminded: 1, given: 0 });
    expect(await lookAt(43)).toEqual({ reminded: 0, given: 0 });
    expect(await lookAt(44)).toEqual({ reminded: 1, given: 0 });
    const subjects = (await mailsTo("interviewer")).filter((subject) => subject?.includes("waiting"));
    expect(subjects).toHaveLength(2);
    expect(subjects[0]).toMatch(/^Cand Idate is waiting for your feedback, due .* IST$/);
  });

  it("gives the remedy once when it passes, as a line of the ledger, and the earning stays pending", async () => {
    expect((await lookAt(47.9)).given).toBe(0);
    expect(await remediedAt()).toBeNull();
    expect((await lookAt(48)).given).toBe(1);
    expect(await remediedAt()).toBe(app.clock.now().toISOString());
    expect((await lookAt(100)).given).toBe(0);
    expect((await ledger())[0]).toMatchObject({
      kind: "grant",
      delta: 1,
      balance: 1,
      reason: "Your mentor's feedback was late",
    });
    expect(await mailsTo("interviewee")).toContain("Your feedback is late: we added one session");
    expect((await earningsPage()).transactions).toMatchObject([{ status: "pending" }]);
  });

  it("counts from the answer that completes an unclear interview, before which no feedback can be sent", async () => {
    await forgetVisits();
    await recordStay([booked.interviewee, booked.interviewer], 0, 9);
    expect(await lookAt(60)).toEqual({ reminded: 0, given: 0 });
    const body = { tookPlace: true };
    const { token } = booked.interviewee;
    await app.call("POST", `/api/bookings/${booking._id}/took-place`, { token, body });
    expect(await lookAt(60)).toEqual({ reminded: 0, given: 0 });
    expect((await lookAt(60 + 24)).reminded).toBe(1);
    expect(await mailsTo("interviewer")).toContainEqual(expect.stringContaining("is waiting for your"));
    expect((await lookAt(60 + 47.9)).given).toBe(0);
    expect((await lookAt(60 + 48)).given).toBe(1);
  });

  it("gives one remedy for each session, so that a remedy earns no further one", async () => {
    expect((await lookAt(48)).given).toBe(1);
    await bookAgain();
    expect((await lookAt(48)).given).toBe(0);
    // It is looked at once, and is still late for the interviewer and the desk.
    expect(await selectLateFeedback(app.deps.database, { endedBy: app.clock.now(), limit: 9 })).toEqual([]);
    expect((await overdue()).map(({ subject }) => subject)).toContain(booking._id);
  });

  it("gives no second one for a session that was returned and used again", async () => {
    expect((await lookAt(48)).given).toBe(1);
    const remedy = await app.deps.pool.query("select lot_id as id from remedies where booking_id = $1", [
      booking._id,
    ]);
    await inTransaction(app.deps.database, (tx) =>
      returnCredit(tx, {
        ...{ userId: booked.interviewee.user._id, bookingId: booking._id },
        ...{ reason: "The interviewer did not come", now: app.clock.now() },
      }),
    );
    // The session that was bought is the older one, so it is used first.
    await bookAgain();
    const { rows } = await app.deps.pool.query(
      "select lot_id as id from ledger_entries where booking_id = $1 and kind = 'spend'",
      [booking._id],
    );
    expect(rows[0].id).not.toBe(remedy.rows[0].id);
    expect((await lookAt(48)).given).toBe(0);
  });

  it("promises no earning that was taken back", async () => {
    const reversal = { bookingId: booking._id, reason: "Twice", actor: "command line" } as const;
    const promises = async () => {
      await app.runJobs();
      const mails = (await app.mailsTo(booked.interviewer.user.email)).filter(({ subject }) =>
        /waiting for your feedback|^Your feedback .* is late$/.test(subject ?? ""),
      );
      const promise = "earn when you send";
      return [mails.length, mails.filter(({ text }) => text?.includes(promise)).length];
    };
    await lookAt(24);
    expect(await promises()).toEqual([1, 1]);
    await inTransaction(app.deps.database, (tx) => reverseInTransaction(app.deps, tx, reversal));
    await lookAt(44);
    expect(await promises()).toEqual([2, 1]);
    await lookAt(48);
    expect(await promises()).toEqual([3, 1]);
  });

  it("sends nothing once the file exists", async () => {
    expect((await lookAt(24)).reminded).toBe(1);
    await writeFile();
    // Enqueued before the file existed; the mail checks again.
    expect((await mailsTo("interviewer")).filter((subject) => subject?.includes("waiting"))).toEqual([]);
    expect(await lookAt(44)).toEqual({ reminded: 0, given: 0 });
    expect((await lookAt(48)).given).toBe(0);
    expect(await ledger()).toHaveLength(2);
  });

  it("counts from the decision about a report, and neither reminds nor gives anything before", async () => {
    await forgetVisits();
    await meetElsewhere();
    advanceToMinute(1);
    await endNow();
    advanceToMinute(11);
    expect((await postNoShowReport(booked.interviewee)).body.report.outcome).toBe("pending");
    expect(await lookAt(24)).toEqual({ reminded: 0, given: 0 });
    expect(await lookAt(72)).toEqual({ reminded: 0, given: 0 });
    await inTransaction(app.deps.database, (tx) =>
      decideInTransaction(app.deps, tx, {
        ...{ bookingId: booking._id, outcome: "both-came" },
        ...{ reason: "Both have told us about it", actor: "command line" },
      }),
    );
    expect(await lookAt(72)).toEqual({ reminded: 0, given: 0 });
    expect((await lookAt(72 + 24)).reminded).toBe(1);
    const lateSince = async () =>
      (await overdue()).find(({ subject }) => subject === booking._id)?.since.toISOString();
    expect(await lateSince()).toBeUndefined();
    expect((await lookAt(72 + 47.9)).given).toBe(0);
    after(72 + 48);
    const dueAt = app.clock.now().toISOString();
    expect(await lateSince()).toBe(dueAt);
    expect((await lookAt(72 + 48)).given).toBe(1);
    after(72 + 60);
    expect(await lateSince()).toBe(dueAt);
  });

  it("reminds the mentor of a deleted interviewee, and gives that interviewee neither session nor mail", async () => {
    after(1);
    await completeDueBookings(app.deps);
    await app.runJobs();
    await deleteOwnAccount(app, booked.interviewee);
    expect(await lookAt(24)).toEqual({ reminded: 1, given: 0 });
    const waiting = (await mailsTo("interviewer")).filter((subject) => subject?.includes("waiting"));
    expect(waiting).toHaveLength(1);
    expect((await lookAt(48)).given).toBe(0);
    await app.runJobs();
    const { rows: lots } = await app.deps.pool.query(
      "select source from credit_lots where user_id = $1 and source = 'remedy'",
      [booked.interviewee.user._id],
    );
    expect(lots).toEqual([]);
    expect(await app.mailsTo(`deleted-${booked.interviewee.user._id}@deleted.invalid`)).toEqual([]);
  });

  it("and a file at its moment wait for each other, so that no file in time meets a remedy", async () => {
    after(1);
    await completeDueBookings(app.deps);
    after(48);
    const { token } = booked.interviewer;
    let stored: ApiResponse | undefined;
    const store = async () => {
      const path = `/api/interviewer/feedback-upload/${booking._id}`;
      stored = await app.call("POST", path, { token, body: fileForm("feedback", pdf) });
    };
    let storing: Promise<void> | undefined;
    await app.deps.database.transaction().execute(async (tx) => {
      expect(await lockIfLate(tx, booking._id)).toBe(true);
      storing = store();
      await settledOrLocked(app, storing);
      expect(stored).toBeUndefined();
    });
    await storing;
    expect(stored?.status).toBe(201);
    expect(await grantDueRemedies(app.deps)).toBe(0);
  });

  it("follows its settings", async () => {
    const { feedback } = app.deps.config;
    Object.assign(app.deps.config, { feedback: { deadlineHours: 24, remedySessions: 2 } });
    expect((await lookAt(24)).given).toBe(1);
    expect(await currentOutcome()).toMatchObject({ sessions: 2 });
    Object.assign(app.deps.config, { feedback });
  });
});

describe("awaited feedback", () => {
  const run = (text: string) => app.deps.pool.query(text, [booking._id]);
  const isAwaited = async () =>
    (await run("select from awaited_feedback where booking_id = $1")).rowCount === 1;
  const insertFile = `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at)
  values ($1, gen_random_uuid()::text, 'x.pdf', 1, now())`;

  it("is awaited from the end of an interview until its file exists, and again if that is deleted", async () => {
    expect(await isAwaited()).toBe(false);
    after(1);
    await completeDueBookings(app.deps);
    expect(await isAwaited()).toBe(true);
    await run(insertFile);
    expect(await isAwaited()).toBe(false);
    await run("delete from feedback_files where booking_id = $1");
    expect(await isAwaited()).toBe(true);
  });

  it("is no longer awaited after a remedy, so that old interviews are not read again", async () => {
    after(49);
    await completeDueBookings(app.deps);
    expect(await grantDueRemedies(app.deps)).toBe(1);
    expect(await isAwaited()).toBe(false);
    await run(insertFile);
    await run("delete from feedback_files where booking_id = $1");
    expect(await isAwaited()).toBe(false);
  });

  it("is not awaited after a no-show", async () => {
    after(1);
    await completeDueBookings(app.deps);
    await run("update bookings set status = 'no_show_interviewer' where id = $1");
    expect(await isAwaited()).toBe(false);
  });

  it("is awaited for an interview that is stored as completed, as those of the demo", async () => {
    await cancel();
    const { rows } = await run(
      `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, completed_at, created_at)
     select gen_random_uuid(), slot_id, interviewer_id, interviewee_id, starts_at, ends_at, 'completed', now(), now()
     from bookings where id = $1 returning id`,
    );
    booking = { ...booking, _id: rows[0].id };
    expect(await isAwaited()).toBe(true);
  });
});
