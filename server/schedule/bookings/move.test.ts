import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { type SignedUpUser, useBeforeEach } from "../../testing/app.ts";
import {
  app,
  booked,
  callOff,
  earningsPage,
  endNow,
  meetElsewhere,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { announceDueBookings } from "./book.ts";
import {
  countStatuses,
  createBookedInterview,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
  recordInterview,
} from "./bookings.testing.ts";

useBookedInterview({ hours: 30 });
const other = useBeforeEach(() => app.signUpInterviewer({ firstName: "Other", lastName: "Mentor" }));
const move = (
  to: { startTime: string; interviewerId: string },
  { token }: SignedUpUser = booked.interviewee,
  headers: Record<string, string> = {},
) => app.call("POST", `/api/user/bookings/${booked.booking._id}/reschedule`, { token, body: to, headers });

async function offered(interviewer: SignedUpUser, hours: number) {
  const startTime = hoursFromNow(app, hours);
  await offerSlot(app, interviewer, startTime);
  return { startTime, interviewerId: interviewer.user._id };
}

const openSlots = async () =>
  (await app.read(booked.interviewee, "/api/user/slots")).filter(
    (slot: { interviewerId: { _id: string } }) => slot.interviewerId._id === booked.interviewer.user._id,
  );
const ledger = async () => await app.read(booked.interviewee, "/api/user/credits");

describe("moving a booking", () => {
  it("to another interviewer: keeps booking and credit, frees the old slot, and pays nobody", async () => {
    await grantTestCredits(app, booked.interviewee, { sessions: 1, pricePaise: 1 });
    const before = await ledger();
    const to = await offered(other, 50);
    const answer = await move(to);
    expect(answer.status).toBe(200);
    expect(answer.body.booking).toMatchObject({
      _id: booked.booking._id,
      status: "pending",
      startTime: to.startTime,
      interviewerId: { _id: other.user._id },
    });
    expect(await ledger()).toEqual(before);
    expect(await openSlots()).toMatchObject([
      { slotTime: booked.booking.startTime, interviewerId: { _id: booked.interviewer.user._id } },
    ]);
    const theirs = async (person: SignedUpUser) => await app.read(person, "/api/interviewer/bookings");
    expect(await theirs(booked.interviewer)).toEqual([]);
    expect(await theirs(other)).toHaveLength(1);
    app.clock.set(addMinutes(new Date(answer.body.booking.endTime), -1));
    await recordInterview(app, booked.booking._id);
    await endNow(undefined, other);
    // The share of that credit's price, whatever other credits the person has.
    expect((await earningsPage(other)).transactions).toMatchObject([{ amount: 349.3 }]);
  });

  it("to another slot of the same interviewer, and back", async () => {
    const to = await offered(booked.interviewer, 31);
    expect((await move(to)).status).toBe(200);
    const back = { startTime: booked.booking.startTime, interviewerId: booked.interviewer.user._id };
    expect((await move(back)).status).toBe(200);
    const same = await move(back);
    expect([same.status, same.body.msg]).toEqual([409, "Your interview is already at this time."]);
  });

  it("is refused too late, into the past, to a missing slot, and over another interview", async () => {
    const to = await offered(other, 50);
    expect((await move({ ...to, startTime: hoursFromNow(app, 51) })).body.code).toBe("slot_taken");
    expect((await move({ ...to, startTime: hoursFromNow(app, -1) })).status).toBe(400);
    await grantTestCredits(app, booked.interviewee, { sessions: 1 });
    const third = await app.signUpInterviewer();
    await postBooking(app, booked.interviewee, await offered(third, 50));
    const beside = await move(to);
    expect([beside.status, beside.body.msg]).toEqual([409, "You already have an interview at this time."]);
    app.clock.set(addMinutes(new Date(booked.booking.startTime), -12 * 60 + 1));
    const late = await move(await offered(other, 70));
    expect([late.status, late.body.msg]).toEqual([
      409,
      "An interview can be moved until 12 hours before it starts.",
    ]);
    const booking = app.deps.database.selectFrom("bookings").where("id", "=", booked.booking._id);
    expect(await booking.select(["inviteSequence", "movedAt"]).execute()).toEqual([
      { inviteSequence: 0, movedAt: null },
    ]);
  });

  it("tells all three people, with one UID and a rising SEQUENCE", async () => {
    await app.runJobs();
    await app.runJobs();
    const to = await offered(other, 50);
    await move(to);
    await app.runJobs();
    const last = async (person: SignedUpUser) => (await app.mailsTo(person.user.email)).at(-1);
    const text = async (person: SignedUpUser) => {
      const content = (await last(person))?.attachments.at(-1)?.content;
      return typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer);
    };
    const uid = `UID:booking-${booked.booking._id}@greenroom`;
    expect((await last(booked.interviewee))?.subject).toMatch(/^Moved: your interview is now/);
    expect((await last(booked.interviewee))?.text).toMatch(/Now: .*\n\nBefore: /);
    expect((await last(other))?.subject).toMatch(/^Cand Idate booked you/);
    expect((await last(booked.interviewer))?.subject).toMatch(/^Cand Idate moved the interview/);
    for (const person of [booked.interviewee, other]) {
      expect(await text(person)).toContain(uid);
      expect(await text(person)).toContain("METHOD:REQUEST");
      expect(await text(person)).toContain("SEQUENCE:1");
    }
    expect(await text(booked.interviewer)).toContain(uid);
    expect(await text(booked.interviewer)).toContain("METHOD:CANCEL");
    const start = `DTSTART:${booked.booking.startTime.slice(0, 19).replace(/[-:]/g, "")}Z`;
    expect(await text(booked.interviewer)).toContain(start);
  });

  it("before its confirmation was mailed: each person gets one mail, about the move", async () => {
    await announceDueBookings(app.deps);
    await move(await offered(other, 50));
    await app.runJobs();
    await app.runJobs();
    const subjects = async ({ user }: SignedUpUser) =>
      (await app.mailsTo(user.email))
        .map(({ subject }) => subject)
        .filter((s) => /booked|Moved|Your mock interview/.test(s ?? ""));
    expect(await subjects(other)).toEqual([expect.stringMatching(/^Cand Idate booked you/)]);
    expect(await subjects(booked.interviewee)).toEqual([
      expect.stringMatching(/^Moved: your interview is now/),
    ]);
  });

  it("to a slot within the notice period: the mail no longer offers free cancellation", async () => {
    const free = "You can cancel or move it for free until 12 hours before it starts.";
    const said = async () => (await app.mailsTo(booked.interviewee.user.email)).at(-1)?.text;
    await move(await offered(other, 50));
    await app.runJobs();
    expect(await said()).toContain(free);
    await move(await offered(other, 11));
    await app.runJobs();
    expect(await said()).toMatch(/Now: .*\n\nBefore: /);
    expect(await said()).not.toContain("for free");
  });
});

