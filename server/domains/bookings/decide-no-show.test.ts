import { describe, expect, it } from "vitest";
import type { SignedUp } from "../../testing/app.ts";
import { after, app, enter, report, staged, stageEach } from "../../testing/no-shows.ts";
import { runCommand } from "../operator/commands.ts";
import { completeDueBookings } from "./complete-due-bookings.ts";

stageEach();

const decide = (outcome: string, ...more: string[]) =>
  runCommand(app.deps, [
    ...["bookings", "settle-no-show", staged.booking._id, "--outcome", outcome],
    ...["--reason", "We looked at the record", ...more, "--yes"],
  ]);

/** Where booking, session, money and report stand. */
async function standing() {
  const { database } = app.deps;
  const mine = await app.call("GET", "/api/user/sessions", { token: staged.interviewee.token });
  const profile = await app.call("GET", "/api/user/profile", { token: staged.interviewee.token });
  const [earning] = await database.selectFrom("earnings").select("status").execute();
  return {
    status: mine.body[0].status,
    reports: mine.body[0].noShowReports.map(({ outcome }: { outcome: string }) => outcome),
    sessions: profile.body.sessionCount,
    earning: earning?.status,
  };
}

/** The room saw the interviewer, and the interviewee says that they did not come. */
async function contest() {
  after(5);
  await enter(staged.interviewer);
  after(30);
  expect((await report(staged.interviewee)).body.report.outcome).toBe("pending");
}

describe("a report that waits", () => {
  it("is upheld: session and money move, both are told why, and it is written down", async () => {
    await contest();
    after(50);
    await completeDueBookings(app.deps);
    expect(await decide("upheld")).toEqual({
      msg: "The report is upheld. Session and money have moved, and both are told by mail.",
    });
    expect(await standing()).toEqual({
      status: "no_show_interviewer",
      reports: ["upheld"],
      sessions: 1,
      earning: "void",
    });
    await app.runJobs();
    const told = async ({ user }: SignedUp) => (await app.mailsTo(user.email)).at(-1);
    expect((await told(staged.interviewee))?.text).toContain("We find that Ira Viewer did not come.");
    const theirs = await told(staged.interviewer);
    expect(theirs?.subject).toMatch(/^Decided: your interview on/);
    expect(theirs?.text).toContain("We find that you did not come.");
    expect(theirs?.text).toContain("Why: We looked at the record");
    const audit = await app.deps.database
      .selectFrom("auditLog")
      .selectAll()
      .where("action", "=", "booking.no-show-decided")
      .execute();
    expect(audit).toMatchObject([
      {
        subject: `booking:${staged.booking._id}`,
        details: { reporter: "interviewee", outcome: "upheld", reason: "We looked at the record" },
      },
    ]);
    await expect(decide("rejected")).rejects.toThrow("No report of a no-show waits");
  });

  it("is rejected: nothing moves, and the interview goes on to be completed", async () => {
    await contest();
    await decide("rejected");
    expect(await standing()).toEqual({
      status: "pending",
      reports: ["dismissed"],
      sessions: 0,
      earning: undefined,
    });
    after(46);
    await completeDueBookings(app.deps);
    expect(await standing()).toMatchObject({ status: "completed", earning: "pending" });
    await app.runJobs();
    const mail = (await app.mailsTo(staged.interviewer.user.email)).find(({ subject }) =>
      subject?.startsWith("Decided"),
    );
    expect(mail?.text).toContain("We do not find that you did not come. Everything stays as it was.");
  });

  it("against what was decided at once: the interviewer was paid, and did not come after all", async () => {
    after(5);
    await enter(staged.interviewer);
    after(12);
    await report(staged.interviewer);
    await report(staged.interviewee);
    expect(await standing()).toMatchObject({ status: "no_show_interviewee", earning: "credited" });
    await decide("upheld");
    expect(await standing()).toEqual({
      status: "no_show_interviewer",
      reports: ["upheld", "upheld"],
      sessions: 1,
      earning: "void",
    });
  });

  it("cannot pay with a session that came back at once: it is rejected, and nothing moves", async () => {
    after(12);
    await report(staged.interviewee);
    await report(staged.interviewer);
    const before = await standing();
    expect(before).toMatchObject({ status: "no_show_interviewer", sessions: 1, earning: "void" });
    await expect(decide("upheld")).rejects.toThrow("came back already, so it cannot pay the interviewer");
    expect(await standing()).toEqual(before);
    await decide("rejected");
    expect(await standing()).toEqual({ ...before, reports: ["upheld", "dismissed"] });
  });

  it("of both: it is said whose is meant, and the other's falls", async () => {
    after(5);
    await enter(staged.interviewer);
    await enter(staged.interviewee);
    after(12);
    await report(staged.interviewer);
    await report(staged.interviewee);
    await expect(decide("upheld")).rejects.toThrow("say whose is meant with --reporter");
    await decide("upheld", "--reporter", "interviewer");
    expect(await standing()).toEqual({
      status: "no_show_interviewee",
      reports: ["upheld", "dismissed"],
      sessions: 0,
      earning: "credited",
    });
  });

  it("is not guessed at", async () => {
    await expect(decide("maybe")).rejects.toThrow("--outcome must be upheld");
    await expect(decide("upheld", "--reporter", "me")).rejects.toThrow("--reporter must be interviewee");
    await expect(decide("upheld")).rejects.toThrow("No report of a no-show waits");
  });
});
