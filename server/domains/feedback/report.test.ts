import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { letItPass, type Staged, stageBooking } from "../bookings/bookings.testing.ts";
import { renderReport } from "./render-report.ts";

let app: TestApp;
let staged: Staged;
beforeAll(async () => {
  app = await createTestApp();
  staged = await stageBooking(app);
});
afterAll(() => app.close());

const area = (score: number, notes = "") => ({ score, notes });
const rubric = {
  problemSolving: area(4, "Breaks the problem down\nbefore coding."),
  mlKnowledge: area(3, "Knows trees; regularisation is shaky."),
  coding: area(5),
  communication: area(4, "आत्मविश्वास से बोलती हैं"),
  questions: "Bias and variance?\n\nTwo sum",
  summary: "A strong candidate who should practise system design.",
};

const write = (body: unknown, { token }: SignedUp = staged.interviewer) =>
  app.call("POST", `/api/interviewer/feedback-report/${staged.booking._id}`, { token, body });

describe("the rubric form", () => {
  it("waits for the session, refuses what is missing, and is the interviewer's alone", async () => {
    expect((await write(rubric)).status).toBe(409);
    letItPass(app, staged.booking);
    expect((await write(rubric, await app.signUpInterviewer())).status).toBe(404);
    const noScore = await write({ ...rubric, coding: { notes: "x" } });
    expect([noScore.status, noScore.body.details]).toEqual([
      400,
      [{ path: "coding.score", msg: "Please select a rating before submitting." }],
    ]);
    for (const bad of [
      { ...rubric, coding: area(6) },
      { ...rubric, summary: " " },
      { ...rubric, questions: "a\u0000" },
      { ...rubric, extra: 1 },
      { ...rubric, coding: area(3, "x".repeat(3001)) },
    ]) {
      expect((await write(bad)).status).toBe(400);
    }
  });

  it("makes the PDF, keeps it as the mentor's file, once, and credits the earning", async () => {
    const answers = await Promise.all([write(rubric), write(rubric), write(rubric)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { body } = await app.call("GET", `/api/interviewer/feedback-file/${staged.booking._id}`, {
      token: staged.interviewee.token,
    });
    const file = await fetch(new URL(body.feedbackFileUrl, app.url));
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const earnings = await app.call("GET", "/api/interviewer/earnings", { token: staged.interviewer.token });
    expect(earnings.body.transactions).toMatchObject([{ status: "credited" }]);
  });

  it("goes on to other pages when much was said", async () => {
    const long = "A sentence that says what was seen in the session. ".repeat(58);
    const document = {
      business: "Greenroom",
      interviewee: "Meera Iyer",
      interviewer: "Kavya Menon",
      when: "Friday",
      rubric: { ...rubric, problemSolving: area(4, long), coding: area(2, long), summary: long },
    };
    const pdf = await renderReport(document);
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  });
});
