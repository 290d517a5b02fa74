import { describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import {
  advanceToMinute,
  app,
  booked,
  callOff,
  currentOutcome,
  earningsPage,
  endNow,
  mailTextsTo,
  postNoShowReport,
  rate,
  recordStay,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { insertCompletedInterview } from "./bookings.testing.ts";
import { completeDueBookings } from "./end.ts";
import { completeContinued, returnUnanswered } from "./unclear.ts";

useBookedInterview();

const both = () => [booked.interviewee, booked.interviewer];
const answer = (by: SignedUpUser, tookPlace: boolean) =>
  app.post(by, `/api/bookings/${booked.booking._id}/took-place`, { tookPlace });
const settle = async () => {
  await completeDueBookings(app.deps);
  await completeContinued(app.deps);
  await returnUnanswered(app.deps);
};
/** The booking in each party's list. */
const listed = async () => {
  const mine = await app.get(booked.interviewee, "/api/user/sessions");
  const upcoming = await app.get(booked.interviewer, "/api/interviewer/bookings");
  const history = await app.get(booked.interviewer, "/api/interviewer/history?status=any");
  return { interviewee: mine.body[0], interviewer: upcoming.body[0] ?? history.body[0] };
};

const waiting = { status: "pending", sessions: 0, earning: undefined };
const returned = { status: "cancelled", sessions: 1, earning: undefined };
const completed = { status: "completed", sessions: 0, earning: "pending" };

describe("End now", () => {
  it("completes an interview after 20 minutes together, and not before", async () => {
    await recordStay(both(), 0, 20);
    advanceToMinute(20);
    expect((await endNow()).body.booking).toMatchObject({ status: "completed", unclear: null });
    expect(await currentOutcome()).toEqual(completed);
  });

  it.each([
    ["interviewer has not", "interviewee", "You have not been in the room, so you can't end this interview."],
    ["interviewee has not", "interviewer", "Your interviewee has not come yet."],
  ] as const)("is refused while the %s come", async (_name, present, msg) => {
    await recordStay([booked[present]], 0, 30);
    advanceToMinute(30);
    const refused = await endNow("Nobody here");
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining(msg)]);
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("counts time together across short absences, as the record shows it", async () => {
    for (let minute = 0; minute < 21; minute += 1)
      await recordStay([booked.interviewer], minute, minute + 0.7);
    await recordStay([booked.interviewee], 0, 22);
    advanceToMinute(22);
    expect((await endNow()).status).toBe(200);
  });

  it("is refused before the start, and the second time changes nothing", async () => {
    advanceToMinute(-1);
    expect((await endNow()).status).toBe(409);
    await recordStay(both(), 0, 25);
    advanceToMinute(25);
    for (let time = 0; time < 2; time += 1) expect((await endNow()).status).toBe(200);
    expect((await earningsPage()).transactions).toMatchObject([{ status: "pending", amount: 349.3 }]);
  });

  it("asks for a reason when both were together for less, and then the interviewee", async () => {
    await recordStay(both(), 2, 5.5);
    advanceToMinute(6);
    const asked = await endNow();
    expect([asked.status, asked.body.msg, asked.body.details]).toEqual([
      409,
      "You were together for 3 min. Say why the interview ends early.",
      { minutesTogether: 3 },
    ]);
    expect((await endNow("x".repeat(501))).status).toBe(400);
    const invisible = await endNow("\u200b \u2060");
    expect([invisible.status, invisible.body.msg]).toEqual([409, asked.body.msg]);
    expect(await currentOutcome()).toEqual(waiting);
    expect((await listed()).interviewee.unclear).toBeNull();

    const ended = await endNow("Her microphone failed");
    expect(ended.body.msg).toBe(
      "The interview has ended. Your earning waits until your interviewee has said that it was fine.",
    );
    expect(await currentOutcome()).toEqual(waiting);
    const { interviewee, interviewer } = await listed();
    const facts = {
      found: "ended-early",
      minutesTogether: 3,
      reason: "Her microphone failed",
      outcome: null,
    };
    expect(interviewee.unclear).toMatchObject({ ...facts, asks: "took-place" });
    expect(interviewee.allowedActions).not.toContain("join");
    expect(interviewer.unclear).toMatchObject({ ...facts, asks: null });
    expect(interviewer.allowedActions).not.toEqual(expect.arrayContaining(["end-now"]));
    expect((await endNow("Again")).status).toBe(409);
    expect((await callOff()).status).toBe(409);
    const mail = await mailTextsTo(booked.interviewee);
    expect(mail).toContain("Did this end too early?");
    expect(mail).toContain("says why: Her microphone failed");
    const room = await app.get(booked.interviewee, `/api/rooms/${booked.booking._id}`);
    expect(room.body).toMatchObject({ status: "pending", isUnclear: true });
  });
});

describe("an interview that ended early", () => {
  const endEarly = async () => {
    await recordStay(both(), 2, 5);
    advanceToMinute(6);
    expect((await endNow("She had to leave")).status).toBe(200);
  };

  it("is given back with one answer of the interviewee, and pays nothing", async () => {
    await endEarly();
    expect((await answer(booked.interviewee, false)).body).toEqual({
      msg: "✅ Your session has been returned.",
      status: "cancelled",
    });
    expect(await currentOutcome()).toEqual(returned);
    expect((await answer(booked.interviewee, true)).status).toBe(409);
    expect(await mailTextsTo(booked.interviewer)).toContain("you are not paid for the interview");
    const history = await app.get(booked.interviewee, "/api/user/credits");
    expect(JSON.stringify(history.body)).toContain("The interview ended too early");
    advanceToMinute(60);
    await settle();
    expect(await currentOutcome()).toEqual(returned);
  });

  it("is completed by the interviewee's answer, and then earns as usual", async () => {
    await endEarly();
    expect((await answer(booked.interviewer, true)).status).toBe(409);
    expect((await answer(booked.interviewee, true)).body.status).toBe("completed");
    expect(await currentOutcome()).toEqual(completed);
    expect(await mailTextsTo(booked.interviewer)).toContain("says that it was fine");
  });

  it("is decided by us once the interviewee has taken back two others within 90 days", async () => {
    const { interviewee, interviewer, booking } = booked;
    const takenBack = async (daysAgo: number) => {
      const at = new Date(Date.parse(booking.startTime) - daysAgo * 86_400_000);
      const people = { intervieweeId: interviewee.user._id, interviewerId: interviewer.user._id };
      const { bookingId } = await insertCompletedInterview(app, { ...people, startsAt: at });
      await app.deps.pool.query(
        `insert into unclear_interviews (booking_id, found, found_at, seconds_together, interviewee_confirmed, outcome, decided_at)
         values ($1, 'ended-early', $2, 180, false, 'session-returned', $2)`,
        [bookingId, at],
      );
    };
    for (const daysAgo of [100, 60]) await takenBack(daysAgo);
    await endEarly();
    expect((await listed()).interviewee.unclear).toMatchObject({ asks: "took-place", mayReturn: true });
    await takenBack(5);
    expect((await listed()).interviewee.unclear).toMatchObject({ asks: "took-place", mayReturn: false });
    const refused = await answer(interviewee, false);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You took back 2 short interviews in 90 days, so our team decides about this one and writes to you.",
    ]);
    expect(await currentOutcome()).toEqual(waiting);
    expect((await answer(interviewee, true)).body.status).toBe("completed");
  });

  it("is not given back with one answer once both went on in the room for long enough", async () => {
    await endEarly();
    await recordStay(both(), 7, 25);
    advanceToMinute(46);
    const refused = await answer(booked.interviewee, false);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You stayed together for 21 min, so the session can't be returned here. If something went wrong, please write to us.",
    ]);
    expect(await currentOutcome()).toEqual(waiting);
    expect((await answer(booked.interviewee, true)).body.status).toBe("completed");
  });

  it("is completed after its end if both went on for 20 minutes in all, and then earns as usual", async () => {
    await endEarly();
    await recordStay(both(), 7, 25);
    advanceToMinute(44);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual(completed);
    expect((await listed()).interviewee.unclear).toMatchObject({ outcome: "took-place", asks: null });
    expect(await mailTextsTo(booked.interviewer)).toContain(
      "After the early end you both went on. You were together for 21 min.",
    );
  });

  it("waits on if both went on for less, with the minutes that they had in all", async () => {
    await endEarly();
    await recordStay(both(), 7, 15);
    advanceToMinute(46);
    await settle();
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
    expect((await listed()).interviewee.unclear).toMatchObject({ asks: "took-place", minutesTogether: 11 });
  });

  it("is not completed by its record while a report waits for our decision", async () => {
    await endEarly();
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewer)).body.report.outcome).toBe("pending");
    await recordStay(both(), 12, 30);
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("is on the interviewer's earnings page with the reason, until it is answered", async () => {
    await endEarly();
    const held = async () => (await app.read(booked.interviewer, "/api/interviewer/earnings?limit=10")).held;
    expect(await held()).toEqual([
      {
        _id: booked.booking._id,
        startTime: booked.booking.startTime,
        userId: expect.objectContaining({ firstName: booked.interviewee.user.firstName }),
        minutesTogether: 3,
        reason: "She had to leave",
      },
    ]);
    await answer(booked.interviewee, true);
    expect(await held()).toEqual([]);
  });

  it("is decided by us while the interviewer says that the interviewee was absent", async () => {
    await endEarly();
    advanceToMinute(46);
    expect((await postNoShowReport(booked.interviewer)).body.report.outcome).toBe("pending");
    expect((await listed()).interviewee.unclear.asks).toBeNull();
    for (const tookPlace of [true, false]) {
      const refused = await answer(booked.interviewee, tookPlace);
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        "The other person has reported that you did not come, so our team decides and writes to you.",
      ]);
    }
    expect(await currentOutcome()).toEqual(waiting);
  });

  it.each([true, false])(
    "leaves the interviewee's own report to nobody once they have answered %s",
    async (tookPlace) => {
      await endEarly();
      advanceToMinute(46);
      expect((await postNoShowReport(booked.interviewee)).body.report.outcome).toBe("pending");
      expect((await answer(booked.interviewee, tookPlace)).status).toBe(200);
      expect((await listed()).interviewee.noShowReports).toMatchObject([{ outcome: "dismissed" }]);
    },
  );

  it("waits as long as nobody answers, and so does the deletion of both accounts", async () => {
    await endEarly();
    for (const { token } of both()) {
      const terms = await app.get({ token }, "/api/user/account-deletion");
      expect(terms.body).toMatchObject({
        blockers: ["1 interview waits for an answer whether it took place."],
        upcomingInterviews: 0,
      });
    }
    advanceToMinute(45 + 72 * 60);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("is decided once by ten answers at the same time", async () => {
    await endEarly();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => answer(booked.interviewee, index % 2 === 0)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([returned, completed]).toContainEqual(await currentOutcome());
  });

  it("is found after its end too, and the interviewer can still say why", async () => {
    await recordStay(both(), 40, 45);
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
    expect((await listed()).interviewer.unclear).toMatchObject({ minutesTogether: 5, asks: "reason" });
    expect((await endNow("")).status).toBe(409);
    expect((await endNow("My train was late")).status).toBe(200);
    expect((await listed()).interviewee.unclear).toMatchObject({ reason: "My train was late" });
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("is found if both came, but never at the same time", async () => {
    await recordStay([booked.interviewer], 0, 10);
    await recordStay([booked.interviewee], 20, 45);
    advanceToMinute(46);
    await settle();
    expect((await listed()).interviewee.unclear).toMatchObject({ found: "ended-early", minutesTogether: 0 });
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("takes no rating and no feedback before the answer", async () => {
    await endEarly();
    advanceToMinute(46);
    const { interviewee, interviewer } = await listed();
    expect(interviewee.allowedActions).not.toContain("give-feedback");
    expect(interviewer.allowedActions).not.toContain("upload-feedback");
    expect((await rate()).status).toBe(409);
    expect(await currentOutcome()).toEqual(waiting);
  });
});

describe("the record of an interview that is over", () => {
  it("returns the session of an interviewee who waited", async () => {
    await recordStay([booked.interviewee], 0, 11);
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual({ status: "no_show_interviewer", sessions: 1, earning: "void" });
  });

  it("pays an interviewer who waited, without anybody's report", async () => {
    await recordStay([booked.interviewer], 0, 45);
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual({
      status: "no_show_interviewee",
      sessions: 0,
      earning: "credited",
    });
    expect(await mailTextsTo(booked.interviewee)).toContain("You missed this interview.");
    expect(await mailTextsTo(booked.interviewer)).toContain("You are paid for the interview as booked.");
    // The interviewee can say that this is a mistake, and our team decides.
    expect((await postNoShowReport(booked.interviewee)).body.report.outcome).toBe("pending");
  });

  it("is settled once, however many servers try at once", async () => {
    await recordStay([booked.interviewee], 0, 45);
    advanceToMinute(46);
    await Promise.all(Array.from({ length: 8 }, () => completeDueBookings(app.deps)));
    await app.runJobs();
    const mails = await app.mailsTo(booked.interviewee.user.email);
    expect(mails.filter(({ text }) => /\S+ \S+ missed this interview\./.test(text ?? ""))).toHaveLength(1);
  });
});

describe("an interview to which nobody came", () => {
  const nobodyCame = async () => {
    advanceToMinute(46);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
  };

  it("is completed when both say that it took place elsewhere", async () => {
    await nobodyCame();
    expect((await listed()).interviewer.unclear).toMatchObject({ found: "nobody-came", asks: "took-place" });
    expect((await answer(booked.interviewer, true)).body.status).toBe("pending");
    expect((await answer(booked.interviewer, true)).status).toBe(409);
    expect((await listed()).interviewer.unclear.asks).toBeNull();
    expect((await answer(booked.interviewee, true)).body.status).toBe("completed");
    expect(await currentOutcome()).toEqual(completed);
  });

  it("is given back when one of them says that it did not", async () => {
    await nobodyCame();
    await answer(booked.interviewee, true);
    expect((await answer(booked.interviewer, false)).body.status).toBe("cancelled");
    expect(await currentOutcome()).toEqual(returned);
  });

  it("is given back 24 hours after the end without two answers", async () => {
    await nobodyCame();
    await answer(booked.interviewer, true);
    advanceToMinute(45 + 24 * 60 - 1);
    await settle();
    expect(await currentOutcome()).toEqual(waiting);
    advanceToMinute(45 + 24 * 60);
    await Promise.all([1, 2, 3].map(() => returnUnanswered(app.deps)));
    expect(await currentOutcome()).toEqual(returned);
    expect((await mailTextsTo(booked.interviewee)).match(/The session was returned\./g)).toHaveLength(1);
  });
});

describe("an interviewer's cancellation", () => {
  it("is refused once both were together for five minutes", async () => {
    await recordStay(both(), 0, 5);
    advanceToMinute(30);
    const refused = await callOff();
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You have both been in the interview for 5 minutes, so it can't be canceled. End it instead.",
    ]);
    expect((await listed()).interviewer.allowedActions).not.toContain("cancel");
    expect(await currentOutcome()).toEqual(waiting);
  });

  it("counts as missed after the start, and returns the session", async () => {
    await recordStay(both(), 0, 4);
    advanceToMinute(5);
    expect((await callOff()).body).toMatchObject({
      msg: "✅ The interview is canceled. The interviewee gets the session back and an email. It counts as missed, because it had started.",
      booking: { status: "no_show_interviewer" },
    });
    expect(await currentOutcome()).toMatchObject({ sessions: 1, earning: "void" });
    expect(await mailTextsTo(booked.interviewer)).toContain("It counts as missed.");
    expect(await mailTextsTo(booked.interviewee)).toContain("canceled after the start.");
  });
});
