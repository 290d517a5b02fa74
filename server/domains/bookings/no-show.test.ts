import { beforeEach, describe, expect, it } from "vitest";
import type { SignedUp } from "../../testing/app.ts";
import { after, app, enter, report, staged, stageEach } from "../../testing/no-shows.ts";
import { completeDueBookings } from "./complete-due-bookings.ts";

stageEach();

const end = () =>
  app.call("POST", `/api/interviewer/bookings/${staged.booking._id}/complete`, {
    token: staged.interviewer.token,
  });
const earnings = () => app.deps.database.selectFrom("earnings").selectAll().execute();
const balance = async () =>
  (await app.call("GET", "/api/user/profile", { token: staged.interviewee.token })).body.sessionCount;
const status = async () =>
  (await app.call("GET", "/api/user/sessions", { token: staged.interviewee.token })).body[0].status;
const toUs = async () => {
  await app.runJobs();
  return await app.mailsTo(app.deps.config.business.supportEmail);
};

describe("End now", () => {
  it("ends an interview from its start on, once, and writes what it earns", async () => {
    after(-1);
    expect((await end()).status).toBe(409);
    after(0);
    expect((await end()).body.booking).toMatchObject({ status: "completed" });
    expect((await end()).status).toBe(200);
    expect(await earnings()).toMatchObject([{ status: "pending", amountPaise: 34_930 }]);
  });

  it("is the interviewer's alone", async () => {
    after(5);
    const other = await app.signUpInterviewer();
    const answer = await app.call("POST", `/api/interviewer/bookings/${staged.booking._id}/complete`, {
      token: other.token,
    });
    expect(answer.status).toBe(404);
  });
});

describe("the interviewer did not come", () => {
  it("gives the session back at once, pays nothing, keeps the record and tells us", async () => {
    after(2);
    await enter(staged.interviewee);
    after(10);
    await enter(staged.interviewee);
    const answer = await report(staged.interviewee);
    expect(answer.body).toMatchObject({
      msg: "✅ Your session is back. We are sorry that your interviewer did not come.",
      status: "no_show_interviewer",
      report: { by: "interviewee", outcome: "upheld", record: { interviewer: [] } },
    });
    expect(answer.body.report.record.interviewee).not.toEqual([]);
    expect(await balance()).toBe(1);
    expect((await earnings()).filter((earning) => earning.status !== "void")).toEqual([]);
    const mine = await app.call("GET", "/api/interviewer/earnings", { token: staged.interviewer.token });
    expect(mine.body).toMatchObject({
      transactions: [{ status: "void", voided: { reason: "The interviewer did not come" } }],
      totalEarnings: 0,
    });
    expect((await toUs()).map(({ subject }) => subject)).toMatchObject([
      expect.stringMatching(/^No-show of the interviewer/),
    ]);
  });

  it("also after it completed by itself: the pending earning is void", async () => {
    after(46);
    await completeDueBookings(app.deps);
    expect(await earnings()).toMatchObject([{ status: "pending" }]);
    after(45 + 24 * 60 - 1);
    expect((await report(staged.interviewee)).status).toBe(200);
    expect(await earnings()).toMatchObject([{ status: "void" }]);
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
  });
});

describe("the interviewee did not come", () => {
  beforeEach(async () => {
    after(3);
    await enter(staged.interviewer);
  });

  it("pays the interviewer at once, without feedback", async () => {
    after(12);
    expect((await report(staged.interviewer)).body.status).toBe("no_show_interviewee");
    expect(await earnings()).toMatchObject([{ status: "credited", amountPaise: 34_930 }]);
    expect(await balance()).toBe(0);
  });

  it("and says otherwise: the second word is for us to decide, and nothing moves", async () => {
    after(12);
    await report(staged.interviewer);
    const answer = await report(staged.interviewee);
    expect(answer.body).toMatchObject({ status: "no_show_interviewee", report: { outcome: "pending" } });
    expect(await balance()).toBe(0);
    const again = await report(staged.interviewee);
    expect(again.status).toBe(409);
    expect((await toUs()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^To decide: no-show of the interviewer/)]),
    );
  });
});

