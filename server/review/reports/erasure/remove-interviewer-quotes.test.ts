import type { AiFeedback, Claim, Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import { measureReport } from "../drafting/draft-report.ts";
import { type ItemInput, itemId, ran, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "../verification/verify-claims.ts";
import { removeInterviewerQuotes } from "./remove-interviewer-quotes.ts";

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
const measured = measureReport({
  record: recordOf([said(10, "interviewee", "Hello."), ran(20, "finished", { code: "1", output: "1" })]),
  rubric: { areas: [] },
  mentorScores: [],
  earlier: [],
  now: new Date("2026-11-20T13:30:00.000Z"),
});
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
    const asked = (atSeconds: number, title: string) => {
      return {
        kind: "question",
        atSeconds,
        party: "interviewer",
        questionId: null,
        title,
        prompt: "",
      } as const;
    };
    const left = (first: string, last: string) => {
      const record = recordOf([
        { ...asked(5, first), name: first },
        { ...asked(8, last), name: last },
        ran(20, "finished", { code: "print(median(values))", output: "2" }),
      ]);
      const stored = measureReport({
        record,
        rubric: { areas: [] },
        mentorScores: [],
        earlier: [],
        now: new Date(),
      });
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
