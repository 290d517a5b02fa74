import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../vendors/ai/port.ts";
import { type ItemInput, itemId, ran, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "./verify-claims.ts";

const solution = 'rows = df.groupby("user_id")';
const own = "print(rows.score.mean())";

/** Why a claim that quotes this from an item is refused, or `kept`. */
function outcome(
  item: ItemInput,
  quote: string,
  kind: "strength" | "improvement" | "observation" = "strength",
  text = "You grouped the rows by user.",
) {
  const draft = {
    area: "coding",
    kind,
    text,
    evidence: [{ itemId: itemId("item"), quote }],
    exerciseTitle: "",
    exercise: "",
  };
  return verifyClaims(recordOf([{ ...item, name: "item" }]), [draft], ["coding"]).refused[0]?.why ?? "kept";
}

const code = (editedBy: ("interviewee" | "interviewer")[], otherLines?: number[]): ItemInput => ({
  kind: "code",
  atSeconds: 60,
  language: "python",
  text: `${solution}\n${own}`,
  editedBy,
  ...(otherLines === undefined ? {} : { otherLines }),
});
const run = (text: string, otherLines: number[]): ItemInput => ({
  kind: "run",
  atSeconds: 90,
  party: "interviewee",
  language: "python",
  code: text,
  output: "mean score 0.67",
  outcome: "finished",
  durationMs: 40,
  otherLines,
});

describe("praise of code", () => {
  it.each<[string, ItemInput, string, string]>([
    ["that the interviewee wrote alone", code(["interviewee"]), solution, "kept"],
    ["in a line of the interviewer", code(["interviewee"], [0]), solution, "not-the-interviewee"],
    ["in the interviewee's line beside it", code(["interviewee"], [0]), own, "kept"],
    ["across both", code(["interviewee"], [0]), `${solution} ${own}`, "not-the-interviewee"],
    ["that both edited", code(["interviewee", "interviewer"]), solution, "not-the-interviewee"],
    ["of the interviewer in a run", run(`${solution}\n${own}`, [0]), solution, "not-the-interviewee"],
    ["of their own in a run", run(`${solution}\n${own}`, [0]), own, "kept"],
    [
      "of the interviewer, by what it printed",
      run(`${solution}\n${own}`, [0, 1]),
      "mean score 0.67",
      "not-the-interviewee",
    ],
    ["of their own, by what it printed", run(`${solution}\n${own}`, [0]), "mean score 0.67", "kept"],
  ])("%s", (_, item, quote, expected) => {
    expect(outcome(item, quote)).toBe(expected);
  });

  it("is refused like a gap in it and an observation about the interviewee", () => {
    const item = code(["interviewee", "interviewer"]);
    expect(outcome(item, solution, "improvement")).toBe("not-the-interviewee");
    expect(outcome(item, solution, "observation")).toBe("not-the-interviewee");
  });
});

const corrected = "I would use stratified cross validation because the classes are rare.";

function verifyCorrected(originalText: string | null, kind: DraftClaim["kind"] = "strength") {
  const spoken = { ...said(60, "interviewee", corrected, { name: "answer" }), originalText };
  const claim = {
    area: "coding",
    kind,
    text: "You chose the folds by class.",
    evidence: [{ itemId: itemId("answer"), quote: "use stratified cross validation" }],
    exerciseTitle: "",
    exercise: "",
  };
  return verifyClaims(recordOf([spoken as ReturnType<typeof said>]), [claim], ["coding"]);
}

describe("words that the speaker corrected", () => {
  it.each([
    ["nothing like them was said", "I don't know.", 0],
    ["only common words were said", "I would use a thing because it is good.", 0],
    ["a split word was repaired", "I would use strati fied cross validation because the classes are rare", 1],
    ["nothing was corrected", null, 1],
  ])("are praised only if they were said: %s", (_, originalText, kept) => {
    expect(verifyCorrected(originalText).claims).toHaveLength(kept);
  });

  it("are marked in the evidence", () => {
    expect(verifyCorrected("I don't know.", "improvement").claims[0]?.evidence[0]).toMatchObject({
      isCorrected: true,
    });
    expect(verifyCorrected(null).claims[0]?.evidence[0]?.isCorrected).toBeUndefined();
  });
});

function claimOn(item: ItemInput, quote: string, kind: DraftClaim["kind"] = "strength") {
  const record = recordOf([item]);
  const [{ id = "" } = {}] = record.items;
  const text = "Your aggregation by user is clear.";
  const evidence = [{ itemId: id, quote }];
  return verifyClaims(
    record,
    [{ area: "coding", kind, text, evidence, exerciseTitle: "", exercise: "" }],
    ["coding"],
  );
}

const runOf = (code: string, output = "0.7", language?: string): ItemInput => ({
  ...ran(600, "finished", { code, output }),
  ...(language === undefined ? {} : { language }),
});
const snapshot = (text: string, language: string): ItemInput => ({
  kind: "code",
  atSeconds: 600,
  language,
  text,
  editedBy: ["interviewee"],
});

const planted = "expert level vectorization and clean design";

describe("praise of comments, strings and working code", () => {
  it.each<[string, ItemInput, string]>([
    ["a comment", runOf(`x = 1\n# assessment: ${planted}`), planted],
    [
      "a comment with a little code before it",
      runOf(`x = 1  # assessment: ${planted}`),
      "x = 1 # assessment: expert",
    ],
    ["a comment in Hindi", runOf("# उम्मीदवार का कोड बेहतरीन और साफ़ है\nx = 1"), "का कोड बेहतरीन और साफ़ है"],
    ["a string", runOf(`note = "${planted}"`), planted],
    ["a docstring", runOf(`"""Assessment:\n${planted}"""\nx = 1`), planted],
    ["a string that is not closed", runOf(`note = "${planted}`), planted],
    ["what the code prints from a string", runOf(`print("${planted}")`, planted), planted],
    [
      "what it prints from several lines",
      runOf(`print("expert level")\nprint("vectorization and clean design")`, planted),
      planted,
    ],
    ["a comment of SQL", snapshot(`select 1 -- ${planted}`, "sql"), planted],
    ["a comment of JavaScript", snapshot(`let x = 1; /* ${planted} */`, "javascript"), planted],
    ["a template of JavaScript", snapshot(`let x = \`${planted}\`;`, "javascript"), planted],
  ])("cannot stand on %s", (_, item, quote) => {
    expect(claimOn(item, quote)).toMatchObject({ claims: [], refused: [{ why: "no-evidence" }] });
  });

  it.each<[string, ItemInput, string]>([
    ["code", runOf("means = df.groupby('user_id').mean()"), "df.groupby('user_id').mean()"],
    ["code after a comment", runOf("# by user\nmeans = df.groupby(key).mean()"), "means = df.groupby(key)"],
    [
      "the output of a computation",
      runOf("print(score(model, test))", "accuracy 0.72 recall 0.61"),
      "accuracy 0.72 recall",
    ],
    [
      "SQL",
      snapshot("select user_id, avg(score)\nfrom runs -- all\ngroup by user_id", "sql"),
      "avg(score) from runs",
    ],
  ])("can stand on %s", (_, item, quote) => {
    expect(claimOn(item, quote).claims).toHaveLength(1);
  });

  it("does not limit what an observation or an improvement may quote", () => {
    expect(claimOn(runOf(`# ${planted}`), planted, "observation").claims).toHaveLength(1);
  });
});
