import { describe, expect, it } from "vitest";
import { confirmAction } from "../../../desk/desk.testing.ts";
import type { SignedUpUser } from "../../../testing/app.ts";
import {
  advanceToMinute,
  app,
  booked,
  currentOutcome,
  meetElsewhere,
  postNoShowReport,
  postPresence,
  recordStay,
  setUpEachTest,
} from "../../../testing/bookings/no-show-setup.ts";
import { completeDueBookings } from "../lifecycle/complete-due-bookings.ts";

setUpEachTest();

/** An operator decides the interview at the desk; the message of the answer, also of a refusal. */
async function decide(outcome: string): Promise<string> {
  const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision`;
  const reason = "We looked at the record";
  return (await confirmAction(app, await app.signUpOperator(), path, { outcome }, { reason })).body.msg;
}

/** The state of booking, credit, money and report. */
async function currentState() {
  const { database } = app.deps;
  const mine = await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token });
  const profile = await app.call("GET", "/api/user/profile", { token: booked.interviewee.token });
  const [earning] = await database.selectFrom("earnings").select("status").execute();
  return {
    status: mine.body[0].status,
    reports: mine.body[0].noShowReports.map(({ outcome }: { outcome: string }) => outcome),
    sessions: profile.body.sessionCount,
    earning: earning?.status,
  };
}

/** The interviewee reports an interviewer who was in the room. */
async function contest() {
  advanceToMinute(5);
  await postPresence(booked.interviewer);
  advanceToMinute(30);
  expect((await postNoShowReport(booked.interviewee)).body.report.outcome).toBe("pending");
}

describe("a disputed interview", () => {
  it("that the interviewer missed: session and money move, both are told the reason, and it is audited", async () => {
    await contest();
    advanceToMinute(50);
    expect(await decide("interviewer-absent")).toBe("The interview is decided. Both parties get an email.");
    expect(await currentState()).toEqual({
      status: "no_show_interviewer",
      reports: ["upheld"],
      sessions: 1,
      earning: "void",
    });
    await app.runJobs();
    const told = async ({ user }: SignedUpUser) => (await app.mailsTo(user.email)).at(-1);
    expect((await told(booked.interviewee))?.text).toContain("We find that Ira Viewer did not attend.");
    const theirs = await told(booked.interviewer);
    expect(theirs?.subject).toMatch(/^Decided: your interview on/);
    expect(theirs?.text).toContain("We find that you did not attend.");
    expect(theirs?.text).toContain("Why: We looked at the record");
    const audit = await app.deps.database
      .selectFrom("auditLog")
      .selectAll()
      .where("action", "=", "booking.no-show-decided")
      .execute();
    expect(audit).toMatchObject([
      {
        subject: `booking:${booked.booking._id}`,
        details: { outcome: "interviewer-absent", reason: "We looked at the record" },
      },
    ]);
    expect(await decide("both-came")).toContain("Nothing about this interview waits for a decision");
  });

  it("to which both came: its session stays used, and the interviewer earns as usual", async () => {
    await contest();
    advanceToMinute(46);
    await decide("both-came");
    expect(await currentState()).toEqual({
      status: "completed",
      reports: ["dismissed"],
      sessions: 0,
      earning: "pending",
    });
    await app.runJobs();
    const mails = await app.mailsTo(booked.interviewee.user.email);
    expect(mails.map(({ text }) => text).join()).toContain(
      "We find that both of you came. The session is used up.",
    );
  });

  it("that still goes on is settled by the record afterwards, when both came so far", async () => {
    await contest();
    await decide("both-came");
    expect(await currentState()).toMatchObject({
      status: "pending",
      reports: ["dismissed"],
      earning: undefined,
    });
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect(await currentState()).toMatchObject({ status: "no_show_interviewee", earning: "credited" });
  });

  it("of which the interviewer was paid, although they did not come: the money moves back", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    advanceToMinute(12);
    await postNoShowReport(booked.interviewer);
    await postNoShowReport(booked.interviewee);
    expect(await currentState()).toMatchObject({ status: "no_show_interviewee", earning: "credited" });
    await decide("interviewer-absent");
    expect(await currentState()).toEqual({
      status: "no_show_interviewer",
      reports: ["upheld", "upheld"],
      sessions: 1,
      earning: "void",
    });
  });

  it("of which the interviewer was paid, although both came: it is completed, and they keep the earning", async () => {
    await recordStay([booked.interviewer], 0, 45);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    await postNoShowReport(booked.interviewee);
    expect(await currentState()).toMatchObject({ status: "no_show_interviewee", reports: ["pending"] });
    await decide("both-came");
    expect(await currentState()).toEqual({
      status: "completed",
      reports: ["dismissed"],
      sessions: 0,
      earning: "credited",
    });
  });

  it("cannot pay with a session that was already returned, but nobody has to have missed it", async () => {
    await meetElsewhere();
    advanceToMinute(12);
    await postNoShowReport(booked.interviewee);
    await postNoShowReport(booked.interviewer);
    const before = await currentState();
    expect(before).toMatchObject({ status: "no_show_interviewer", sessions: 1, earning: "void" });
    expect(await decide("interviewee-absent")).toContain(
      "was already returned, so it cannot pay the interviewer",
    );
    expect(await currentState()).toEqual(before);
    await decide("both-came");
    expect(await currentState()).toEqual({
      status: "cancelled",
      reports: ["upheld", "dismissed"],
      sessions: 1,
      earning: "void",
    });
  });

  it("by both parties: one outcome decides both reports", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    await postPresence(booked.interviewee);
    advanceToMinute(12);
    await postNoShowReport(booked.interviewer);
    await postNoShowReport(booked.interviewee);
    await decide("interviewee-absent");
    expect(await currentState()).toEqual({
      status: "no_show_interviewee",
      reports: ["upheld", "dismissed"],
      sessions: 0,
      earning: "credited",
    });
  });

  it("is never decided by guessing", async () => {
    const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision/preview`;
    const { token } = await app.signUpOperator();
    const guessed = await app.call("POST", path, { token, body: { outcome: "maybe" } });
    expect([guessed.status, guessed.body.details[0].path]).toEqual([400, "outcome"]);
    expect(await decide("both-came")).toContain("Nothing about this interview waits");
  });
});

describe("an interview that the record leaves unclear", () => {
  const endedEarly = async () => {
    await recordStay([booked.interviewee, booked.interviewer], 0, 3);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
  };

  it.each([
    ["session-returned", { status: "cancelled", sessions: 1, earning: undefined }],
    ["both-came", { status: "completed", sessions: 0, earning: "pending" }],
    ["interviewee-absent", { status: "no_show_interviewee", sessions: 0, earning: "credited" }],
    ["interviewer-absent", { status: "no_show_interviewer", sessions: 1, earning: "void" }],
  ])("is decided by an operator: %s", async (outcome, expected) => {
    await endedEarly();
    await decide(outcome);
    expect(await currentOutcome()).toEqual(expected);
    const answer = await app.call("POST", `/api/bookings/${booked.booking._id}/took-place`, {
      token: booked.interviewee.token,
      body: { tookPlace: true },
    });
    expect(answer.status).toBe(409);
    expect(await currentOutcome()).toEqual(expected);
  });
});
