import { describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { grantDueRemedies } from "../../review/feedback/deadline.ts";
import {
  advanceToMinute,
  app,
  booked,
  callOff,
  currentOutcome,
  earningsPage,
  endNow,
  mailTextsTo,
  meetElsewhere,
  postNoShowReport,
  postPresence,
  rate,
  recordStay,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { completeDueBookings } from "./end.ts";
import { returnUnanswered } from "./unclear.ts";

useBookedInterview();

const returned = { status: "no_show_interviewer", sessions: 1, earning: "void" };
const paid = { status: "no_show_interviewee", sessions: 0, earning: "credited" };
const open = { status: "pending", sessions: 0, earning: undefined };

type Party = "interviewee" | "interviewer";
const report = (by: Party) => postNoShowReport(booked[by]);
const both = () => [booked.interviewee, booked.interviewer];
const subjectsToUs = async () => {
  await app.runJobs();
  const mails = await app.mailsTo(app.deps.config.business.supportEmail);
  return mails.map(({ subject }) => subject).join();
};
/** The reports of this booking, as the interviewee sees them. */
const reports = async () => (await app.read(booked.interviewee, "/api/user/sessions"))[0].noShowReports;

/** Who was in the room from one minute to another. */
type Stay = readonly [Party, number, number];
const stay = (party: Party, from: number, to: number): Stay => [party, from, to];

describe("a report that the other one did not come", () => {
  it.each<[string, Party, Stay[], string, object]>([
    ["returns the session", "interviewee", [stay("interviewee", 2, 10)], "upheld", returned],
    ["pays the interviewer, who waited", "interviewer", [stay("interviewer", 3, 12)], "upheld", paid],
    ["returns the session if neither came", "interviewer", [], "dismissed", returned],
    ["returns it also if the interviewee says so", "interviewee", [], "upheld", returned],
    ["counts no stay before the start", "interviewee", [stay("interviewer", -9, -8)], "upheld", returned],
    ["waits for us if they were there", "interviewee", [stay("interviewer", 5, 6)], "pending", open],
    ["waits for us if they come just now", "interviewee", [stay("interviewer", 12, 12)], "pending", open],
    [
      "waits for us if they come just now",
      "interviewer",
      [stay("interviewer", 0, 12), stay("interviewee", 12, 12)],
      "pending",
      open,
    ],
    [
      "waits for us if both were there for less than five minutes",
      "interviewer",
      [stay("interviewer", 2, 6), stay("interviewee", 2, 6)],
      "pending",
      open,
    ],
    [
      "counts time together once, whatever the number of devices",
      "interviewer",
      [stay("interviewer", 2, 5), stay("interviewee", 2, 5), stay("interviewee", 2, 5)],
      "pending",
      open,
    ],
  ])("%s: the %s's", async (_name, by, stays, outcome, expected) => {
    for (const [party, from, to] of stays) await recordStay([booked[party]], from, to);
    advanceToMinute(12);
    expect((await report(by)).body.report).toMatchObject({ by, outcome });
    expect(await currentOutcome()).toEqual(expected);
    expect((await report(by)).status).toBe(409);
    if (outcome === "pending") return;
    // The other party can contradict it, unless neither came; then nothing changes until we decide.
    const second = await report(by === "interviewer" ? "interviewee" : "interviewer");
    if (outcome === "dismissed") expect(second.status).toBe(409);
    else expect(second.body.report.outcome).toBe("pending");
    expect(await currentOutcome()).toEqual(expected);
  });

  it("tells everybody what was decided, and keeps the record", async () => {
    await recordStay([booked.interviewee], 2, 10);
    advanceToMinute(10);
    expect((await report("interviewee")).body).toMatchObject({
      msg: "✅ Your session has been returned. We're sorry that your interviewer did not attend.",
      status: "no_show_interviewer",
      report: { record: { interviewer: [], interviewee: [{}] } },
    });
    expect(await earningsPage()).toMatchObject({
      transactions: [{ status: "void", voided: { reason: "The interviewer did not attend" } }],
      totalEarnings: 0,
    });
    expect(await subjectsToUs()).toContain("No-show of the interviewer");
  });

  it("tells both that neither came", async () => {
    advanceToMinute(12);
    expect((await report("interviewer")).body.msg).toBe(
      "Neither of you was in the room, so nothing is paid and the session is returned.",
    );
    await app.runJobs();
    const ours = (await app.mailsTo(app.deps.config.business.supportEmail)).at(-1);
    expect(ours?.text).toContain(
      "The interviewee was in the room: never\nThe interviewer was in the room: never",
    );
    expect(await mailTextsTo(booked.interviewer)).toContain(
      "Neither of you was in the room. The session was returned to your interviewee,",
    );
  });

  it("pays the interviewer without feedback, and says so with the earning", async () => {
    await recordStay([booked.interviewer], 3, 12);
    advanceToMinute(12);
    await report("interviewer");
    expect((await earningsPage()).transactions).toMatchObject([{ without: "no-show", amount: 349.3 }]);
  });

  it("closes the room, so that the interview does not take place with its session returned", async () => {
    await recordStay([booked.interviewee], 2, 10);
    advanceToMinute(10);
    await report("interviewee");
    for (const person of both()) {
      const refused = await postPresence(person);
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        "This interview counts as missed, so its room is closed.",
      ]);
    }
  });

  it("asks us to decide one that the record contradicts", async () => {
    await recordStay([booked.interviewer], 5, 30);
    advanceToMinute(30);
    await report("interviewee");
    expect(await subjectsToUs()).toContain("To decide: no-show of the interviewer");
    expect(await reports()).toMatchObject([
      { by: "interviewee", outcome: "pending", record: { interviewer: [{}], interviewee: [] } },
    ]);
  });

  it("counts at another provider, where there is no record", async () => {
    await meetElsewhere();
    advanceToMinute(12);
    await report("interviewer");
    expect(await currentOutcome()).toEqual(paid);
  });

  it("takes back the earning of an interview at another provider that was completed since", async () => {
    await meetElsewhere();
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect(await currentOutcome()).toMatchObject({ earning: "pending" });
    advanceToMinute(45 + 24 * 60 - 1);
    await report("interviewee");
    expect(await currentOutcome()).toEqual(returned);
  });
});

