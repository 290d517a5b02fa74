import { describe, expect, it } from "vitest";
import { type ItemInput, itemId, recordOf } from "../../records.testing.ts";
import { verifyClaims } from "../verify-claims.ts";

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
    expect(outcome(item, solution, "observation", "Your interviewer wrote the first line.")).toBe("kept");
  });
});
