import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type AiFeedback,
  type Evidence,
  nothingMeasured,
} from "@greenroom/contract/schedule/report-shape.ts";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "../../people/resumes/resumes.testing.ts";
import { createBookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type TestApp, testNow } from "../../testing/app.ts";
import { interviewFileName } from "../feedback/feedback-file.ts";
import { renderAiReport } from "./report-pdf.ts";
import type { AiReportDocument } from "./report-pdf-parts.ts";

describe("report document", () => {
  const code = "def mean(rows):\n    total = 0\n    for row in rows:\n        total += row";
  const evidence: Evidence = {
    itemId: "0190a5b8-7c00-7000-8000-0000000000a1",
    quote: code,
    at: "2026-11-20T12:31:00.000Z",
    atSeconds: 60,
    kind: "code",
    isOwn: true,
  };
  const report: AiFeedback = {
    areas: [
      { name: "coding", label: "Coding" },
      { name: "evaluation", label: "Evaluation and production" },
    ],
    claims: [
      {
        id: "0190a5b8-7c00-7000-8000-0000000000c1",
        area: "coding",
        kind: "strength",
        text: "You wrote the loop at once.",
        evidence: [evidence],
      },
    ],
    checked: 1,
    verified: 1,
    shown: 1,
    source: { kind: "model", name: "m", promptVersion: "1" },
    measured: {
      ...nothingMeasured,
      mentorScores: [
        { area: "coding", score: 5 },
        { area: "evaluation", score: 3 },
      ],
    },
    plan: [],
    madeAt: "2026-11-20T14:00:00.000Z",
    isLate: false,
  };
  const document: AiReportDocument = {
    business: "Greenroom",
    interviewee: "Meera Iyer",
    interviewer: "Kavya Menon",
    when: "Friday 20 November 2026, 18:00 to 18:45 IST",
    goal: ["ML engineer, Senior", "Product company"],
    track: "ml-engineer",
    timeZone: "Asia/Kolkata",
    report,
    before: null,
    siteUrl: "https://greenroom.example",
    doneExercises: [],
    mentorSummary: "You stay calm.\n\nSay the plan first.",
    mentorFeedback: {
      notes: [
        {
          area: "coding",
          notes:
            "Writes clear code.\n\n[12:41, marked good] Names the edge case.\n[18:05, run 3] KeyError: 'u1'",
        },
      ],
      nextSteps: [
        { id: "0190a5b8-7c00-7000-8000-0000000000d1", text: "Split by time.", isDone: true },
        { id: "0190a5b8-7c00-7000-8000-0000000000d2", text: "Read on interleaving.", isDone: false },
      ],
      questions: [{ title: "Two sum", questionId: null }],
    },
    recordUrl: "https://greenroom.example/session-record/1",
    record: { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false },
    disputes: [],
  };

  const textOf = async (changes: Partial<AiReportDocument> = {}) =>
    (await readPdf(await renderAiReport({ ...document, ...changes }))).join(" ");

  it("has the goal, and the mentor's whole feedback in the order of the report's page", async () => {
    const plan = [
      { claimId: "c1", title: "Test the empty list", exercise: "Twice.", questionId: null, drillId: null },
    ];
    const text = await textOf({ report: { ...report, plan } });
    const wanted = [
      "Your goal",
      "ML engineer, Senior",
      "Product company",
      "Overall",
      "4.0",
      "“You stay calm.”",
      "Say the plan first.",
      "Clear, tested code; names the edge cases and the cost unprompted.",
      "Names a metric that fits, but not how to split, launch or watch it.",
      "Coding: 5 of 5, Excellent",
      "Writes clear code.",
      "12:41, marked good",
      "Names the edge case.",
      "18:05, run 3",
      "KeyError: 'u1'",
      "Each underlined time opens the record at that moment, until 22 November 2027.",
      "Questions asked",
      "1. Two sum",
      "Your next two weeks (21 November to 4 December)",
      "2 steps from Kavya Menon first, then 1 exercise, for one point above.",
      "Steps from Kavya Menon",
      "Split by time. (done)",
      "Read on interleaving. (do this next)",
      "Exercises",
      "Test the empty list",
    ];
    const places = wanted.map((words) => text.indexOf(words));
    expect(Object.fromEntries(wanted.map((words, index) => [words, places[index]]))).toEqual(
      Object.fromEntries(wanted.map((words) => [words, expect.toSatisfy((place: number) => place >= 0)])),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("has nothing of the mentor's where the mentor uploaded a PDF", async () => {
    const measured = { ...report.measured, mentorScores: [] };
    const text = await textOf({
      ...{ goal: [], mentorSummary: null, mentorFeedback: null },
      report: { ...report, measured },
    });
    for (const words of ["Your goal", "Overall", "next two weeks", "Questions asked"]) {
      expect(text).not.toContain(words);
    }
  });

  it("links no time of the notes after the record is deleted", async () => {
    const record = { ...document.record, isDeleted: true };
    const text = await textOf({ recordUrl: null, record });
    expect(text).toContain("12:41, marked good");
    expect(text).not.toContain("underlined time");
  });

  interface PrintedLine {
    text: string;
    left: number;
    letterWidths: number[];
  }

  /** The lines of the quoted code as they are printed: where each begins, and how wide its letters are. */
  async function printedCode() {
    const proxy = await getDocumentProxy(new Uint8Array(await renderAiReport(document)));
    const lines = new Map<number, PrintedLine>();
    for (let page = 1; page <= proxy.numPages; page += 1) {
      for (const item of (await (await proxy.getPage(page)).getTextContent()).items) {
        if (!("str" in item) || item.str === "") continue;
        const [, , , , left, top] = item.transform;
        const line: PrintedLine = lines.get(1000 * page + top) ?? { text: "", left, letterWidths: [] };
        line.text += item.str;
        line.letterWidths.push(Math.round((1000 * item.width) / item.str.length));
        lines.set(1000 * page + top, line);
      }
    }
    return code.split("\n").map((wanted) => [...lines.values()].find(({ text }) => text === wanted.trim()));
  }

  it("compares with the interview before, and has the exercises' days and links", async () => {
    const plan = [
      {
        claimId: report.claims[0]?.id ?? "",
        title: "Test the empty list",
        exercise: "Twice.",
        questionId: "feed-ranking",
        drillId: "lists",
      },
    ];
    const measured = { ...report.measured, pace: 120 };
    const before = { measured: { ...nothingMeasured, pace: 101 }, overall: 3.4 };
    const changes = { report: { ...report, measured, plan }, before };
    const text = await textOf(changes);
    expect(text).toMatch(/4\.0.*last time 3\.4/s);
    expect(text).toMatch(/words a minute\s+last time 101/);
    expect(text).toContain("Suggested for Saturday 21 November");
    expect(text).toMatch(/Open its moment in the record\s+Practice a question\s+Open a drill/);
    expect(text).not.toMatch(/Measured, not judged.*mentor's scores/s);
    const pdf = (await renderAiReport({ ...document, ...changes })).toString("latin1");
    for (const link of ["/practice?question=feed-ranking", "/practice/drills/lists"])
      expect(pdf).toContain(`https://greenroom.example${link}`);
  });

  it("keeps the lines of a quote of code, and their indents", async () => {
    const [first = 0, second = 0, third = 0, last = 0] = (await printedCode()).map((line) => line?.left);
    expect(second).toBeGreaterThan(first + 5);
    expect(third).toBeCloseTo(second);
    expect(last - first).toBeCloseTo(2 * (second - first));
  });

  it("has a moment that the mentor marked once, with the words of then, and says where the point is", async () => {
    const said: Evidence = { ...evidence, kind: "utterance", quote: "Empty lists first.", atSeconds: 750 };
    const mark: Evidence = {
      ...evidence,
      itemId: "mark",
      kind: "mark",
      quote: "",
      atSeconds: 761,
      isOwn: false,
    };
    const marked: AiFeedback["claims"][number] = {
      id: "0190a5b8-7c00-7000-8000-0000000000c2",
      area: "session",
      kind: "strength",
      text: "At 12:41 your interviewer marked this as good: “Names the edge case”.",
      evidence: [said, mark],
    };
    const disputes = [{ claimId: marked.id, by: "interviewee" as const, line: "I said it before." }];
    const text = await textOf({ report: { ...report, claims: [...report.claims, marked] }, disputes });
    expect(text.match(/Names the edge case/g)).toHaveLength(1);
    expect(text).toMatch(
      /12:41, marked good.*“Empty lists first\.”.*You reported a mistake: I said it before\./s,
    );
    expect(text).toContain("1 more point, about a moment in your mentor's notes, is with their notes above.");
  });

  it("has what was counted about a run with the note about it, and quotes in the order of time", async () => {
    const run: Evidence = {
      ...evidence,
      itemId: "run",
      kind: "run",
      quote: "KeyError: 'u1'",
      atSeconds: 1085,
    };
    const repaired: Evidence = { ...run, itemId: "repaired", quote: "0.69", atSeconds: 1160 };
    const counted: AiFeedback["claims"][number] = {
      id: "0190a5b8-7c00-7000-8000-0000000000c3",
      area: "coding",
      kind: "observation",
      text: "1 of your 2 runs ended with an error.",
      // The note has the output of the first run.
      evidence: [repaired, run, { ...run, itemId: "next", quote: "KeyError: 'u2'", atSeconds: 1120 }],
    };
    const text = await textOf({ report: { ...report, claims: [...report.claims, counted] } });
    expect(text).toMatch(
      /18:05, run 3.*1 of your 2 runs ended with an error\..*18:40, run.*19:20, run.*1 more point/s,
    );
  });

  it("names the letters that its fonts lack instead of printing boxes, and says so once", async () => {
    const text = await textOf({
      mentorSummary: "Good 日本語 work ≥ 3 → next 🎉",
      disputes: [{ claimId: report.claims[0]?.id ?? "", by: "interviewee", line: "لا أوافق 🙂" }],
    });
    expect(text).toContain("Good [Chinese or Japanese text] work ≥ 3 → next");
    expect(text).toContain("You reported a mistake: [Arabic text] [emoji]");
    expect(text.match(/stand for letters that this PDF's fonts do not have/g)).toHaveLength(1);
    expect(await textOf()).not.toContain("square brackets");
  });

  it("has its footer on each page", async () => {
    const notes = [{ area: "coding" as const, notes: "Clear code.\n\n".repeat(120) }];
    const mentorFeedback = { notes, nextSteps: [], questions: [] };
    const pages = await readPdf(await renderAiReport({ ...document, mentorFeedback }));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Interview report for Meera Iyer · ${index + 1} / ${pages.length}`);
  });

  it.each([
    ["Kavya Menon", "Asia/Kolkata", "interview-report-2026-11-21-kavya-menon.pdf"],
    ["Kavya Menon", "America/New_York", "interview-report-2026-11-20-kavya-menon.pdf"],
    ["Zoë  O’Brien-Łuk", "UTC", "interview-report-2026-11-20-zoe-o-brien-uk.pdf"],
    ["काव्या", "UTC", "interview-report-2026-11-20-ml-engineer.pdf"],
    ["", "UTC", "interview-report-2026-11-20-ml-engineer.pdf"],
  ])("of an interview with %j, read in %s, is saved as %s", (interviewer, timeZone, fileName) => {
    const startsAt = new Date("2026-11-20T20:00:00.000Z");
    expect(
      interviewFileName({ document: "report", startsAt, timeZone, interviewer, track: "ml-engineer" }),
    ).toBe(fileName);
  });

  it("keeps the heading of the points on one page with the first of them, wherever it falls", async () => {
    const lines = Array.from({ length: 36 }, (_, index) => `x = ${index}`).join("\n");
    const long: Evidence = { ...evidence, quote: lines, lines };
    const claims = report.claims.map((claim) => ({ ...claim, evidence: [long] }));
    for (let count = 1; count <= 25; count += 3) {
      const notes = [{ area: "coding" as const, notes: "A line of notes.\n\n".repeat(count) }];
      const mentorFeedback = { notes, nextSteps: [], questions: [] };
      const pages = await readPdf(
        await renderAiReport({ ...document, report: { ...report, claims }, mentorFeedback }),
      );
      const page = pages.find((text) => text.includes("What went well"));
      expect(page).toContain("You wrote the loop at once.");
      expect(page).toContain("x = 0");
    }
  });
});

describe("record links", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ environment: { GREENROOM_RECORD_DAYS: "7" } });
    app.clock.set(testNow);
  });
  afterAll(() => app.close());

  const mark = (booking: { _id: string; startTime: string }, authorId: string) => ({
    id: randomUUID(),
    bookingId: booking._id,
    authorId,
    label: "good" as const,
    note: "Says the plan first",
    markedAt: addMinutes(new Date(booking.startTime), 3),
  });

  function readReports(id: string, token: string) {
    const path = `/api/user/reports/${id}`;
    return {
      read: async () => (await app.call("GET", path, { token })).body,
      readAsPdf: async () => {
        const response = await fetch(`${app.url}${path}/pdf`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return (await readPdf(Buffer.from(await response.arrayBuffer()))).join(" ");
      },
    };
  }

  it("a report says until when its moments can be opened, and that they are gone after that, also as a PDF", async () => {
    const { booking, interviewer, interviewee } = await createBookedInterview(app);
    await app.deps.database.insertInto("roomMarks").values(mark(booking, interviewer.user._id)).execute();
    await holdInterview(app, booking);
    await completeDueBookings(app.deps);
    await app.runJobs();
    const { token, user } = interviewee;
    const { read, readAsPdf } = readReports(booking._id, token);

    const deletedAt = addMinutes(new Date(booking.endTime), 7 * 24 * 60);
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Asia/Kolkata" }).format(
      deletedAt,
    );
    expect((await read()).record).toEqual({ deletedAt: deletedAt.toISOString(), isDeleted: false });
    expect(await readAsPdf()).toContain(`The record is kept until ${day}`);
    const mails = await app.mailsTo(user.email);
    expect(mails.at(-1)?.text).toContain("is deleted 7 days after the interview");

    app.clock.set(addMinutes(deletedAt, 1));
    const body = await read();
    expect(body.record.isDeleted).toBe(true);
    expect(body.report.claims).toHaveLength(1);
    expect(await readAsPdf()).toMatch(new RegExp(`record deleted.*was deleted on ${day}`, "s"));
  });

  it("what was said can no longer be opened once the transcript is deleted, and a PDF has both parties' disputes", async () => {
    const { booking, interviewer, interviewee } = await createBookedInterview(app);
    const { token, user } = interviewee;
    const said = addMinutes(new Date(booking.startTime), 2);
    await app.deps.database
      .insertInto("roomUtterances")
      .values({
        id: randomUUID(),
        bookingId: booking._id,
        speakerId: user._id,
        startedAt: said,
        endedAt: addMinutes(said, 1),
        text: "My plan is to split by time, then one offline metric.",
        language: "en",
      })
      .execute();
    await app.deps.database.insertInto("roomMarks").values(mark(booking, interviewer.user._id)).execute();
    await holdInterview(app, booking);
    await completeDueBookings(app.deps);
    app.clock.advance({ minutes: 20 });
    await app.runJobs();
    const { read, readAsPdf } = readReports(booking._id, token);
    const before = await read();
    expect(before.record.transcriptDeletedAt).toBeUndefined();
    expect(before.report.claims[0].evidence.map(({ kind }: { kind: string }) => kind)).toContain("utterance");
    const claimId = before.report.claims[0].id;
    const line = "I said it before the question.";
    const dispute = `/api/user/reports/${booking._id}/claims/${claimId}/dispute`;
    expect((await app.call("POST", dispute, { token, body: { line } })).status).toBe(200);

    expect((await app.call("DELETE", `/api/rooms/${booking._id}/transcript`, { token })).status).toBe(204);
    expect((await read()).record.transcriptDeletedAt).toBe(app.clock.now().toISOString());
    const pdf = await readAsPdf();
    expect(pdf).toContain(`You reported a mistake: ${line}`);
    expect(pdf).toContain("you said, transcript deleted");
    expect(pdf).toContain("The transcript was deleted on 20 November 2026");
  });
});
