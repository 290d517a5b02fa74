import { rubricSchema, toRubric } from "@greenroom/contract/review/rubrics/rubric.ts";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { feedbackForm } from "../../../testing/feedback-form.ts";
import { renderReport } from "./render-report.ts";

let app: TestApp;
let booked: BookedInterview;
beforeAll(async () => {
  app = await createTestApp();
  booked = await createBookedInterview(app);
});
afterAll(() => app.close());

const rubric = feedbackForm({
  areas: {
    problemSolving: { notes: "Breaks the problem down\nbefore coding." },
    mlKnowledge: { score: 3, notes: "Knows trees; regularisation is shaky." },
    coding: { score: 5 },
    communication: { notes: "आत्मविश्वास से बोलती हैं" },
    evaluation: { score: null },
  },
  questions: "Bias and variance?\n\nTwo sum",
  summary: "A strong candidate who should practice system design.",
});

const write = (body: unknown, { token }: SignedUpUser = booked.interviewer) =>
  app.call("POST", `/api/interviewer/feedback-report/${booked.booking._id}`, { token, body });

async function pagesOf(form: ReturnType<typeof feedbackForm>): Promise<string[]> {
  const content = await renderReport({
    business: "Greenroom",
    interviewee: "Meera Iyer",
    interviewer: "Kavya Menon",
    when: "Friday 20 November 2026, 18:00 to 18:45",
    goal: ["ML engineer"],
    recordUrl: "https://greenroom.example/session-record/1",
    recordKeptUntil: "22 November 2027",
    rubric: toRubric(rubricSchema.parse(form)),
  });
  return (await extractText(new Uint8Array(content), { mergePages: false })).text;
}

describe("the last page", () => {
  const notes = (paragraphs: number) =>
    Array.from(
      { length: paragraphs },
      () => "They settled the goal first, and then chose a metric for it.",
    ).join("\n\n");
  it.each([9, 10, 11, 12, 13, 14])(
    "is well filled or avoided with %i paragraphs an area",
    async (paragraphs) => {
      const given = { notes: notes(paragraphs) };
      const pages = await pagesOf(
        feedbackForm({ areas: { problemSolving: given, mlKnowledge: given, coding: given } }),
      );
      const last = pages.at(-1) ?? "";
      // At least two sections, or a good part of a page.
      expect(pages.length === 1 || last.length > 700).toBe(true);
    },
  );
});

describe("the times in the notes", () => {
  it("are links, and the PDF says until when they open the record", async () => {
    const [page = ""] = await pagesOf(
      feedbackForm({ areas: { coding: { notes: "[12:41] Named the index at once." } } }),
    );
    expect(page).toContain("opens the record at that moment, until 22 November 2027.");
  });
});

describe("a title in a script that the display font does not have", () => {
  it("is drawn completely", async () => {
    const content = await renderReport({
      business: "Greenroom",
      interviewee: "मीरा",
      interviewer: "Łukasz Ż",
      when: "Friday 20 November 2026, 18:00 to 18:45 IST",
      goal: [],
      recordUrl: "https://greenroom.example/session-record/1",
      recordKeptUntil: "22 November 2027",
      rubric: toRubric(rubricSchema.parse(rubric)),
    });
    const { text } = await extractText(new Uint8Array(content), { mergePages: true });
    expect(text).toContain("Interview feedback for मीरा");
    expect(text).toContain("Łukasz Ż");
  });
});

describe("the rubric form", () => {
  it("is accepted after the interview, refuses missing fields, and is only for the interviewer", async () => {
    expect((await write(rubric)).status).toBe(409);
    await holdInterview(app, booked.booking);
    expect((await write(rubric, await app.signUpInterviewer())).status).toBe(404);
    const unscored = rubric.areas.map(({ score, ...area }) => (score === 5 ? area : { ...area, score }));
    const noScore = await write({ ...rubric, areas: unscored });
    expect([noScore.status, noScore.body.details]).toEqual([
      400,
      [{ path: "areas.2.score", msg: "Please select a rating for coding." }],
    ]);
    const nothing = await write({ ...rubric, areas: rubric.areas.map((area) => ({ ...area, score: null })) });
    expect([nothing.status, nothing.body.details]).toEqual([
      400,
      [{ path: "areas.0.score", msg: "Score at least one area." }],
    ]);
    for (const bad of [
      feedbackForm({ areas: { coding: { score: 6 } } }),
      { ...rubric, summary: " " },
      { ...rubric, questions: "a\u0000" },
      { ...rubric, extra: 1 },
      feedbackForm({ areas: { coding: { notes: "x".repeat(3001) } } }),
    ]) {
      expect((await write(bad)).status).toBe(400);
    }
  });

  it("creates the PDF, stores it as the mentor's file, once, and credits the earning", async () => {
    // As in main.ts: a worker process is started first, so that the first PDF does not wait for it.
    await app.deps.workers.warmUp();
    await holdInterview(app, booked.booking);
    const answers = await Promise.all([write(rubric), write(rubric), write(rubric)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    // 503 if the machine is so busy that a call gave up waiting for its PDF.
    for (const status of statuses.slice(1)) expect([409, 503]).toContain(status);
    const { body } = await app.call("GET", `/api/interviewer/feedback-file/${booked.booking._id}`, {
      token: booked.interviewee.token,
    });
    const file = await fetch(new URL(body.feedbackFileUrl, app.url));
    // One person has several such files.
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata" }).format(
      new Date(booked.booking.startTime),
    );
    expect(file.headers.get("content-disposition")).toMatch(
      new RegExp(`filename="interview-feedback-${day}-[a-z-]+\\.pdf"`),
    );
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const earnings = await app.call("GET", "/api/interviewer/earnings", { token: booked.interviewer.token });
    expect(earnings.body.transactions).toMatchObject([{ status: "credited" }]);
  });

  it("continues on more pages for long texts", async () => {
    const long = "A sentence that says what was seen in the session. ".repeat(58);
    const areas = { problemSolving: { notes: long }, coding: { score: 2, notes: long } };
    const pages = await pagesOf(feedbackForm({ areas, summary: long }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)?.length).toBeGreaterThan(200);
  });

  it("quotes the summary up to its first empty line, as the report does, and prints the rest below", async () => {
    const [page = ""] = await pagesOf(
      feedbackForm({
        summary: "A solid start.\nThe code ran early.\n\nSize a test before you read its result.",
      }),
    );
    const order = [
      "A solid start.",
      "The code ran early.",
      "Scores at a glance",
      "Summary",
      "Size a test before",
    ];
    const places = order.map((words) => page.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("fits an ordinary form on one page, with the overall score and each meaning", async () => {
    const pages = await pagesOf(rubric);
    expect(pages).toHaveLength(1);
    for (const words of [
      "4.0",
      "Not assessed",
      "Scores at a glance",
      "Explains the basics; unsure when asked why.",
      "Breaks the problem down",
      "2. Two sum",
    ]) {
      expect(pages[0]).toContain(words);
    }
    // A mean is no score, and has no word of the scores.
    expect(pages[0]).toMatch(/Overall\s+4\.0\s+of 5(?!\s+Good)/);
  });

  it("prints a moment with its time, and omits emoji", async () => {
    const [page] = await pagesOf(
      feedbackForm({
        areas: { coding: { notes: "Nice 🎉!\n[18:05, run 3] ZeroDivisionError: division by zero" } },
      }),
    );
    expect(page).toContain("18:05, run 3");
    expect(page).toContain("ZeroDivisionError: division by zero");
    expect(page).toContain("Nice!");
  });
});
