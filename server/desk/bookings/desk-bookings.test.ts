import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import {
  createBookedInterview,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
  recordWait,
} from "../../schedule/bookings/bookings.testing.ts";
import { cancelLocked, lockPending } from "../../schedule/bookings/cancel.ts";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { settledOrLocked } from "../../testing/lock-waits.ts";
import { getSessionCount } from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

const app = useTestApp();
const support = useBeforeAll(() => app.signUpOperator({ level: "support" }));
const start = "2026-11-20T06:30:00.000Z";

const list = async (query: string) => await app.read(support, `/api/operator/bookings?${query}`);
/** The clock has moved by hours, so the operator confirms again. */
const confirmAgain = () =>
  app.deps.pool.query("update operator_sign_ins set confirmed_at = greatest(opened_at, $1)", [
    app.clock.now(),
  ]);
async function detail(id: string) {
  await confirmAgain();
  return await app.read(support, `/api/operator/bookings/${id}`);
}
const cancel = (...bookingIds: string[]) =>
  confirmAction(app, support, "/api/operator/bookings/cancellation", { bookingIds });

/** A day of one interviewer with so many booked interviews. */
async function createDay(count: number) {
  app.clock.set(start);
  const interviewer = await app.signUpInterviewer({ firstName: "Ill", lastName: "Today" });
  const people: SignedUpUser[] = [];
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 1, pricePaise: 10_000 });
    const startTime = hoursFromNow(app, 24 + index);
    await offerSlot(app, interviewer, startTime);
    const answer = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
    people.push(person);
    ids.push(answer.body._id);
  }
  return { interviewer, people, ids };
}

