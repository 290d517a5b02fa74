import { beforeEach, describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { newId } from "../../kernel/ids.ts";
import type { SignedUpUser } from "../../testing/app.ts";
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
} from "../../testing/no-show-setup.ts";
import { completeDueBookings } from "./end.ts";

setUpEachTest();

const end = () =>
  app.call("POST", `/api/interviewer/bookings/${booked.booking._id}/complete`, {
    token: booked.interviewer.token,
  });
const earnings = () => app.deps.database.selectFrom("earnings").selectAll().execute();
const balance = async () =>
  (await app.call("GET", "/api/user/profile", { token: booked.interviewee.token })).body.sessionCount;
const status = async () =>
  (await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token })).body[0].status;
const toUs = async () => {
  await app.runJobs();
  return await app.mailsTo(app.deps.config.business.supportEmail);
};

describe("End now", () => {
  it("ends an interview from its start on, once, and records its earning", async () => {
    advanceToMinute(-1);
    expect((await end()).status).toBe(409);
    await recordStay([booked.interviewee, booked.interviewer], 0, 25);
    advanceToMinute(25);
    expect((await end()).body.booking).toMatchObject({ status: "completed" });
    expect((await end()).status).toBe(200);
    expect(await earnings()).toMatchObject([{ status: "pending", amountPaise: 34_930 }]);
  });

  it("is only for the interviewer", async () => {
    advanceToMinute(5);
    const other = await app.signUpInterviewer();
    const answer = await app.call("POST", `/api/interviewer/bookings/${booked.booking._id}/complete`, {
      token: other.token,
    });
    expect(answer.status).toBe(404);
  });
});

describe("the interviewer did not come", () => {
  it("returns the credit at once, pays nothing, keeps the record and tells us", async () => {
    advanceToMinute(2);
    await postPresence(booked.interviewee);
    advanceToMinute(10);
    await postPresence(booked.interviewee);
    const answer = await postNoShowReport(booked.interviewee);
    expect(answer.body).toMatchObject({
      msg: "✅ Your session has been returned. We're sorry that your interviewer did not attend.",
      status: "no_show_interviewer",
      report: { by: "interviewee", outcome: "upheld", record: { interviewer: [] } },
    });
    expect(answer.body.report.record.interviewee).not.toEqual([]);
    expect(await balance()).toBe(1);
    expect((await earnings()).filter((earning) => earning.status !== "void")).toEqual([]);
    const mine = await app.call("GET", "/api/interviewer/earnings", { token: booked.interviewer.token });
    expect(mine.body).toMatchObject({
      transactions: [{ status: "void", voided: { reason: "The interviewer did not attend" } }],
      totalEarnings: 0,
    });
    expect((await toUs()).map(({ subject }) => subject)).toMatchObject([
      expect.stringMatching(/^No-show of the interviewer/),
    ]);
  });

  it("also after automatic completion at another provider: the pending earning is voided", async () => {
    await meetElsewhere();
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect(await earnings()).toMatchObject([{ status: "pending" }]);
    advanceToMinute(45 + 24 * 60 - 1);
    expect((await postNoShowReport(booked.interviewee)).status).toBe(200);
    expect(await earnings()).toMatchObject([{ status: "void" }]);
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
  });
});

describe("the interviewee did not come", () => {
  beforeEach(async () => {
    advanceToMinute(3);
    await postPresence(booked.interviewer);
  });

  it("pays the interviewer at once, without feedback", async () => {
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewer)).body.status).toBe("no_show_interviewee");
    expect(await earnings()).toMatchObject([{ status: "credited", amountPaise: 34_930 }]);
    const { token } = booked.interviewer;
    const shown = await app.call("GET", "/api/interviewer/earnings", { token });
    expect(shown.body.transactions).toMatchObject([{ without: "no-show" }]);
    expect(await balance()).toBe(0);
  });

  it("and contradicts the interviewer's report: we decide the second report, and nothing changes", async () => {
    advanceToMinute(12);
    await postNoShowReport(booked.interviewer);
    const answer = await postNoShowReport(booked.interviewee);
    expect(answer.body).toMatchObject({ status: "no_show_interviewee", report: { outcome: "pending" } });
    expect(await balance()).toBe(0);
    const again = await postNoShowReport(booked.interviewee);
    expect(again.status).toBe(409);
    expect((await toUs()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^To decide: no-show of the interviewer/)]),
    );
  });
});

