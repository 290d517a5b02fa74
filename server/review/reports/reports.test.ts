import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { areasOf } from "@greenroom/contract/review/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../kernel/actor.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { listAllOwnBookings } from "../../schedule/bookings/lists.ts";
import {
  deleteOwnAccount,
  downloadOwnRows,
  runCommand,
  type SignedUpUser,
  signInAs,
} from "../../testing/app.ts";
import { feedbackForm } from "../../testing/records.ts";
import { app, booked, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { endInterview, leaveInRoom } from "./held-interview.testing.ts";
import { linkExercises } from "./read.ts";

describe("reports", () => {
  useOpenRoom();

  /** Stores two runs as the room stores them. */
  async function keepRuns(): Promise<string | undefined> {
    const output = "NameError: name 'df' is not defined";
    const [, id] = await leaveInRoom(
      app,
      booked,
      { by: "interviewee", at: 5, ran: "failed", output },
      { by: "interviewee", at: 7, ran: "finished", output: "0.67" },
    );
    return id;
  }

  async function hold(): Promise<void> {
    await endInterview(app, booked);
    await app.runJobs();
  }

  /** The interviewer may read a report after giving their own feedback. */
  async function sendMentorFeedback(): Promise<void> {
    const answer = await app.post(
      booked.interviewer,
      `/api/interviewer/feedback-report/${roomId}`,
      feedbackForm(),
    );
    expect(answer.status).toBe(201);
  }

  const path = (rest = "", role = "user") => `/api/${role}/reports/${roomId}${rest}`;
  const read = (by: SignedUpUser = booked.interviewee) => app.get(by, path());
  const post = (rest: string, body: unknown, by: SignedUpUser, role = "user") =>
    app.post(by, path(rest, role), body);

  describe("the report of an interview", () => {
    it("is enqueued with the completion, for the end of the correction window", async () => {
      await endInterview(app, booked);
      const { rows } = await app.deps.pool.query(
        "select start_after from pgboss.job where name = 'reports.make' and data ->> 'bookingId' = $1",
        [roomId],
      );
      expect(rows).toEqual([{ start_after: addMinutes(app.clock.now(), 20) }]);
      await app.runJobs();
    });

    it("is measured without a model, announced once by mail, and shown only in the owner's sessions", async () => {
      const runId = await keepRuns();
      expect((await read()).status).toBe(404);
      await hold();
      const { body } = await read();
      expect(body).toMatchObject({
        disputes: [],
        useful: null,
        report: { source: { kind: "measured" }, isLate: false },
      });
      expect(body.report.measured).toMatchObject({
        runs: 2,
        failedRuns: 1,
        secondsToFirstRun: 420,
        talkShare: null,
      });
      expect(body.report.claims[0]).toMatchObject({
        text: "Your first run without an error came 7\u00A0min into the interview.",
        evidence: [{ itemId: runId, quote: "0.67", atSeconds: 420 }],
      });
      const sessions = await app.get(booked.interviewee, "/api/user/sessions");
      // The list omits the question and drill that belong to an exercise.
      const untied = { questionId: null, drillId: null };
      const plan = body.report.plan.map((exercise: object) => ({ ...exercise, ...untied }));
      expect(sessions.body[0].aiFeedback).toEqual({ ...body.report, plan });
      const history = await app.get(booked.interviewer, "/api/interviewer/history");
      expect(history.body[0].aiFeedback).toBeUndefined();
      expect(history.body[0].report).toBe("made");
      const mails = await app.mailsTo(booked.interviewee.user.email);
      const told = mails.filter(({ subject }) => subject?.includes("report"));
      expect(told.map(({ subject }) => subject)).toEqual([
        "Your report on the interview with Ira Viewer is ready",
      ]);
      expect(told[0]?.text).toContain("It has 2 points, counted from your interview.");
    });

    it("is not in the lists of an operator who sees the product as this person", async () => {
      await keepRuns();
      await hold();
      const person = { userId: booked.interviewee.user._id, sessionId: "", role: "interviewee" } as const;
      const seenBy = { operatorId: booked.interviewer.user._id, since: app.clock.now() };
      const listFor = async (actor: Actor) =>
        (await listAllOwnBookings(app.deps, actor, {})).rows[0]?.aiFeedback;
      expect(await listFor({ ...person, operator: null })).toMatchObject({ shown: 2 });
      expect(await listFor({ ...person, operator: null, seenBy })).toBeNull();
    });

    it("does not count a run in the warm-up before the start", async () => {
      await leaveInRoom(app, booked, { by: "interviewee", at: -3, ran: "finished", output: "hi" });
      await keepRuns();
      await hold();
      const { report } = (await read()).body;
      expect(report.measured).toMatchObject({ runs: 2, secondsToFirstRun: 420 });
    });

    it("contains each of the interviewer's marks as a point at its moment", async () => {
      const note = "Says the plan first";
      const [id] = await leaveInRoom(app, booked, { by: "interviewer", at: 3, marked: "good", note });
      await hold();
      const { report } = (await read()).body;
      expect(report.measured.marksGood).toBe(1);
      expect(report.claims[0]).toMatchObject({
        kind: "strength",
        text: "At 3:00 your interviewer marked this as good: “Says the plan first”.",
        evidence: [{ itemId: id, kind: "mark", isOwn: false, atSeconds: 180 }],
      });
    });

    it("has the areas of the goal's role until the mentor chooses a track", async () => {
      const goal = { role: "Senior data analyst", level: null, companyType: null, practice: [] };
      await app.deps.database
        .insertInto("bookingGoals")
        .values({
          bookingId: roomId,
          intervieweeId: booked.interviewee.user._id,
          goal: JSON.stringify({ ...goal, practiceOther: "", note: "" }),
          updatedAt: app.clock.now(),
        })
        .execute();
      await hold();
      const labelsOf = async () =>
        (await read()).body.report.areas.map(({ label }: { label: string }) => label).slice(0, 5);
      expect(await labelsOf()).toEqual(areasOf("data-analyst").map(({ label }) => label));
      await sendMentorFeedback();
      expect(await labelsOf()).toEqual(areasOf("general").map(({ label }) => label));
    });

    it("is made once, however often its job runs", async () => {
      await hold();
      const before = await read();
      await app.deps.database
        .transaction()
        .execute((tx) => app.deps.jobs.enqueue(tx, { name: "reports.make" } as never, { bookingId: roomId }));
      app.clock.advance({ minutes: 5 });
      await app.runJobs();
      expect((await read()).body).toEqual(before.body);
    });

    it("of an interview without any data says so", async () => {
      await hold();
      expect((await read()).body.report).toMatchObject({ claims: [], shown: 0, checked: 0 });
      const [mail] = (await app.mailsTo(booked.interviewee.user.email)).slice(-1);
      expect(mail?.text).toContain("Too little happened in the room to report on");
    });

    it("says until when its moments can be opened, and which words were deleted before", async () => {
      await keepRuns();
      await leaveInRoom(app, booked, { by: "interviewee", at: 6, said: "I split by time." });
      await hold();
      const end = new Date(booked.booking.endTime);
      const deletedAt = addMinutes(end, app.deps.config.recordDays * 24 * 60);
      const record = { deletedAt: deletedAt.toISOString(), isDeleted: false };
      expect((await read()).body.record).toEqual(record);
      const { token } = booked.interviewee;
      expect((await app.delete({ token }, `/api/rooms/${roomId}/transcript`)).status).toBe(204);
      const transcriptDeletedAt = app.clock.now().toISOString();
      expect((await read()).body.record).toEqual({ ...record, transcriptDeletedAt });
      app.clock.set(addMinutes(deletedAt, 1));
      const { body } = await read((await signInAs(app, booked.interviewee.user.email)).body);
      expect(body.record.isDeleted).toBe(true);
      expect(body.report.claims).not.toEqual([]);
    });
  });

  describe("a dispute", () => {
    it("of either party is stored with its claim, and a second one replaces the first", async () => {
      await keepRuns();
      await hold();
      const [claim] = (await read()).body.report.claims;
      const at = `/claims/${claim.id}/dispute`;
      const missing = `/claims/${randomUUID()}/dispute`;
      expect((await post(missing, { line: "No" }, booked.interviewee)).status).toBe(404);
      expect((await post(at, { line: "It ran earlier." }, booked.interviewee)).status).toBe(200);
      await sendMentorFeedback();
      await post(at, { line: "It ran at minute five." }, booked.interviewee);
      expect((await post(at, { line: "I saw it too." }, booked.interviewer, "interviewer")).status).toBe(200);
      const { body } = await read();
      expect(body.disputes).toEqual([
        { claimId: claim.id, by: "interviewee", line: "It ran at minute five." },
        { claimId: claim.id, by: "interviewer", line: "I saw it too." },
      ]);
      expect(body.report.claims[0]).toEqual(claim);
    });

    it("stays with its point when the report is made again and words it differently", async () => {
      await keepRuns();
      await hold();
      const [claim] = (await read()).body.report.claims;
      await post(`/claims/${claim.id}/dispute`, { line: "It ran earlier." }, booked.interviewee);
      const earlier =
        "update room_code_runs set ran_at = ran_at - interval '1 minute' where outcome = 'finished'";
      await app.deps.pool.query(earlier);
      await runCommand(app.deps, ["reports", "make", roomId]);
      const { report, disputes } = (await read()).body;
      const reworded = { text: "Your first run without an error came 6\u00A0min into the interview." };
      expect(report.claims).toMatchObject(expect.arrayContaining([expect.objectContaining(reworded), claim]));
      expect([report.shown, disputes.length]).toEqual([report.claims.length, 1]);
    });

    it.each([
      ["with a blank line", { line: "  " }, "line"],
      ["with two lines", { line: "a\nb" }, "line"],
      ["with too long a line", { line: "x".repeat(301) }, "line"],
    ])("%s is refused with the field's name", async (_, body, field) => {
      await hold();
      const answer = await post(`/claims/${randomUUID()}/dispute`, body, booked.interviewee);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, field]);
    });
  });

  it("whether it was useful is stored, and the last answer counts", async () => {
    await hold();
    await post("/useful", { useful: true }, booked.interviewee);
    await post("/useful", { useful: false }, booked.interviewee);
    expect((await read()).body.useful).toBe(false);
    expect((await post("/useful", { useful: "yes" }, booked.interviewee)).body.details[0].path).toBe(
      "useful",
    );
  });

  describe("the operator", () => {
    it("can make a report again, and sees the outcome of each", async () => {
      await hold();
      await keepRuns();
      await post("/useful", { useful: true }, booked.interviewee);
      const made = await runCommand(app.deps, ["reports", "make", roomId]);
      expect(made).toEqual({
        msg: "The report is made: measured, 2 of 2 points shown. The interviewee gets an email.",
      });
      expect((await read()).body.report.shown).toBe(2);
      const listed = await runCommand(app.deps, ["reports", "list"]);
      const rows = "rows" in listed ? listed.rows : [];
      expect(rows.find(({ booking }) => booking === roomId)).toMatchObject({
        outcome: "made",
        version: 2,
        source: "measured",
        points: "2 of 2",
        useful: "yes",
      });
    });

    it("cannot make a report of an interview that did not take place", async () => {
      await expect(runCommand(app.deps, ["reports", "make", roomId])).rejects.toThrow(
        "A report can only be made of an interview that took place.",
      );
    });
  });

  it("includes a report in the person's download, and deletes it with their account", async () => {
    await keepRuns();
    await hold();
    const [claim] = (await read()).body.report.claims;
    await post(`/claims/${claim.id}/dispute`, { line: "It ran earlier." }, booked.interviewee);
    await post("/useful", { useful: true }, booked.interviewee);
    const text = await downloadOwnRows(app, booked.interviewee);
    expect(text).toContain("Your first run without an error");
    expect(text).toContain("It ran earlier.");
    await deleteOwnAccount(app, booked.interviewee);
    for (const table of ["aiReports", "reportDisputes", "reportRatings"] as const) {
      const rows = await app.deps.database
        .selectFrom(table)
        .selectAll()
        .where("bookingId", "=", roomId)
        .execute();
      expect(rows).toEqual([]);
    }
    await expect(runCommand(app.deps, ["reports", "make", roomId])).rejects.toThrow("account is closed");
  });
});