describe("an interview that took place", () => {
  const offered = async () => {
    const lists = [
      ["/api/user/sessions", booked.interviewee],
      ["/api/interviewer/history?status=any", booked.interviewer],
      ["/api/interviewer/bookings", booked.interviewer],
    ] as const;
    const answers = await Promise.all(lists.map(([path, { token }]) => app.get({ token }, path)));
    return answers.flatMap(({ body }) =>
      body.flatMap((row: { allowedActions: string[] }) => row.allowedActions),
    );
  };
  const expectNoReport = async () => {
    expect(await offered()).not.toContain("report-no-show");
    for (const person of both()) {
      const answer = await postNoShowReport(person);
      expect(answer.status).toBe(409);
      expect(answer.body.msg).toContain("This interview took place");
    }
    expect(await reports()).toEqual([]);
  };

  it("cannot be reported if both were in the room together for five minutes", async () => {
    advanceToMinute(1);
    await Promise.all(both().map(postPresence));
    expect(await offered()).not.toContain("report-no-show");
    for (let seconds = 0; seconds < 12 * 60; seconds += 15) {
      app.clock.advance({ seconds: 15 });
      await Promise.all(both().map(postPresence));
    }
    await expectNoReport();
  });

  it("is in doubt if its interviewer ended it at another provider: we decide the interviewee's report", async () => {
    await meetElsewhere();
    advanceToMinute(1);
    expect((await endNow()).status).toBe(200);
    advanceToMinute(11);
    expect(await offered()).toContain("report-no-show");
    expect((await report("interviewer")).status).toBe(409);
    const answer = await report("interviewee");
    expect(answer.body).toMatchObject({ status: "completed", report: { outcome: "pending" } });
    expect(await currentOutcome()).toMatchObject({ status: "completed", sessions: 0 });
  });

  it("cannot be reported if it was rated", async () => {
    await meetElsewhere();
    advanceToMinute(46);
    await rate();
    await expectNoReport();
    expect(await currentOutcome()).toMatchObject({ status: "completed" });
  });
});

