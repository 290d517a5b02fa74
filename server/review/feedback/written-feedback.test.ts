import { randomUUID } from "node:crypto";
import { rubricSchema, toRubric } from "@greenroom/contract/review/rubric-schema.ts";
import { areaNames } from "@greenroom/contract/review/tracks.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { extractText } from "unpdf";
import { beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "../../kernel/db/database.ts";
import { hashRandomPassword } from "../../people/accounts/passwords.ts";
import { eraseAccount } from "../../people/privacy/delete-account.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { type ApiResponse, deleteOwnAccount } from "../../testing/app.ts";
import { callDuring } from "../../testing/lock-waits.ts";
import { feedbackForm } from "../../testing/records.ts";
import { app, booked, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { interviewFileName } from "./feedback-file.ts";
import { renderReport } from "./mentor-pdf.ts";

useOpenRoom();

const write = (body: unknown) =>
  app.call("POST", `/api/interviewer/feedback-report/${roomId}`, { token: booked.interviewer.token, body });

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

it.each([
  ["Kavya Menon", "Asia/Kolkata", "interview-feedback-2026-11-21-kavya-menon.pdf"],
  ["Kavya Menon", "America/New_York", "interview-feedback-2026-11-20-kavya-menon.pdf"],
  ["Zoë  O’Brien-Łuk", "UTC", "interview-feedback-2026-11-20-zoe-o-brien-uk.pdf"],
  ["काव्या", "UTC", "interview-feedback-2026-11-20-ml-engineer.pdf"],
])("of %j, read in %s, is saved as %s", (interviewer, timeZone, fileName) => {
  const startsAt = new Date("2026-11-20T20:00:00.000Z");
  expect(interviewFileName({ startsAt, timeZone, interviewer, track: "ml-engineer" })).toBe(fileName);
});

it("the times in the notes are links, and the PDF says until when they open the record", async () => {
  const [page = ""] = await pagesOf(
    feedbackForm({ areas: { coding: { notes: "[12:41] Named the index at once." } } }),
  );
  expect(page).toContain("opens the record at that moment, until 22 November 2027.");
});

it("a title in a script that the display font does not have is drawn completely", async () => {
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

describe("the rubric form", () => {
  it("is accepted after the interview, with at least one score", async () => {
    expect((await write(rubric)).status).toBe(409);
    await holdInterview(app, booked.booking);
    const nothing = await write({
      ...rubric,
      areas: rubric.areas.map((area) => ({ ...area, score: null })),
    });
    expect([nothing.status, nothing.body.details]).toEqual([
      400,
      [{ path: "areas.0.score", msg: "Score at least one area." }],
    ]);
    for (const bad of [
      { ...rubric, summary: " " },
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
    expect(answers.find(({ status }) => status === 201)?.body.msg).toBe(
      "✅ Sent. Cand can read it. ₹349.30 credited.",
    );
    // 503 if the machine is so busy that a call gave up waiting for its PDF.
    for (const status of statuses.slice(1)) expect([409, 503]).toContain(status);
    const { body } = await app.call("GET", `/api/interviewer/feedback-file/${roomId}`, {
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
    const earnings = await app.call("GET", "/api/interviewer/earnings", {
      token: booked.interviewer.token,
    });
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

describe("track rubric", () => {
  beforeEach(() => holdInterview(app, booked.booking));

  const rate = (area: string, score: unknown, notes = "") => ({ area, score, notes });
  const rubric = {
    track: "ml-engineer",
    areas: [
      rate("problemSolving", 4, "[3:12, marked good] Asked what the goal is."),
      rate("mlKnowledge", 4),
      rate("coding", 3),
      rate("communication", 4),
      rate("evaluation", 2, "Names a metric, not how to split."),
    ],
    questions: "Rank items for a feed",
    summary: "Strong instincts and honest code.",
    nextSteps: "Split an old project by time.",
  };

  /** The stored scores of the interview, areas in the order in which the form has them. */
  async function scores() {
    const rows = await app.deps.database
      .selectFrom("feedbackScores")
      .select(["track", "area", "score", "notes"])
      .where("bookingId", "=", roomId)
      .execute();
    return areaNames.flatMap((name) => rows.filter(({ area }) => area === name));
  }
  /** The summaries that are stored for the interview. */
  const summaries = () =>
    app.deps.database
      .selectFrom("feedbackSummaries")
      .select("summary")
      .where("bookingId", "=", roomId)
      .execute();
  const readReport = (role: "user" | "interviewer") =>
    app.call("GET", `/api/${role}/reports/${roomId}`, {
      token: (role === "user" ? booked.interviewee : booked.interviewer).token,
    });

  async function makeReport(): Promise<void> {
    await completeDueBookings(app.deps);
    app.clock.advance({ minutes: 30 });
    await app.runJobs();
  }

  describe("a rubric of a role track", () => {
    it("stores five scores with their track, in the order of the form", async () => {
      const sent = { ...rubric, areas: [...rubric.areas].reverse() };
      expect((await write(sent)).status).toBe(201);
      expect(await scores()).toMatchObject(
        rubric.areas.map(({ area, score, notes }) => ({ track: "ml-engineer", area, score, notes })),
      );
    });

    it("leaves areas that were not assessed out of the overall score, and keeps the notes on them", async () => {
      const areas = rubric.areas.map((rated) =>
        rated.area === "coding" ? { ...rated, score: null, notes: "We ran out of time." } : rated,
      );
      expect((await write({ ...rubric, areas })).status).toBe(201);
      await makeReport();
      const { report, mentorFeedback } = (await readReport("user")).body;
      expect(report.measured.mentorScores.map(({ area }: { area: string }) => area)).not.toContain("coding");
      expect(mentorFeedback.notes).toContainEqual({ area: "coding", notes: "We ran out of time." });
    });

    it.each([
      ["an unknown track", { track: "chef" }, "track", "Choose one of the tracks."],
      [
        "a missing score",
        { areas: [rate("problemSolving", undefined), ...rubric.areas.slice(1)] },
        "areas.0.score",
        "Please select a rating for problem framing.",
      ],
      [
        "a score of 6",
        { areas: [...rubric.areas.slice(0, 4), rate("evaluation", 6)] },
        "areas.4.score",
        "Please select a rating for evaluation and production.",
      ],
      [
        "a missing area",
        { areas: rubric.areas.slice(0, 4) },
        "areas",
        "Please select a rating for evaluation and production.",
      ],
      ["an area twice", { areas: [...rubric.areas, rate("coding", 1)] }, "areas", "Rate coding once."],
      [
        "an unknown area",
        { areas: [rate("looks", 5), ...rubric.areas] },
        "areas.0.area",
        "Choose one of the track's areas.",
      ],
      ["no areas", { areas: undefined }, "areas", "Rate every area."],
    ])(
      "with %s is refused with the field's name, and nothing is stored",
      async (_name, change, path, msg) => {
        const answer = await write({ ...rubric, ...change });
        expect([answer.status, answer.body.details?.[0]]).toEqual([400, { path, msg }]);
        expect(await scores()).toEqual([]);
      },
    );

    it("is in the interviewee's report, whichever came first", async () => {
      await makeReport();
      expect((await readReport("user")).body.report.measured.mentorScores).toEqual([]);
      await write(rubric);
      const { report } = (await readReport("user")).body;
      expect(report.measured.mentorScores).toEqual(rubric.areas.map(({ area, score }) => ({ area, score })));
      expect(report.areas).toContainEqual({ name: "evaluation", label: "Evaluation and production" });
    });

    it("opens the report to the interviewer, who does not see it before", async () => {
      await makeReport();
      const early = await readReport("interviewer");
      expect([early.status, early.body.msg]).toEqual([409, "The report opens once your own feedback is in."]);
      await write(rubric);
      expect((await readReport("interviewer")).body).toMatchObject({
        bookingId: roomId,
        useful: null,
      });
    });
  });

  const nothingWritten = { mentorSummary: null, mentorFeedback: null };

  describe("the other texts of the mentor's form", () => {
    it("are in the report of both parties: notes by area, next steps, and the bank's questions by their title", async () => {
      await makeReport();
      expect((await readReport("user")).body).toMatchObject(nothingWritten);
      const [bankQuestion] = (await openQuestionBank()).all as [Question];
      const sent = {
        ...rubric,
        questions: `Rank items for a feed\n\n ${bankQuestion.title.toUpperCase()}. `,
        nextSteps: "Split an old project by time.\n\nRead on interleaving.\nRead on interleaving.",
      };
      expect((await write(sent)).status).toBe(201);
      const { mentorFeedback } = (await readReport("user")).body;
      expect(mentorFeedback).toEqual({
        notes: [
          { area: "problemSolving", notes: "[3:12, marked good] Asked what the goal is." },
          { area: "evaluation", notes: "Names a metric, not how to split." },
        ],
        nextSteps: [
          { id: expect.any(String), text: "Split an old project by time.", isDone: false },
          { id: expect.any(String), text: "Read on interleaving.", isDone: false },
        ],
        questions: [
          { title: "Rank items for a feed", questionId: null },
          { title: `${bankQuestion.title.toUpperCase()}.`, questionId: bankQuestion.id },
        ],
      });
      expect((await readReport("interviewer")).body.mentorFeedback).toEqual(mentorFeedback);
    });

    it("are at most 30 next steps and 60 questions, even if more were stored", async () => {
      await write(rubric);
      const stored = Array.from({ length: 100 }, (_, index) => `- ${index}`).join("\n");
      await app.deps.database
        .updateTable("feedbackSummaries")
        .set({ nextSteps: stored, questions: stored })
        .where("bookingId", "=", roomId)
        .execute();
      await makeReport();
      const { nextSteps, questions } = (await readReport("user")).body.mentorFeedback;
      expect([nextSteps.length, questions.length]).toEqual([30, 60]);
    });

    it("are deleted when the mentor deletes their account, and the scores stay", async () => {
      await write(rubric);
      await makeReport();
      await deleteOwnAccount(app, booked.interviewer);
      expect((await scores()).map(({ score, notes }) => [score, notes])).toEqual(
        rubric.areas.map(({ score }) => [score, ""]),
      );
      expect(await summaries()).toEqual([]);
      const { body } = await readReport("user");
      expect(body).toMatchObject(nothingWritten);
      expect(body.report.measured.mentorScores).toHaveLength(5);
    });
  });

  describe("a next step", () => {
    const tick = (stepId: string, body: unknown) =>
      app.call("POST", `/api/user/reports/${roomId}/steps/${stepId}`, {
        token: booked.interviewee.token,
        body,
      });
    const steps = async () => (await readReport("user")).body.mentorFeedback.nextSteps;

    it("is ticked off and back, and only if the mentor gave it", async () => {
      await write({ ...rubric, nextSteps: "Split by time.\nRead on interleaving." });
      await makeReport();
      const [, second] = await steps();
      expect(await tick(second.id, { done: true })).toMatchObject({
        status: 200,
        body: { msg: "Marked as done." },
      });
      expect((await tick(second.id, { done: true })).status).toBe(200);
      expect(await steps()).toMatchObject([{ isDone: false }, { isDone: true }]);
      expect((await tick(second.id, { done: false })).body.msg).toBe("Marked as not done.");
      expect(await steps()).toMatchObject([{ isDone: false }, { isDone: false }]);
      const unknown = await tick(randomUUID(), { done: true });
      expect([unknown.status, unknown.body.msg]).toEqual([404, "Your mentor gave no such next step."]);
    });
  });

  describe("the mentor's summary", () => {
    it("is in the report of both parties", async () => {
      await makeReport();
      expect((await readReport("user")).body.mentorSummary).toBeNull();
      await write(rubric);
      expect((await readReport("user")).body.mentorSummary).toBe(rubric.summary);
      expect((await readReport("interviewer")).body.mentorSummary).toBe(rubric.summary);
    });

    it("is deleted with the interviewee's account", async () => {
      await write(rubric);
      await makeReport();
      expect(await summaries()).toEqual([{ summary: rubric.summary }]);
      await deleteOwnAccount(app, booked.interviewee);
      expect(await summaries()).toEqual([]);
    });
  });

  describe("feedback on an interviewee who deleted their account", () => {
    async function expectNothingStored(answer: ApiResponse): Promise<void> {
      expect(answer.status).toBe(201);
      expect([await scores(), await summaries()]).toEqual([[], []]);
      const file = await fetch(`${app.url}/api/interviewer/feedback-file/${roomId}`, {
        headers: { authorization: `Bearer ${booked.interviewer.token}` },
      });
      expect(file.status).toBe(200);
    }

    it("is the mentor's PDF alone", async () => {
      await makeReport();
      await deleteOwnAccount(app, booked.interviewee);
      await expectNothingStored(await write(rubric));
    });

    it("is that also if it was sent during the deletion", async () => {
      await makeReport();
      const userId = booked.interviewee.user._id;
      const passwordHash = await hashRandomPassword();
      const erase = (tx: Tx) =>
        eraseAccount(app.deps, tx, { userId, passwordHash, actor: { userId }, now: app.clock.now() });
      await expectNothingStored(await callDuring(app, () => write(rubric), erase));
    });
  });
});