describe("neither came", () => {
  const neither = { status: "no_show_interviewer", report: { by: "interviewer", outcome: "dismissed" } };

  it("reported by the interviewer: the record decides, so the session goes back and nothing is paid", async () => {
    after(12);
    const answer = await report(staged.interviewer);
    expect(answer.body).toMatchObject({
      ...neither,
      msg: "The room saw neither of you, so nothing is paid and the session goes back.",
    });
    expect(await earnings()).toMatchObject([{ status: "void" }]);
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
    const [ours] = await toUs();
    expect(ours?.text).toContain("The room saw the interviewee: never\nThe room saw the interviewer: never");
    const [mail] = (await app.mailsTo(staged.interviewer.user.email)).slice(-1);
    expect(mail?.text).toContain("The room saw neither of you. The session went back to your interviewee.");
  });

  it("reported by the interviewee: the session goes back; the other's report then changes nothing", async () => {
    after(12);
    expect((await report(staged.interviewee)).body).toMatchObject({ status: "no_show_interviewer" });
    expect((await report(staged.interviewer)).body.report.outcome).toBe("pending");
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
  });

  it("reported by the interviewer: there is nothing left for the interviewee to report", async () => {
    after(12);
    expect((await report(staged.interviewer)).body).toMatchObject(neither);
    expect((await report(staged.interviewee)).status).toBe(409);
    expect([await status(), await balance()]).toEqual(["no_show_interviewer", 1]);
  });

  it("cannot be known where another provider holds the meeting: the interviewer's word counts", async () => {
    const meeting = { bookingId: staged.booking._id, provider: "zoom", joinUrl: "https://zoom.example/j/1" };
    await app.deps.database
      .insertInto("meetings")
      .values({ ...meeting, createdAt: app.clock.now() })
      .execute();
    after(12);
    expect((await report(staged.interviewer)).body.status).toBe("no_show_interviewee");
    expect(await earnings()).toMatchObject([{ status: "credited" }]);
  });
});

describe("a report that does not go with the record", () => {
  it("is kept for us when the room saw the accused during the session", async () => {
    after(5);
    await enter(staged.interviewer);
    after(30);
    const answer = await report(staged.interviewee);
    expect(answer.body).toMatchObject({ status: "pending", report: { outcome: "pending" } });
    expect(await status()).toBe("pending");
    const shown = await app.call("GET", "/api/user/sessions", { token: staged.interviewee.token });
    expect(shown.body[0].noShowReports).toMatchObject([
      { by: "interviewee", outcome: "pending", record: { interviewer: [{}], interviewee: [] } },
    ]);
    expect(shown.body[0].allowedActions).not.toContain("report-no-show");
  });

  it("is decided when they were only there before it began", async () => {
    after(-8);
    await enter(staged.interviewer);
    after(11);
    expect((await report(staged.interviewee)).body.report.outcome).toBe("upheld");
  });

  it("is kept for us when the session was rated", async () => {
    after(46);
    await app.call("POST", "/api/user/feedback", {
      token: staged.interviewee.token,
      body: {
        bookingId: staged.booking._id,
        interviewerId: staged.interviewer.user._id,
        interviewScore: 1,
        overallSummary: "Hm.",
      },
    });
    expect((await report(staged.interviewer)).body.report.outcome).toBe("pending");
    expect(await status()).toBe("completed");
  });
});

describe("what may not be reported", () => {
  it.each([
    ["before ten minutes have passed", 9],
    ["24 hours after the end", 45 + 24 * 60],
  ])("%s", async (_name, minutes) => {
    after(minutes);
    expect((await report(staged.interviewee)).status).toBe(409);
    expect(await status()).not.toMatch(/no_show/);
  });

  it("a cancelled booking, or somebody else's", async () => {
    after(5);
    await app.call("POST", `/api/interviewer/bookings/${staged.booking._id}/cancel`, {
      token: staged.interviewer.token,
    });
    after(12);
    expect((await report(staged.interviewee)).status).toBe(409);
    expect((await report(await app.signUp())).status).toBe(404);
    const attendance = (person: SignedUp) =>
      app.call("GET", `/api/bookings/${staged.booking._id}/attendance`, { token: person.token });
    expect((await attendance(await app.signUp())).status).toBe(404);
    expect((await attendance(staged.interviewee)).body).toEqual({ interviewee: [], interviewer: [] });
  });

  it("of ten at once from both, each is heard once and one decides", async () => {
    after(5);
    await enter(staged.interviewer);
    after(12);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => report(index % 2 ? staged.interviewee : staged.interviewer)),
    );
    const heard = answers.filter(({ status }) => status === 200);
    expect(heard.map(({ body }) => body.report.outcome).sort()).toEqual(["pending", "upheld"]);
    const reports = await app.deps.database.selectFrom("noShowReports").selectAll().execute();
    expect(reports).toHaveLength(2);
  });
});
