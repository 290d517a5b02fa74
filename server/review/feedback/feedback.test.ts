import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readPdf } from "../../people/resumes/resumes.testing.ts";
import { countStatuses, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import type { SignedUpUser } from "../../testing/app.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import { app, booked, roomId, useOpenRoom } from "../../testing/rooms.ts";

useOpenRoom();

const pdf = writePdf("Feedback", ["Well done."]);

function give(change: object = {}) {
  const body = {
    bookingId: roomId,
    interviewerId: booked.interviewer.user._id,
    interviewDate: booked.booking.startTime,
    interviewScore: 4,
    overallSummary: "Clear questions,\nfair follow-ups.",
    ...change,
  };
  return app.call("POST", "/api/user/feedback", { token: booked.interviewee.token, body });
}

const upload = (body: unknown = fileForm("feedback", pdf, "Für Asha.pdf")) =>
  app.call("POST", `/api/interviewer/feedback-upload/${roomId}`, { token: booked.interviewer.token, body });

const uploadNothing = () =>
  app.call("POST", `/api/interviewer/feedback-upload/${roomId}`, { token: booked.interviewer.token });

const fileLink = (person: SignedUpUser) =>
  app.call("GET", `/api/interviewer/feedback-file/${roomId}`, { token: person.token });
const feedbackRows = () =>
  app.deps.database.selectFrom("feedback").selectAll().where("bookingId", "=", roomId).execute();
let filesBefore = 0;
const countFiles = async () => {
  const directory = join(app.deps.config.dataDirectory, "files");
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
};
beforeEach(async () => {
  filesBefore = await countFiles();
});
const storedFiles = async () => (await countFiles()) - filesBefore;

describe("giving feedback", () => {
  it("is possible from the interview's end, before the job runs; is shown to both, and counts", async () => {
    const early = await give();
    expect([early.status, early.body.msg]).toEqual([
      409,
      "You can give feedback once the interview is completed.",
    ]);
    await holdInterview(app, booked.booking);
    const given = await give();
    expect(given.status).toBe(201);
    expect(given.body).toMatchObject({
      bookingId: roomId,
      interviewScore: 4,
      interviewDate: booked.booking.startTime,
    });
    const said = { interviewScore: 4, overallSummary: "Clear questions,\nfair follow-ups." };
    const sessions = await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token });
    expect(sessions.body).toMatchObject([{ status: "completed", feedback: said, allowedActions: [] }]);
    const history = await app.call("GET", "/api/interviewer/history", { token: booked.interviewer.token });
    expect(history.body).toMatchObject([{ intervieweeFeedback: said }]);
    const list = await app.call("GET", "/api/user/feedback", { token: booked.interviewee.token });
    expect(list.body).toEqual([given.body]);
    const stats = await app.call("GET", "/api/interviewer/dashboard-stats", {
      token: booked.interviewer.token,
    });
    expect(stats.body).toEqual({ averageRating: 4, available: 0, booked: 0, completed: 1 });
    const earnings = app.deps.database.selectFrom("earnings").where("bookingId", "=", roomId);
    expect(await earnings.selectAll().execute()).toHaveLength(1);
  });

  it("20 at once: one is taken", async () => {
    await holdInterview(app, booked.booking);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => give({ interviewScore: 1 + (index % 5) })),
    );
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "already_given",
      msg: "You have already given feedback for this session.",
    });
    expect(await feedbackRows()).toHaveLength(1);
  });

  it.each([
    ["no rating", { interviewScore: undefined }, 400, "Please select a rating before submitting."],
    ["a rating of 0", { interviewScore: 0 }, 400, "Please select a rating before submitting."],
    ["a rating of 6", { interviewScore: 6 }, 400, "Please select a rating before submitting."],
    ["a blank summary", { overallSummary: "  " }, 400, "Overall summary is required."],
    [
      "an endless summary",
      { overallSummary: "x".repeat(5001) },
      400,
      "Overall summary can be at most 5000 characters long.",
    ],
    [
      "another interviewer",
      { interviewerId: "0190a5b8-7c00-7000-8000-00000000ffff" },
      400,
      "This session was with another interviewer.",
    ],
  ])("refuses %s and writes nothing", async (_name, change, status, msg) => {
    await holdInterview(app, booked.booking);
    const answer = await give(change);
    expect([answer.status, answer.body.msg]).toEqual([status, msg]);
    expect(await feedbackRows()).toEqual([]);
  });
});