describe("link exercises", async () => {
  const bank = await openQuestionBank();
  const claimId = "0190a5b8-7c00-7000-8000-000000000001";

  function tie(area: string, title: string, exercise: string, track: Parameters<typeof linkExercises>[2]) {
    const claims = [{ id: claimId, area }] as AiFeedback["claims"];
    const plan = [{ claimId, title, exercise, questionId: null, drillId: null }];
    const [tied] = linkExercises(bank, { claims, plan }, track);
    const question = bank.find(tied?.questionId ?? "");
    return { topic: question?.topic ?? null, drill: tied?.drillId ?? null };
  }

  it.each([
    [
      "coding",
      "Flatten nested configuration",
      "Flatten nested dictionaries and lists with dotted keys.",
      "ml-engineer",
      { topic: "python", drill: "ml-engineer-python" },
    ],
    [
      "coding",
      "Edge cases first",
      "Write the empty case and the tie before the main path.",
      "general",
      { topic: null, drill: "ml-engineer-python" },
    ],
    [
      "mlKnowledge",
      "Retrieval",
      "Explain when retrieval of chunks helps an answer.",
      "ai-engineer",
      { topic: "llm-rag-agents", drill: "ai-engineer-llm-rag-agents" },
    ],
    [
      "communication",
      "Think aloud",
      "Say your next step aloud.",
      "ml-engineer",
      { topic: null, drill: null },
    ],
    ["session", "Go back to the marked moment", "Open the record.", "general", { topic: null, drill: null }],
  ] as const)(
    "an exercise of the area %s, %s, gets a matching question and drill",
    (area, title, exercise, track, expected) => {
      expect(tie(area, title, exercise, track)).toEqual(expected);
    },
  );

  it("assigns each question to at most one exercise of a plan", () => {
    const exercise = {
      claimId,
      title: "Flatten",
      exercise: "Flatten nested dictionaries with dotted keys.",
      questionId: null,
      drillId: null,
    };
    const claims = [{ id: claimId, area: "coding" }] as AiFeedback["claims"];
    const ids = linkExercises(bank, { claims, plan: [exercise, exercise] }, "ml-engineer").map(
      ({ questionId }) => questionId,
    );
    expect(ids[0]).not.toBeNull();
    expect(new Set(ids).size).toBe(2);
  });
});
