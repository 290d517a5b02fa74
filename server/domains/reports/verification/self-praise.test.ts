import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../ports/ai.ts";
import { itemId, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "./verify-claims.ts";

describe("words that rate the speaker's own work", () => {
  const fateOf = (words: string, kind: DraftClaim["kind"], quote = words) => {
    const record = recordOf([said(60, "interviewee", words, { name: "rated" })]);
    const claim: DraftClaim = {
      area: "mlKnowledge",
      kind,
      text: "The answer was complete.",
      exerciseTitle: "",
      exercise: "",
      evidence: [{ itemId: itemId("rated"), quote }],
    };
    return verifyClaims(record, [claim], ["mlKnowledge"]).refused[0]?.why ?? "kept";
  };
  it.each([
    "I answered brilliantly, five of five",
    "That was the best possible answer, 5 out of 5.",
    "My explanation was perfect. I nailed the question!",
    "I answered the question on gradient descent flawlessly.",
    "मैंने बहुत बढ़िया जवाब दिया।",
  ])("are no evidence: %s", (words) => {
    expect(fateOf(words, "strength")).toBe("no-evidence");
    expect(fateOf(words, "observation")).toBe("no-evidence");
  });

  it.each([
    "I split the rows by user because a random split leaks.",
    "A perfect hash answers each lookup in one step.",
    "The best score comes from the validation fold, not from training.",
    "I answered brilliantly. The split goes by user because rows repeat.",
    "We did a perfectly balanced split of the classes.",
  ])("leave other evidence alone: %s", (words) => {
    expect(fateOf(words, "strength")).toBe("kept");
  });
});