describe("neither came", () => {
  it("reported by the interviewer: by the record, the credit is returned and nothing is paid", async () => {
    advanceToMinute(12);
    const answer = await postNoShowReport(booked.interviewer);
    expect(answer.body).toMatchObject({
      status: "no_show_interviewer",
      report: { by: "interviewer", outcome: "dismissed" },
      msg: "Neither of you was in the room, so nothing is paid and the session is returned.",
    });
    expect(await earnings()).toMatchObject([{ status: "void" }]);
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
    const [ours] = await toUs();
    expect(ours?.text).toContain(
      "The interviewee was in the room: never\nThe interviewer was in the room: never",
    );
    const [mail] = (await app.mailsTo(booked.interviewer.user.email)).slice(-1);
    expect(mail?.text).toContain(
      "Neither of you was in the room. The session was returned to your interviewee,",
    );
    // The interviewee has nothing left to report.
    expect((await postNoShowReport(booked.interviewee)).status).toBe(409);
    expect(await balance()).toBe(1);
  });

  it("reported by the interviewee: the credit is returned; the other party's report then changes nothing", async () => {
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewee)).body).toMatchObject({
      status: "no_show_interviewer",
    });
    expect((await postNoShowReport(booked.interviewer)).body.report.outcome).toBe("pending");
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
  });

  it("cannot be known if another provider hosts the meeting: the interviewer's report counts", async () => {
    await meetElsewhere();
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewer)).body.status).toBe("no_show_interviewee");
    expect(await earnings()).toMatchObject([{ status: "credited" }]);
  });
});

describe("a report that contradicts the record", () => {
  it("waits for us if the accused was in the room during the interview", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    advanceToMinute(30);
    const answer = await postNoShowReport(booked.interviewee);
    expect(answer.body).toMatchObject({ status: "pending", report: { outcome: "pending" } });
    expect(await status()).toBe("pending");
    const shown = await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token });
    expect(shown.body[0].noShowReports).toMatchObject([
      { by: "interviewee", outcome: "pending", record: { interviewer: [{}], interviewee: [] } },
    ]);
    expect(shown.body[0].allowedActions).not.toContain("report-no-show");
  });

  it("is decided if the accused was only there before the start", async () => {
    advanceToMinute(-8);
    await postPresence(booked.interviewer);
    advanceToMinute(11);
    expect((await postNoShowReport(booked.interviewee)).body.report.outcome).toBe("upheld");
  });

  it("waits for us if both were together for less than five minutes", async () => {
    advanceToMinute(5);
    await Promise.all([postPresence(booked.interviewer), postPresence(booked.interviewee)]);
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewer)).body.report.outcome).toBe("pending");
  });

  it("waits for us if they were together for three minutes, one of them on two devices", async () => {
    const [start, booking] = [new Date(booked.booking.startTime), { bookingId: booked.booking._id }];
    const at = (minute: number) => new Date(start.getTime() + minute * 60_000);
    const visit = { ...booking, enteredAt: at(2), lastSeenAt: at(5), leftAt: at(5) };
    await app.deps.database
      .insertInto("roomVisits")
      .values([
        { ...visit, id: newId(), userId: booked.interviewer.user._id },
        { ...visit, id: newId(), userId: booked.interviewee.user._id },
        { ...visit, id: newId(), userId: booked.interviewee.user._id },
      ])
      .execute();
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewer)).body.report.outcome).toBe("pending");
  });
});

