import type { AiFeedback, Claim, Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import {
  createTestApp,
  deleteOwnAccount,
  requeueActiveJobs,
  type SignedUpUser,
  type TestApp,
  testNow,
} from "../../testing/app.ts";
import { type ModelServer, startModelServer } from "../../testing/providers/model-server.ts";
import { endInterview, leaveInRoom } from "./held-interview.testing.ts";
import { asked, type ItemInput, itemId, measuredReport, ran, recordOf, said } from "./records.testing.ts";
import { removeInterviewerQuotes, withMentorScores } from "./stored-report.ts";
import { verifyClaims } from "./verification/verify-claims.ts";

describe("mentor scores", () => {
  const report = measuredReport(
    recordOf([
      said(0, "interviewer", "What is recall?", { seconds: 5 }),
      said(80, "interviewee", "A share.", { seconds: 5 }),
      ran(100, "failed", { code: "x", output: "KeyError: 'user'" }),
    ]),
  );

  it.each([
    [3, ["Begin an answer with what you know", "Explain the error: KeyError: 'user'"]],
    [4, ["Explain the error: KeyError: 'user'"]],
  ])("with %i for communication from the mentor, the plan has %j, and the points stay", (score, titles) => {
    const scored = withMentorScores(report, {
      track: "general",
      scores: [{ area: "communication", score }],
    });
    expect(scored.plan.map(({ title }) => title)).toEqual(titles);
    expect(scored.claims).toEqual(report.claims);
    expect([scored.checked, scored.verified, scored.shown]).toEqual([2, 2, 2]);
  });
});

describe("erase reports", () => {
  let app: TestApp;
  let booked: BookedInterview;
  beforeEach(async () => {
    app.clock.set(testNow);
    booked = await createBookedInterview(app);
  });

  const question = "How would you validate a model that forecasts daily sales?";
  const hint = "The holdout must come after the training data.";
  const answer = "I would split the data by time, because a random split leaks the future.";
  const note = "Names the leak unprompted";

  /** Both speak (or write, without a transcript), the interviewer writes and marks, and the interview ends. */
  async function hold({ withTranscript = true } = {}): Promise<void> {
    const theirs = { by: "interviewer" } as const;
    const own = { by: "interviewee", at: 3 } as const;
    await leaveInRoom(
      app,
      booked,
      ...(withTranscript
        ? [
            { ...theirs, at: 1, said: question, until: 1.5 },
            { ...own, said: answer, until: 3.5 },
          ]
        : [{ ...own, wrote: answer }]),
      { ...theirs, at: 4, wrote: hint },
      { ...theirs, at: 3.6, marked: "good", note },
    );
    await endInterview(app, booked);
  }

  const get = (path: string, by: SignedUpUser = booked.interviewee) => app.get(by, path);
  const readReport = () => get(`/api/user/reports/${booked.booking._id}`);

  /** Everything that the database still stores about this interview, as text. */
  async function storedText(): Promise<string> {
    const { rows } = await app.deps.pool.query(
      `select (select json_agg(r) from ai_reports r where booking_id = $1)::text as reports,
       (select json_agg(u) from room_utterances u where booking_id = $1)::text as said,
       (select json_agg(m) from room_messages m where booking_id = $1)::text as chat,
       (select json_agg(m) from room_marks m where booking_id = $1)::text as marks`,
      [booked.booking._id],
    );
    return JSON.stringify(rows);
  }

  describe("without a model", () => {
    beforeAll(async () => {
      app = await createTestApp();
    });
    afterAll(() => app.close());

    it("an interviewer's deletion removes their words from the record and the report, which say so", async () => {
      await hold();
      await app.runJobs();
      const before = (await readReport()).body.report;
      expect(JSON.stringify(before)).toContain(note);
      expect(JSON.stringify(before)).toContain(question);
      await deleteOwnAccount(app, booked.interviewer);
      const stored = await storedText();
      for (const words of [question, hint, note]) expect(stored).not.toContain(words);
      expect(stored).toContain(answer);
      const { report } = (await readReport()).body;
      expect(report).toMatchObject({
        checked: before.checked,
        verified: before.verified,
        withdrawn: 2,
        shown: before.shown - 2,
      });
      expect(report.claims).toHaveLength(report.shown);
      // The point about the silence between their question and the answer rested on the question, too.
      expect(JSON.stringify(before)).toContain("You paused for");
      expect(JSON.stringify(report)).not.toContain("You paused for");
      const exercises = report.plan.map(({ claimId }: { claimId: string }) => claimId);
      const claims = report.claims.map(({ id }: { id: string }) => id);
      expect(claims).toEqual(expect.arrayContaining(exercises));
      const record = (await get(`/api/rooms/${booked.booking._id}/record`)).body;
      const words = JSON.stringify(record.items);
      expect(words).toContain(answer);
      for (const gone of [question, hint, note]) expect(words).not.toContain(gone);
    });

    it("an interviewee's deletion removes their words and the report", async () => {
      await hold();
      await app.runJobs();
      await deleteOwnAccount(app, booked.interviewee);
      const stored = await storedText();
      expect(JSON.parse(stored)[0].reports).toBeNull();
      expect(stored).not.toContain(answer);
      expect((await get(`/api/rooms/${booked.booking._id}/record`, booked.interviewer)).status).toBe(200);
    });
  });

  describe("with a model", () => {
    let model: ModelServer;
    beforeAll(async () => {
      model = await startModelServer();
      app = await createTestApp({ environment: model.settings("openai") });
    });
    afterAll(async () => {
      await app.close();
      await model.close();
    });

    it("a deletion while the report is drafted keeps the interviewer's words out of it", async () => {
      await hold({ withTranscript: false });
      model.meanwhile = () => deleteOwnAccount(app, booked.interviewer);
      await expect(app.runJobs()).rejects.toThrow("The interviewer's account was deleted while");
      expect((await readReport()).status).toBe(404);
      await requeueActiveJobs(app);
      app.clock.advance({ minutes: 1 });
      await app.runJobs();
      expect((await readReport()).status).toBe(200);
      const stored = await storedText();
      for (const words of [question, hint, note]) expect(stored).not.toContain(words);
    });
  });
});

const evidence = (changes: Partial<Evidence>): Evidence => ({
  itemId: "0190a5b8-7c00-7000-8000-0000000000b1",
  quote: "split the data by time",
  at: "2026-11-20T12:31:00.000Z",
  atSeconds: 60,
  kind: "utterance",
  isOwn: true,
  ...changes,
});
const claim = (changes: Partial<Claim>): Claim => ({
  id: "0190a5b8-7c00-7000-8000-0000000000c1",
  area: "coding",
  kind: "observation",
  text: "You said why.",
  evidence: [evidence({})],
  ...changes,
});
const measured = measuredReport(
  recordOf([said(10, "interviewee", "Hello."), ran(20, "finished", { code: "1", output: "1" })]),
);
const report = (...claims: Claim[]): AiFeedback => ({
  ...measured,
  claims,
  plan: claims.map(({ id }) => ({
    claimId: id,
    title: "Again",
    exercise: "Do it.",
    questionId: null,
    drillId: null,
  })),
  checked: 5,
  verified: claims.length,
  shown: claims.length,
});
const theirs = evidence({ isOwn: false, quote: "how would you validate it" });
const bankQuestion = "0190a5b8-7c00-7000-8000-0000000000d1";
const withdraw = (...claims: Claim[]) => removeInterviewerQuotes(report(...claims), new Set([bankQuestion]));

describe("a report whose interviewer deletes their account", () => {
  it.each<[string, Partial<Evidence>]>([
    ["an utterance", {}],
    ["a chat message", { kind: "chat" }],
    ["a run", { kind: "run" }],
    ["a mark", { kind: "mark", quote: "" }],
    ["a question that they wrote", { kind: "question" }],
    ["words of an older report, which does not say whose they are", { kind: null, isOwn: null }],
    ["code of an older report, which does not say who wrote it", { kind: "code", isOwn: null }],
  ])("loses a claim that rests only on %s, with its exercise", (_, changes) => {
    expect(withdraw(claim({ evidence: [{ ...theirs, ...changes }] }))).toMatchObject({
      claims: [],
      plan: [],
      checked: 5,
      verified: 1,
      shown: 0,
      withdrawn: 1,
    });
  });

  it.each<[string, Partial<Evidence>]>([
    ["the interviewee's own words", { isOwn: true }],
    ["the whiteboard, which both drew", { kind: "board" }],
    ["a question of the bank", { kind: "question", itemId: bankQuestion }],
  ])("keeps %s", (_, changes) => {
    expect(withdraw(claim({ evidence: [{ ...theirs, ...changes }] }))).toBeNull();
  });

  it.each<[string, string, boolean]>([
    ["loses a claim that quotes their line of code", "rows = load_rows", true],
    ["loses a claim that quotes a line of each", "load_rows(path) print(rows.score.mean", true],
    ["keeps a claim that quotes the interviewee's line of code", "print(rows.score.mean", false],
  ])("%s", (_, quote, isWithdrawn) => {
    const code: ItemInput = {
      kind: "code",
      atSeconds: 60,
      name: "code",
      language: "python",
      text: "rows = load_rows(path)\nprint(rows.score.mean())",
      editedBy: ["interviewee", "interviewer"],
      otherLines: [0],
    };
    const draft = {
      area: "coding",
      kind: "observation" as const,
      text: "Your interviewer wrote this.",
      evidence: ["print(rows.score.mean", quote].map((each) => ({ itemId: itemId("code"), quote: each })),
      exerciseTitle: "",
      exercise: "",
    };
    const { claims } = verifyClaims(recordOf([code]), [draft], ["coding"]);
    expect(claims).toHaveLength(1);
    expect(withdraw(...claims) !== null).toBe(isWithdrawn);
  });

  it("loses a claim with their words beside the interviewee's own, because its text may paraphrase them", () => {
    const own = claim({ id: "0190a5b8-7c00-7000-8000-0000000000c2" });
    const rest = withdraw(claim({ text: "You took up their hint.", evidence: [evidence({}), theirs] }), own);
    expect(rest).toMatchObject({ claims: [own], shown: 1, withdrawn: 1, plan: [{ claimId: own.id }] });
  });

  it("keeps no title of the interviewer's own question in a measured claim", () => {
    const left = (first: string, last: string) => {
      const record = recordOf([
        { ...asked(5, first), name: first },
        { ...asked(8, last), name: last },
        ran(20, "finished", { code: "print(median(values))", output: "2" }),
      ]);
      const stored = measuredReport(record);
      expect(JSON.stringify(stored)).toContain(last);
      return JSON.stringify(removeInterviewerQuotes(stored, new Set([itemId(bankQuestion)])) ?? stored);
    };
    const [own, bankQuestion] = ["The median of my list", "Rolling median"];
    // A point about a run names the last question before it.
    expect(left(bankQuestion, own)).not.toContain(own);
    expect(left(own, bankQuestion)).not.toContain(own);
    expect(left(own, bankQuestion)).toContain(bankQuestion);
  });

  it("counts claims that were withdrawn before", () => {
    const before = { ...report(claim({ evidence: [theirs] })), withdrawn: 2 };
    expect(removeInterviewerQuotes(before, new Set())).toMatchObject({ withdrawn: 3, shown: 0 });
  });
});
