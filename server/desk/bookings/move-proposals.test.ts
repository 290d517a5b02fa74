import { beforeEach, describe, expect, it } from "vitest";
import {
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { endExpiredProposals } from "../../schedule/bookings/proposals.ts";
import type { SignedUpUser } from "../../testing/app.ts";
import {
  app,
  booked,
  deskPath,
  postProposal,
  support,
  useBookingAtDesk,
} from "../../testing/move-proposal-setup.ts";
import { getSessionCount } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";

const stays = "The interview stays where it is.";

useBookingAtDesk();

let startTime: string;
beforeEach(async () => {
  startTime = hoursFromNow(app, 50);
  await offerSlot(app, booked.interviewer, startTime);
});

const propose = (time = startTime) => postProposal(time);
const withdraw = () => confirmAction(app, support, `${deskPath()}/move-proposal/withdrawal`);
const read = (person: SignedUpUser) => app.get(person, `/api/bookings/${booked.booking._id}/move-proposal`);
async function answer(person: SignedUpUser, given: "accept" | "decline") {
  const { body } = await read(person);
  return await app.post(person, `/api/bookings/${booked.booking._id}/move-proposal/answer`, {
    proposalId: body._id,
    answer: given,
  });
}
async function desk() {
  await app.deps.pool.query("update operator_sign_ins set confirmed_at = greatest(opened_at, $1)", [
    app.clock.now(),
  ]);
  return await app.read(support, deskPath());
}
const saturdaySlot = "2026-11-21T14:30:00.000Z";
/** Weekly hours whose first slot is `saturdaySlot`. */
const addSaturdayHours = (limits: { minimumNoticeHours: number }) =>
  app.post(booked.interviewer, "/api/interviewer/weekly-rules", {
    weekdays: [6],
    windows: [{ from: "20:00", to: "20:45" }],
    timeZone: "Asia/Kolkata",
    startsOn: "2026-11-20",
    endsOn: null,
    exceptions: [],
    mostPerDay: null,
    ...limits,
  });
/** Subjects of the mails about another time. */
async function mails(person: SignedUpUser): Promise<string[]> {
  await app.runJobs();
  const sent = await app.mailsTo(person.user.email);
  return sent.flatMap(({ subject = "" }) => (/time for|stays|Moved/.test(subject) ? [subject] : []));
}

describe("another time for a booking", () => {
  it("is proposed at the desk, asked of both by mail, and moves the booking when both accept", async () => {
    const { interviewee, interviewer } = booked;
    const slots = await app.get(support, `${deskPath()}/offered-slots`);
    expect(slots.body).toMatchObject([{ startTime }]);
    expect((await propose()).body.msg).toMatch(/^Both are asked by email/);
    await app.runJobs();
    for (const [person, side] of [
      [interviewee, "interviewee"],
      [interviewer, "interviewer"],
    ] as const) {
      const mail = (await app.mailsTo(person.user.email)).find(({ subject }) =>
        subject?.includes("Another time"),
      );
      expect(mail?.text).toContain("Why: The room is closed");
      expect(mail?.text).toContain(`/${side}-dashboard/proposed-time/${booked.booking._id}`);
    }
    expect((await read(interviewee)).body).toMatchObject({
      party: "interviewee",
      otherName: "Ira Viewer",
      state: "open",
      startTime,
    });
    expect((await answer(interviewee, "accept")).body).toMatchObject({
      proposal: { state: "open", acceptedBy: ["interviewee"] },
    });
    expect((await desk()).startTime).toBe(booked.booking.startTime);
    expect((await answer(interviewer, "accept")).body).toMatchObject({ proposal: { state: "moved" } });
    expect(await desk()).toMatchObject({
      startTime,
      moves: [{ fromTime: booked.booking.startTime }],
      moveProposal: { state: "moved", acceptedBy: ["interviewee", "interviewer"] },
    });
    expect(await getSessionCount(app, interviewee)).toBe(0);
    expect((await mails(interviewer)).at(-1)).toMatch(/^Moved/);
  });

  it("stays where it is when one declines, and the other is told", async () => {
    const { interviewee, interviewer } = booked;
    await propose();
    await answer(interviewee, "accept");
    expect((await answer(interviewer, "decline")).body.msg).toContain(stays);
    const late = await answer(interviewee, "accept");
    expect([late.status, late.body.msg]).toEqual([409, `This time was declined. ${stays}`]);
    expect((await mails(interviewee)).at(-1)).toMatch(/^Your interview stays on/);
    expect(await desk()).toMatchObject({ moveProposal: { state: "declined", declinedBy: "interviewer" } });
    expect((await propose()).status).toBe(200);
  });

  it("can be withdrawn, and is proposed once at a time", async () => {
    await propose();
    const second = await propose();
    expect([second.status, second.body.msg]).toEqual([
      409,
      expect.stringContaining("Another time is proposed already"),
    ]);
    expect((await withdraw()).status).toBe(200);
    expect((await answer(booked.interviewee, "accept")).body.msg).toBe(
      `We have withdrawn this proposal. ${stays}`,
    );
    expect((await withdraw()).status).toBe(409);
    expect((await mails(booked.interviewer)).at(-1)).toMatch(/^Your interview stays on/);
  });

  it("is not withdrawn from a page that shows an earlier one, which another operator may have replaced", async () => {
    const first = (await propose()).body.proposalId;
    await answer(booked.interviewer, "decline");
    const second = (await propose()).body.proposalId;
    const withdrawShown = (replaces: string) =>
      confirmAction(app, support, `${deskPath()}/move-proposal/withdrawal`, { replaces });
    const late = await withdrawShown(first);
    expect([late.status, late.body.msg]).toEqual([
      409,
      "Another time has been proposed since, so nothing was withdrawn. Close this to see it.",
    ]);
    expect((await desk()).moveProposal).toMatchObject({ state: "open" });
    expect((await withdrawShown(second)).status).toBe(200);
  });

  it("holds its slot: nobody else books or deletes it until the proposal ends", async () => {
    const { interviewee, interviewer } = booked;
    await propose();
    const rival = await app.signUp();
    await grantTestCredits(app, rival, { sessions: 1 });
    const book = () => postBooking(app, rival, { startTime, interviewerId: interviewer.user._id });
    expect((await book()).status).toBe(409);
    const isListed = async () =>
      (await app.read(rival, "/api/user/slots?limit=1000")).some(
        (slot: { slotTime: string; interviewerId: { _id: string } }) =>
          slot.slotTime === startTime && slot.interviewerId._id === interviewer.user._id,
      );
    expect(await isListed()).toBe(false);
    const { rows } = await app.deps.pool.query(
      "select id, status from availability where interviewer_id = $1 and starts_at = $2",
      [interviewer.user._id, startTime],
    );
    expect(rows[0].status).toBe("held");
    const deleted = await app.delete(interviewer, `/api/interviewer/availability/${rows[0].id}`);
    expect([deleted.status, deleted.body.msg]).toEqual([
      409,
      expect.stringContaining("Decline that time first"),
    ]);
    await expect(
      app.deps.pool.query("update availability set status = 'available' where id = $1", [rows[0].id]),
    ).rejects.toThrow("held by a proposal");
    await answer(interviewee, "decline");
    expect(await isListed()).toBe(true);
    expect((await book()).status).toBe(201);
  });

  it("ends when nobody answers in time: the slot is free again, and both are told by mail", async () => {
    const { interviewee, interviewer } = booked;
    await propose();
    await app.runJobs();
    const { expiresAt } = (await read(interviewee)).body;
    expect(await endExpiredProposals(app.deps)).toBe(0);
    app.clock.set(expiresAt);
    expect(await endExpiredProposals(app.deps)).toBeGreaterThanOrEqual(1);
    expect(await endExpiredProposals(app.deps)).toBe(0);
    await app.runJobs();
    for (const person of [interviewee, interviewer]) {
      const mail = (await app.mailsTo(person.user.email)).find(({ subject }) =>
        subject?.startsWith("Your interview stays on"),
      );
      expect(mail?.text).toContain(`This proposal has expired. ${stays}`);
    }
    const { rows } = await app.deps.pool.query(
      "select status from availability where interviewer_id = $1 and starts_at = $2",
      [interviewer.user._id, startTime],
    );
    expect(rows).toEqual([{ status: "available" }]);
  });

  it("can be accepted only until the interviewer's notice for that slot runs out", async () => {
    await addSaturdayHours({ minimumNoticeHours: 24 });
    expect((await propose(saturdaySlot)).status).toBe(200);
    expect((await read(booked.interviewee)).body.expiresAt).toBe("2026-11-20T14:30:00.000Z");
    await withdraw();
    app.clock.set("2026-11-20T14:30:00.000Z");
    await desk();
    const late = await propose(saturdaySlot);
    expect([late.status, late.body.details?.[0].path]).toEqual([400, "startTime"]);
  });

  it("removes its slot when it ends, if the weekly hours of the slot were deleted meanwhile", async () => {
    const { body } = await addSaturdayHours({ minimumNoticeHours: 0 });
    await propose(saturdaySlot);
    const { token } = booked.interviewer;
    const deleted = await app.delete({ token }, `/api/interviewer/weekly-rules/${body.rule._id}`);
    expect(deleted.status).toBe(200);
    await withdraw();
    const { rows } = await app.deps.pool.query(
      "select status from availability where interviewer_id = $1 and starts_at = $2",
      [booked.interviewer.user._id, saturdaySlot],
    );
    expect(rows).toEqual([{ status: "removed" }]);
  });

  it("ends with the booking's cancellation, with another move, and when its time is over", async () => {
    const { interviewee, interviewer } = booked;
    await propose();
    const later = hoursFromNow(app, 60);
    await offerSlot(app, interviewer, later);
    await app.post(interviewee, `/api/user/bookings/${booked.booking._id}/reschedule`, {
      startTime: later,
      interviewerId: interviewer.user._id,
    });
    expect((await answer(interviewer, "accept")).body.msg).toMatch(/has been moved in the meantime/);
    expect((await propose()).status).toBe(200);
    app.clock.advance({ days: 2 });
    expect((await answer(interviewer, "accept")).body.msg).toBe(`This proposal has expired. ${stays}`);
    await app.post(interviewee, `/api/user/bookings/${booked.booking._id}/cancel`);
    expect((await answer(interviewee, "decline")).body.msg).toMatch(/was canceled in the meantime/);
  });

  it("is refused for a time that cannot be, with the field", async () => {
    const refused = async (time: string) => {
      const { status, body } = await propose(time);
      return [status, body.details?.[0]?.path, body.msg];
    };
    expect(await refused(booked.booking.startTime)).toEqual([
      400,
      "startTime",
      expect.stringContaining("already"),
    ]);
    expect(await refused(hoursFromNow(app, 55))).toEqual([
      400,
      "startTime",
      expect.stringContaining("does not offer"),
    ]);
    expect((await refused("2026-11-19T06:30:00.000Z"))[0]).toBe(400);
    expect((await refused("tomorrow"))[0]).toBe(400);
    const other = await app.signUpInterviewer();
    await offerSlot(app, other, startTime);
    await grantTestCredits(app, booked.interviewee, { sessions: 1 });
    await postBooking(app, booked.interviewee, { startTime, interviewerId: other.user._id });
    expect(await refused(startTime)).toEqual([
      400,
      "startTime",
      expect.stringContaining("another interview"),
    ]);
  });

  it("can be read and answered by nobody else", async () => {
    await propose();
    const stranger = await app.signUp();
    expect((await read(stranger)).status).toBe(404);
    const { body } = await read(booked.interviewee);
    const tried = await app.post(stranger, `/api/bookings/${booked.booking._id}/move-proposal/answer`, {
      proposalId: body._id,
      answer: "accept",
    });
    expect(tried.status).toBe(404);
  });
});

describe("races about another time", () => {
  it("both accept at once: it moves once", async () => {
    await propose();
    const answers = await Promise.all([
      answer(booked.interviewee, "accept"),
      answer(booked.interviewer, "accept"),
      answer(booked.interviewee, "accept"),
    ]);
    expect(answers.filter(({ body }) => body.msg.startsWith("✅ Both"))).toHaveLength(1);
    expect(await desk()).toMatchObject({ startTime, moves: [{}] });
  });

  it("a proposal and a stranger's booking: one of the two gets the slot", async () => {
    const rival = await app.signUp();
    await grantTestCredits(app, rival, { sessions: 1 });
    const [proposed, rivals] = await Promise.all([
      propose(),
      postBooking(app, rival, { startTime, interviewerId: booked.interviewer.user._id }),
    ]);
    expect([proposed.status, rivals.status]).toEqual(proposed.status === 200 ? [200, 409] : [400, 201]);
  });

  it("the last acceptance and a cancellation: never both", async () => {
    await propose();
    await answer(booked.interviewee, "accept");
    const [accepted] = await Promise.all([
      answer(booked.interviewer, "accept"),
      confirmAction(app, support, "/api/operator/bookings/cancellation", {
        bookingIds: [booked.booking._id],
      }),
    ]);
    const { status, startTime: now } = await desk();
    expect(now).toBe(accepted.status === 200 ? startTime : booked.booking.startTime);
    if (accepted.status !== 200) expect(status).toBe("cancelled");
  });
});
