import { describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../../testing/app.ts";
import {
  advanceToMinute,
  app,
  booked,
  postNoShowReport,
  postPresence,
  setUpEachTest,
} from "../../../testing/bookings/no-show-setup.ts";
import { runCommand } from "../../../testing/run-command.ts";
import { completeDueBookings } from "../lifecycle/complete-due-bookings.ts";

setUpEachTest();

const decide = (outcome: string, ...more: string[]) =>
  runCommand(app.deps, [
    ...["bookings", "settle-no-show", booked.booking._id, "--outcome", outcome],
    ...["--reason", "We looked at the record", ...more, "--yes"],
  ]);

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

describe("a pending no-show report", () => {
  it("is upheld: credit and money move, both parties are told the reason, and it is audited", async () => {
    await contest();
    advanceToMinute(50);
    await completeDueBookings(app.deps);
    expect(await decide("upheld")).toEqual({
      msg: "The report is upheld, and the session and the money were transferred. Both parties get an email.",
    });
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
        details: { reporter: "interviewee", outcome: "upheld", reason: "We looked at the record" },
      },
    ]);
    await expect(decide("rejected")).rejects.toThrow("has been decided already");
  });

  it("is rejected: nothing changes, and the interview is completed as usual", async () => {
    await contest();
    await decide("rejected");
    expect(await currentState()).toEqual({
      status: "pending",
      reports: ["dismissed"],
      sessions: 0,
      earning: undefined,
    });
    advanceToMinute(46);
    await completeDueBookings(app.deps);
    expect(await currentState()).toMatchObject({ status: "completed", earning: "pending" });
    await app.runJobs();
    const mail = (await app.mailsTo(booked.interviewer.user.email)).find(({ subject }) =>
      subject?.startsWith("Decided"),
    );
    expect(mail?.text).toContain("We could not confirm that you did not attend. Everything stays as it was.");
  });

  it("reverses an immediate decision: the interviewer was paid although they did not come", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    advanceToMinute(12);
    await postNoShowReport(booked.interviewer);
    await postNoShowReport(booked.interviewee);
    expect(await currentState()).toMatchObject({ status: "no_show_interviewee", earning: "credited" });
    await decide("upheld");
    expect(await currentState()).toEqual({
      status: "no_show_interviewer",
      reports: ["upheld", "upheld"],
      sessions: 1,
      earning: "void",
    });
  });

  it("cannot pay with a credit that was already returned: rejecting it changes nothing", async () => {
    advanceToMinute(12);
    await postNoShowReport(booked.interviewee);
    await postNoShowReport(booked.interviewer);
    const before = await currentState();
    expect(before).toMatchObject({ status: "no_show_interviewer", sessions: 1, earning: "void" });
    await expect(decide("upheld")).rejects.toThrow("was already returned, so it cannot pay the interviewer");
    expect(await currentState()).toEqual(before);
    await decide("rejected");
    expect(await currentState()).toEqual({ ...before, reports: ["upheld", "dismissed"] });
  });

  it("by both parties: the operator names one, and the other is dismissed", async () => {
    advanceToMinute(5);
    await postPresence(booked.interviewer);
    await postPresence(booked.interviewee);
    advanceToMinute(12);
    await postNoShowReport(booked.interviewer);
    await postNoShowReport(booked.interviewee);
    await expect(decide("upheld")).rejects.toThrow("Both parties reported each other");
    await decide("upheld", "--reporter", "interviewer");
    expect(await currentState()).toEqual({
      status: "no_show_interviewee",
      reports: ["upheld", "dismissed"],
      sessions: 0,
      earning: "credited",
    });
  });

  it("is never chosen by guessing", async () => {
    await expect(decide("maybe")).rejects.toThrow("--outcome must be upheld");
    await expect(decide("upheld", "--reporter", "me")).rejects.toThrow("--reporter must be interviewee");
    await expect(decide("upheld")).rejects.toThrow("has no no-show report that is waiting");
  });
});