describe("races", () => {
  it("a move and a booking compete for one slot: one gets it, nobody loses a credit", async () => {
    const rival = await app.signUp();
    await grantTestCredits(app, rival, { sessions: 8 });
    for (let round = 0; round < 8; round += 1) {
      const to = await offered(other, 50 + round);
      const answers = await Promise.all([move(to), postBooking(app, rival, to)]);
      const won = answers.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      expect(answers.find(({ status }) => status >= 300)?.body.code).toBe("slot_taken");
    }
    const { rows } = await app.deps.pool.query(
      "select user_id, balance, (select count(*) from bookings b where b.interviewee_id = user_id and status = 'pending') held from credit_accounts",
    );
    for (const row of rows.filter(({ user_id }) => user_id === rival.user._id)) {
      expect(row.balance + Number(row.held)).toBe(8);
    }
    const live = await app.deps.pool.query(
      "select slot_id from bookings where status = 'pending' group by slot_id having count(*) > 1",
    );
    expect(live.rows).toEqual([]);
  });

  it("two people who swap slots never deadlock", async () => {
    const rival = await app.signUp();
    await grantTestCredits(app, rival, { sessions: 1 });
    const theirs = await postBooking(app, rival, await offered(other, 40));
    const free = [await offered(booked.interviewer, 60), await offered(other, 62)] as const;
    const answers = await Promise.all([
      move(free[1]),
      app.post(rival, `/api/user/bookings/${theirs.body._id}/reschedule`, free[0]),
    ]);
    expect(countStatuses(answers)).toEqual({ 200: 2 });
  });

  it("a cancellation and a completion: one of them, and session and earning go with it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const each = await createBookedInterview(app, { hours: 100 + round * 2 });
      // The interviewer may still cancel a meeting of another provider, of which there is no record.
      await meetElsewhere(each);
      app.clock.set(addMinutes(new Date(each.booking.startTime), 5));
      const [cancelled, ended] = await Promise.all([
        callOff(each.interviewer, each),
        endNow(undefined, each.interviewer, each),
      ]);
      expect([cancelled.status, ended.status].sort()).toEqual([200, 409]);
      const credits = await app.get(each.interviewee, "/api/user/credits");
      const kinds = credits.body.map(({ kind }: { kind: string }) => kind);
      const { transactions } = await earningsPage(each.interviewer);
      const earned = transactions.filter(({ status }: { status: string }) => status !== "void").length;
      expect([kinds.includes("return"), earned]).toEqual(cancelled.status === 200 ? [true, 0] : [false, 1]);
    }
  });
});