describe("reports that are refused", () => {
  it.each([
    ["before ten minutes have passed", 9],
    ["24 hours after the end", 45 + 24 * 60],
  ])("%s", async (_name, minutes) => {
    advanceToMinute(minutes);
    expect((await report("interviewee")).status).toBe(409);
    expect(await currentOutcome()).toEqual(open);
  });

  it("of a canceled booking", async () => {
    advanceToMinute(5);
    await callOff();
    advanceToMinute(12);
    expect((await report("interviewee")).status).toBe(409);
  });

  it("of ten concurrent reports by both parties, one per party is stored and one decides", async () => {
    await recordStay([booked.interviewer], 5, 11);
    advanceToMinute(12);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        postNoShowReport(both()[index % 2] as typeof booked.interviewee),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.report.outcome).sort()).toEqual(["pending", "upheld"]);
    expect(await reports()).toHaveLength(2);
  });
});

it("shows the room's record without absences under a minute", async () => {
  for (const minutes of [5, 5.9, 6.8, 9]) {
    advanceToMinute(minutes);
    await postPresence(booked.interviewer);
  }
  const path = `/api/bookings/${booked.booking._id}/attendance`;
  const shown = await app.get(booked.interviewee, path);
  expect([shown.body.interviewer.length, shown.body.interviewee]).toEqual([2, []]);
});