describe("an interview that took place", () => {
  const offered = async () => {
    const lists = [
      ["/api/user/sessions", booked.interviewee],
      ["/api/interviewer/history?status=any", booked.interviewer],
      ["/api/interviewer/bookings", booked.interviewer],
    ] as const;
    const answers = await Promise.all(lists.map(([path, { token }]) => app.call("GET", path, { token })));
    return answers.flatMap(({ body }) =>
      body.flatMap((row: { allowedActions: string[] }) => row.allowedActions),
    );
  };
  const expectNoReport = async () => {
    expect(await offered()).not.toContain("report-no-show");
    for (const person of [booked.interviewee, booked.interviewer]) {
      const answer = await postNoShowReport(person);
      expect(answer.status).toBe(409);
      expect(answer.body.msg).toContain("This interview took place");
    }
    expect(await app.deps.database.selectFrom("noShowReports").selectAll().execute()).toEqual([]);
  };

  it("cannot be reported if both were in the room together for five minutes", async () => {
    advanceToMinute(1);
    await Promise.all([postPresence(booked.interviewer), postPresence(booked.interviewee)]);
    expect(await offered()).not.toContain("report-no-show");
    for (let seconds = 0; seconds < 12 * 60; seconds += 15) {
      app.clock.advance({ seconds: 15 });
      await Promise.all([postPresence(booked.interviewer), postPresence(booked.interviewee)]);
    }
    await expectNoReport();
  });

  it("is in doubt if its interviewer ended it at another provider: we decide the interviewee's report", async () => {
    await meetElsewhere();
    advanceToMinute(1);
    expect((await end()).status).toBe(200);
    advanceToMinute(11);
    expect(await offered()).toContain("report-no-show");
    expect((await postNoShowReport(booked.interviewer)).status).toBe(409);
    const answer = await postNoShowReport(booked.interviewee);
    expect(answer.body).toMatchObject({ status: "completed", report: { outcome: "pending" } });
    expect([await status(), await balance()]).toEqual(["completed", 0]);
    expect((await toUs()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^To decide: no-show of the interviewer/)]),
    );
  });

  it("cannot be reported if it was rated", async () => {
    await meetElsewhere();
    advanceToMinute(46);
    await app.call("POST", "/api/user/feedback", {
      token: booked.interviewee.token,
      body: {
        bookingId: booked.booking._id,
        interviewerId: booked.interviewer.user._id,
        interviewScore: 1,
        overallSummary: "Hm.",
      },
    });
    await expectNoReport();
    expect(await status()).toBe("completed");
  });
});

describe("reports that are refused", () => {
  it.each([
    ["before ten minutes have passed", 9],
    ["24 hours after the end", 45 + 24 * 60],
  ])("%s", async (_name, minutes) => {
    advanceToMinute(minutes);
    expect((await postNoShowReport(booked.interviewee)).status).toBe(409);
    expect(await status()).not.toMatch(/no_show/);
  });

  it("a canceled booking, or another person's", async () => {
    advanceToMinute(5);
    await app.call("POST", `/api/interviewer/bookings/${booked.booking._id}/cancel`, {
      token: booked.interviewer.token,
    });
    advanceToMinute(12);
    expect((await postNoShowReport(booked.interviewee)).status).toBe(409);
    expect((await postNoShowReport(await app.signUp())).status).toBe(404);
    const attendance = (person: SignedUpUser) =>
      app.call("GET", `/api/bookings/${booked.booking._id}/attendance`, { token: person.token });
    expect((await attendance(await app.signUp())).status).toBe(404);
    expect((await attendance(booked.interviewee)).body).toEqual({ interviewee: [], interviewer: [] });
  });

  it("omits absences under a minute from the room's record", async () => {
    for (const minutes of [5, 5.9, 6.8, 9]) {
      advanceToMinute(minutes);
      await postPresence(booked.interviewer);
    }
    const { token } = booked.interviewee;
    const answer = await app.call("GET", `/api/bookings/${booked.booking._id}/attendance`, { token });
    expect(answer.body.interviewer).toHaveLength(2);
  });

  it("of ten concurrent reports by both parties, one per party is stored and one decides", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    advanceToMinute(12);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        postNoShowReport(index % 2 ? booked.interviewee : booked.interviewer),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.report.outcome).sort()).toEqual(["pending", "upheld"]);
    const reports = await app.deps.database.selectFrom("noShowReports").selectAll().execute();
    expect(reports).toHaveLength(2);
  });
});

/** An operator decides the interview at the desk; the message of the answer, also of a refusal. */
async function decide(outcome: string): Promise<string> {
  const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision`;
  const reason = "We looked at the record";
  return (await confirmAction(app, await app.signUpOperator(), path, { outcome }, { reason })).body.msg;
}

/** The state of booking, credit, money and reports. */
async function currentState() {
  const mine = await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token });
  const reports = mine.body[0].noShowReports.map(({ outcome }: { outcome: string }) => outcome);
  return { ...(await currentOutcome()), reports };
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