describe("the mentor's PDF", () => {
  it("credits the earning, and both parties can download it under its own name", async () => {
    await holdInterview(app, booked.booking);
    const earned = async () =>
      (await app.call("GET", "/api/interviewer/earnings", { token: booked.interviewer.token })).body;
    const answer = await upload();
    expect([answer.status, answer.body.msg]).toEqual([201, "✅ Feedback file uploaded successfully!"]);
    expect(await earned()).toMatchObject({
      totalEarnings: 349.3,
      transactions: [
        {
          amount: 349.3,
          status: "credited",
          bookingId: { userId: { firstName: "Cand", lastName: "Idate" } },
        },
      ],
    });
    for (const person of [booked.interviewee, booked.interviewer]) {
      const link = await fileLink(person);
      expect(link.status).toBe(200);
      const url = new URL(link.body.feedbackFileUrl);
      const file = await fetch(app.url + url.pathname + url.search);
      expect(file.status).toBe(200);
      // Uploaded PDFs are rewritten, so the test compares their text and not their bytes.
      expect(await readPdf(Buffer.from(await file.arrayBuffer()))).toEqual(await readPdf(pdf));
      expect(file.headers.get("content-disposition")).toBe(
        `inline; filename="Fu_r Asha.pdf"; filename*=UTF-8''F%C3%BCr%20Asha.pdf`,
      );
      expect(file.headers.get("content-security-policy")).toContain("sandbox");
      expect(file.headers.get("x-content-type-options")).toBe("nosniff");
      expect(file.headers.get("cache-control")).toContain("no-store");
      expect(file.headers.get("referrer-policy")).toBe("no-referrer");
    }
    const sessions = await app.call("GET", "/api/user/sessions", { token: booked.interviewee.token });
    expect(sessions.body[0]).toMatchObject({
      feedbackFileUrl: `/api/interviewer/feedback-file/${roomId}`,
      allowedActions: ["give-feedback", "download-feedback"],
    });
  });

  it("is announced to the interviewee by mail, once", async () => {
    await holdInterview(app, booked.booking);
    await Promise.all([upload(), upload()]);
    await app.runJobs();
    const mails = await app.mailsTo(booked.interviewee.user.email);
    const announced = mails.filter(({ subject }) => subject === "Ira Viewer's feedback is here");
    expect(announced).toHaveLength(1);
    expect(announced[0]?.text).toContain("/interviewee-dashboard/my-sessions");
  });

  it("is accepted once, also of 8 concurrent uploads, and leaves no second file behind", async () => {
    await holdInterview(app, booked.booking);
    // As in main.ts: a worker process is started first, so that the first upload does not wait for it.
    await app.deps.workers.warmUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 7 });
    expect(await storedFiles()).toBe(1);
    expect((await upload()).body.msg).toBe("A feedback file was already uploaded for this interview.");
  });

  it("is accepted only after the interview's end", async () => {
    const answer = await upload();
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "You can upload feedback once the interview is completed.",
    ]);
  });

  it.each([
    ["nothing", null, 400, "Please select a file to upload."],
    ["another field", fileForm("resume", pdf), 400, "Please select a file to upload."],
    [
      "a text file",
      fileForm("feedback", Buffer.from("hello"), "a.txt", "text/plain"),
      415,
      "Only PDF files are supported.",
    ],
    [
      "a renamed picture",
      fileForm("feedback", Buffer.from("\x89PNG\r\n")),
      415,
      "Only PDF files are supported.",
    ],
    ["an empty file", fileForm("feedback", Buffer.alloc(0)), 415, "Only PDF files are supported."],
    [
      "more than 10 MB",
      fileForm("feedback", Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)])),
      413,
      "The file is too large: at most 10 MB.",
    ],
  ])("refuses %s, stores nothing and pays nothing", async (_name, form, status, msg) => {
    await holdInterview(app, booked.booking);
    const answer = form === null ? await uploadNothing() : await upload(form);
    expect([answer.status, answer.body.msg]).toEqual([status, msg]);
    expect(await storedFiles()).toBe(0);
    const earned = await app.call("GET", "/api/interviewer/earnings", { token: booked.interviewer.token });
    expect(earned.body.totalEarnings).toBe(0);
  });

  it("has links for one file and one name that expire after five minutes", async () => {
    await holdInterview(app, booked.booking);
    await upload();
    const { pathname, search } = new URL((await fileLink(booked.interviewee)).body.feedbackFileUrl);
    const status = async (path: string) => (await app.call("GET", path)).status;
    expect(await status(pathname + search.replace("Asha", "Anna"))).toBe(404);
    expect(await status(pathname + search.replace(/expires=(\d)/, "expires=9$1"))).toBe(404);
    expect(
      await status(pathname.replace(/.\.pdf$/, "0.pdf").replace("feedback/0", "feedback/1") + search),
    ).toBe(404);
    expect(await status(`/files/..%2f..%2fsecret${search}`)).toBe(404);
    expect(await status(pathname)).toBe(400);
    app.clock.advance({ minutes: 4, seconds: 59 });
    expect(await status(pathname + search)).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(await status(pathname + search)).toBe(403);
  });
});