/** An operator decides the interview at the desk; the message of the answer, also of a refusal. */
async function decide(outcome: string): Promise<string> {
  const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision`;
  const reason = "We looked at the record";
  return (await confirmAction(app, await app.signUpOperator(), path, { outcome }, { reason })).body.msg;
}

describe("a disputed interview", () => {
  /** The interviewee reports an interviewer who was in the room. */
  async function contest() {
    await recordStay([booked.interviewer], 5, 11);
    advanceToMinute(30);
    expect((await report("interviewee")).body.report.outcome).toBe("pending");
  }
  const outcomes = async () => (await reports()).map(({ outcome }: { outcome: string }) => outcome);

  it("that the interviewer missed: session and money move, both are told the reason, and it is audited", async () => {
    await contest();
    advanceToMinute(50);
    expect(await decide("interviewer-absent")).toBe("The interview is decided. Both parties get an email.");
    expect(await currentOutcome()).toEqual(returned);
    expect(await outcomes()).toEqual(["upheld"]);
    expect(await mailTextsTo(booked.interviewee)).toContain("We find that Ira Viewer did not attend.");
    const theirs = await mailTextsTo(booked.interviewer);
    expect(theirs).toContain("We find that you did not attend.");
    expect(theirs).toContain("Why: We looked at the record");
    const audit = await app.deps.database
      .selectFrom("auditLog")
      .select(["action", "details"])
      .where("subject", "=", `booking:${booked.booking._id}`)
      .where("action", "=", "booking.no-show-decided")
      .execute();
    const details = { outcome: "interviewer-absent", reason: "We looked at the record" };
    expect(audit).toMatchObject([{ details }]);
    expect(await decide("both-came")).toContain("Nothing about this interview waits for a decision");
  });

  it("to which both came: its session stays used, and the interviewer earns as usual", async () => {
    await contest();
    advanceToMinute(46);
    await decide("both-came");
    expect(await currentOutcome()).toEqual({ status: "completed", sessions: 0, earning: "pending" });
    expect(await outcomes()).toEqual(["dismissed"]);
    expect(await mailTextsTo(booked.interviewee)).toContain(
      "We find that both of you came. The session is used up.",
    );
  });

  it("that still goes on is settled by the record afterwards, when both came so far", async () => {
    await contest();
    await decide("both-came");
    expect([await currentOutcome(), await outcomes()]).toEqual([open, ["dismissed"]]);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect(await currentOutcome()).toEqual(paid);
  });

  it.each([
    ["they did not come: the money moves back", "interviewer-absent", returned, "upheld"],
    [
      "both came: it is completed, and they keep the earning",
      "both-came",
      { status: "completed", sessions: 0, earning: "credited" },
      "dismissed",
    ],
  ])("of which the interviewer was paid, although %s", async (_name, outcome, expected, decided) => {
    await recordStay([booked.interviewer], 0, 45);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    await report("interviewee");
    expect([await currentOutcome(), await outcomes()]).toEqual([paid, ["pending"]]);
    await decide(outcome);
    expect([await currentOutcome(), await outcomes()]).toEqual([expected, [decided]]);
  });

  it("cannot pay with a session that was already returned, but nobody has to have missed it", async () => {
    await meetElsewhere();
    advanceToMinute(12);
    await report("interviewee");
    await report("interviewer");
    expect(await decide("interviewee-absent")).toContain(
      "was already returned, so it cannot pay the interviewer",
    );
    expect(await currentOutcome()).toEqual(returned);
    await decide("both-came");
    expect(await currentOutcome()).toEqual({ ...returned, status: "cancelled" });
    expect(await outcomes()).toEqual(["upheld", "dismissed"]);
  });

  it("by both parties: one outcome decides both reports", async () => {
    await recordStay(both(), 5, 6);
    advanceToMinute(12);
    await report("interviewer");
    await report("interviewee");
    await decide("interviewee-absent");
    expect([await currentOutcome(), await outcomes()]).toEqual([paid, ["upheld", "dismissed"]]);
  });

  it("waits for us although the other one's report was upheld since", async () => {
    await contest();
    expect((await report("interviewer")).body.report.outcome).toBe("upheld");
    expect([await currentOutcome(), await outcomes()]).toEqual([paid, ["pending", "upheld"]]);
    await decide("interviewer-absent");
    expect([await currentOutcome(), await outcomes()]).toEqual([returned, ["upheld", "upheld"]]);
  });

  it("waits for us although the record decides the interview at its end", async () => {
    await recordStay([booked.interviewer], 5, 30);
    advanceToMinute(30);
    await report("interviewee");
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect([await currentOutcome(), await outcomes()]).toEqual([paid, ["pending"]]);
    await decide("interviewer-absent");
    expect([await currentOutcome(), await outcomes()]).toEqual([returned, ["upheld"]]);
  });

  it("waits for us although nobody stayed in the room and nobody answers", async () => {
    await recordStay([booked.interviewer], 8, 11);
    advanceToMinute(11);
    await report("interviewer");
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    advanceToMinute(45 + 24 * 60 + 1);
    await returnUnanswered(app.deps);
    expect([await currentOutcome(), await outcomes()]).toEqual([open, ["pending"]]);
    await decide("session-returned");
    expect(await outcomes()).toEqual(["dismissed"]);
  });

  it("is decided by the interviewer's cancellation after the start", async () => {
    await recordStay([booked.interviewer], 8, 11);
    advanceToMinute(12);
    await report("interviewee");
    await callOff();
    expect([await currentOutcome(), await outcomes()]).toEqual([returned, ["upheld"]]);
  });

  it("to which both came, decided days later: its feedback is not late before it could be sent", async () => {
    await recordStay([booked.interviewer], 0, 45);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    await report("interviewee");
    advanceToMinute(45 + 72 * 60);
    await decide("both-came");
    await grantDueRemedies(app.deps);
    expect(await currentOutcome()).toEqual({ status: "completed", sessions: 0, earning: "credited" });
    const mail = await mailTextsTo(booked.interviewer);
    expect(mail).toContain("We find that both of you came. You are paid for the interview.");
    // The mail about the record, which waited behind the decision, would contradict it.
    expect(mail).not.toContain("missed this interview");
  });

  it("is not told as nobody's when the other one waited", async () => {
    await recordStay([booked.interviewee], 19, 22);
    advanceToMinute(22);
    await report("interviewer");
    await recordStay([booked.interviewee], 22, 45);
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    await decide("interviewer-absent");
    expect(await currentOutcome()).toEqual(returned);
    expect(await mailTextsTo(booked.interviewee)).not.toContain("Neither of you was in the room");
  });

  it("is never decided by guessing", async () => {
    const path = `/api/operator/bookings/${booked.booking._id}/no-show-decision/preview`;
    const { token } = await app.signUpOperator();
    const guessed = await app.post({ token }, path, { outcome: "maybe" });
    expect([guessed.status, guessed.body.details[0].path]).toEqual([400, "outcome"]);
  });
});

it.each([
  ["session-returned", { status: "cancelled", sessions: 1, earning: undefined }],
  ["both-came", { status: "completed", sessions: 0, earning: "pending" }],
  ["interviewee-absent", paid],
  ["interviewer-absent", returned],
])("an interview that the record leaves unclear is decided by an operator: %s", async (outcome, expected) => {
  await recordStay(both(), 0, 3);
  advanceToMinute(46);
  await completeDueBookings(app.deps);
  await decide(outcome);
  const answer = await app.post(booked.interviewee, `/api/bookings/${booked.booking._id}/took-place`, {
    tookPlace: true,
  });
  expect(answer.status).toBe(409);
  expect(await currentOutcome()).toEqual(expected);
});