describe("bookings at the desk", () => {
  it("are found by day, either person, state and meeting", async () => {
    const { interviewer, people, ids } = await createDay(3);
    await app.runJobs();
    const day = "from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z&order=earliest";
    const rows = await list(`${day}&person=${interviewer.user.email}`);
    expect(rows.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
    expect(rows[0]).toMatchObject({ status: "pending", meeting: "room", isDisputed: false });
    expect(await list(`person=${people[1]?.user._id}`)).toMatchObject([{ _id: ids[1] }]);
    const own = `person=${interviewer.user.email}`;
    expect(await list(`${own}&meeting=none`)).toEqual([]);
    expect(await list(`${own}&status=cancelled`)).toEqual([]);
    expect(await list(`${own}&limit=1`)).toMatchObject([{ _id: ids[2] }]);
    const byName = (await list("person=ill%20tod")).map(({ _id }: { _id: string }) => _id);
    expect(byName).toEqual(expect.arrayContaining(ids));
    expect((await app.get(support, "/api/operator/bookings?status=lost")).status).toBe(400);
  });

  it("have no meeting until its link is there, again after a move, and never once they are canceled", async () => {
    const { interviewer, people, ids } = await createDay(2);
    const [moved, canceled] = ids as [string, string];
    const withoutMeeting = async () =>
      (await list(`person=${interviewer.user.email}&meeting=none&order=earliest`)).map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(await withoutMeeting()).toEqual([moved, canceled]);
    await cancel(canceled);
    expect(await withoutMeeting()).toEqual([moved]);
    await app.runJobs();
    expect(await withoutMeeting()).toEqual([]);
    const { rowCount } = await app.deps.pool.query(
      "select from bookings_without_meeting where booking_id = any($1)",
      [ids],
    );
    expect(rowCount).toBe(0);
    const startTime = hoursFromNow(app, 50);
    await offerSlot(app, interviewer, startTime);
    const { status } = await app.post(people[0] as SignedUpUser, `/api/user/bookings/${moved}/reschedule`, {
      startTime,
      interviewerId: interviewer.user._id,
    });
    expect(status).toBe(200);
    expect(await withoutMeeting()).toEqual([moved]);
    await app.runJobs();
    expect(await withoutMeeting()).toEqual([]);
  });

  it.each([
    ["canceled", []],
    ["left as they are after all", ["pending"]],
  ])(
    "are not listed without a meeting if its link is stored while they are %s",
    async (outcome, statuses) => {
      const { interviewer, ids } = await createDay(1);
      const [bookingId = ""] = ids;
      const { database, pool } = app.deps;
      // As a server does before it asks the meeting's provider, and after that.
      await pool.query(
        "insert into meetings (booking_id, provider, claimed_until, created_at) values ($1, 'zoom', $2, $2)",
        [bookingId, app.clock.now()],
      );
      const storeLink = () =>
        pool.query("update meetings set join_url = 'https://zoom.example/1' where booking_id = $1", [
          bookingId,
        ]);
      const isStored = async () =>
        (await pool.query("select from meetings where booking_id = $1 and join_url is not null", [bookingId]))
          .rowCount === 1;
      const undone = new Error("undone");
      const cancellation = inTransaction(database, async (tx) => {
        for (const booking of await lockPending(tx, [bookingId])) {
          await cancelLocked(app.deps, tx, booking, { reason: "Asked by email", actor: "system" });
        }
        // If this waited, the two could deadlock: a hosted meeting is stored with its seat, which a cancellation releases.
        await settledOrLocked(app, storeLink());
        expect(await isStored()).toBe(true);
        if (outcome !== "canceled") throw undone;
      });
      await cancellation.catch((error: unknown) => expect(error).toBe(undone));
      const person = `person=${interviewer.user.email}`;
      expect(
        (await list(`${person}&status=pending`)).map(({ status }: { status: string }) => status),
      ).toEqual(statuses);
      expect(await list(`${person}&meeting=none`)).toEqual([]);
    },
  );

  it("have no link to feedback that was not given", async () => {
    app.clock.set(start);
    const { booking } = await createBookedInterview(app, { pricePaise: 16_633 });
    await confirmAgain();
    const path = `/api/operator/bookings/${booking._id}/feedback-file`;
    const { status, body } = await app.get(support, path);
    expect([status, body.msg]).toEqual([404, "No feedback file has been uploaded for this interview yet."]);
  });

  it("show their money, moves and attendance, and who looked", async () => {
    app.clock.set(start);
    const { booking, interviewer } = await createBookedInterview(app, { pricePaise: 16_633 });
    const id = booking._id;
    app.clock.set(addMinutes(new Date(booking.startTime), 2));
    await app.post(interviewer, `/api/rooms/${id}/presence`);
    expect(await detail(id)).toMatchObject({
      session: { value: 166.33, source: "gift", paymentId: null, wasReturned: false },
      earning: null,
      moves: [],
      attendance: { interviewee: [], interviewer: [{ enteredAt: app.clock.now().toISOString() }] },
    });
    const { rows } = await app.deps.pool.query("select action from audit_log where subject = $1", [
      `booking:${id}`,
    ]);
    expect(rows).toContainEqual({ action: "desk.booking-viewed" });
    expect(
      (await app.get(support, "/api/operator/bookings/0190a5b8-7c00-7000-8000-00000000000f")).status,
    ).toBe(404);
  });
});

describe("canceling an interviewer's day", () => {
  it("states the consequences, asks to type a confirmation, then cancels all, returns the sessions and mails everybody", async () => {
    const { people, ids, interviewer } = await createDay(3);
    const preview = await previewAction(app, support, "/api/operator/bookings/cancellation", {
      bookingIds: ids,
    });
    expect(preview.body.typedConfirmation).toBe("CANCEL 3");
    expect(preview.body.lines.slice(3)).toEqual([
      { label: "Sessions", text: "3 sessions are returned to 3 people." },
      { label: "Earnings", text: expect.stringContaining("earn nothing") },
      { label: "Emails", text: "4 people are told by email." },
    ]);
    const done = await cancel(...ids);
    expect([done.status, done.body.outcomes.length]).toEqual([200, 3]);
    await app.runJobs();
    for (const person of people) expect(await getSessionCount(app, person)).toBe(1);
    const mails = await app.mailsTo(interviewer.user.email);
    expect(mails.filter(({ subject }) => subject?.toLowerCase().includes("cancel"))).toHaveLength(3);
    expect((await detail(ids[0] ?? "")).cancellation).toMatchObject({
      by: "operator",
      sessionReturned: true,
    });
  });

  it("cancels none when one of them was canceled in the meantime", async () => {
    const { people, ids } = await createDay(2);
    const body = { bookingIds: ids };
    const preview = await previewAction(app, support, "/api/operator/bookings/cancellation", body);
    expect((await cancel(ids[1] ?? "")).status).toBe(200);
    const late = await app.post(support, "/api/operator/bookings/cancellation", {
      ...body,
      reason: "Ill",
      version: preview.body.version,
      typed: "CANCEL 2",
    });
    expect([late.status, late.body.msg]).toEqual([409, "This interview was canceled already."]);
    expect(await getSessionCount(app, people[0] as SignedUpUser)).toBe(0);
  });

  it("refuses more than fifty at once", async () => {
    const bookingIds = Array.from({ length: 51 }, () => crypto.randomUUID());
    const answer = await previewAction(app, support, "/api/operator/bookings/cancellation", { bookingIds });
    expect([answer.status, answer.body.msg]).toEqual([400, "At most 50 bookings can be canceled at once."]);
  });
});

describe("a no-show dispute", () => {
  /** The interviewee reports an interviewer who was in the room. */
  async function createDispute() {
    app.clock.set(start);
    const booked = await createBookedInterview(app, { pricePaise: 10_000 });
    const { booking, interviewee } = booked;
    await recordWait(app, booking._id);
    app.clock.set(addMinutes(new Date(booking.startTime), 15));
    await app.post(interviewee, `/api/bookings/${booking._id}/no-show`);
    return booked;
  }
  /** An owner who has confirmed now, as the clock has moved on. */
  const signUpOwner = () => app.signUpOperator();
  const decide = (operator: SignedUpUser, id: string, outcome: string) =>
    confirmAction(app, operator, `/api/operator/bookings/${id}/no-show-decision`, { outcome });

  it("is listed with both sides' record, and decided once", async () => {
    const { booking, interviewee } = await createDispute();
    const owner = await signUpOwner();
    await confirmAgain();
    const disputes = await app.read(support, "/api/operator/bookings?disputed=true");
    expect(disputes).toContainEqual(expect.objectContaining({ _id: booking._id, isDisputed: true }));
    expect(disputes.every((row: { isDisputed: boolean }) => row.isDisputed)).toBe(true);
    expect((await detail(booking._id)).reports).toMatchObject([
      { by: "interviewee", outcome: "pending", record: { interviewee: [], interviewer: [{}] } },
    ]);
    expect((await decide(owner, booking._id, "session-returned")).status).toBe(409);
    const decided = await decide(owner, booking._id, "interviewer-absent");
    expect(decided.body.msg).toBe("The interview is decided. Both parties get an email.");
    expect(await getSessionCount(app, interviewee)).toBe(1);
    const late = await decide(owner, booking._id, "both-came");
    expect([late.status, late.body.msg]).toEqual([
      409,
      "Nothing about this interview waits for a decision. Nothing was changed.",
    ]);
    expect((await detail(booking._id)).isDisputed).toBe(false);
  });

  it("moves nothing when both came", async () => {
    const { booking, interviewee } = await createDispute();
    const owner = await signUpOwner();
    expect((await decide(owner, booking._id, "both-came")).status).toBe(200);
    expect(await getSessionCount(app, interviewee)).toBe(0);
    expect((await detail(booking._id)).reports[0].outcome).toBe("dismissed");
  });
});
