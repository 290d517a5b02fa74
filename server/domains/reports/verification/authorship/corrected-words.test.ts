import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../../ports/ai.ts";
import { itemId, recordOf, said } from "../../records.testing.ts";
import { verifyClaims } from "../verify-claims.ts";

const corrected = "I would use stratified cross validation because the classes are rare.";

function verify(originalText: string | null, kind: DraftClaim["kind"] = "strength") {
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
    expect(verify(originalText).claims).toHaveLength(kept);
  });

  it("are marked in the evidence", () => {
    expect(verify("I don't know.", "improvement").claims[0]?.evidence[0]).toMatchObject({
      isCorrected: true,
    });
    expect(verify(null).claims[0]?.evidence[0]?.isCorrected).toBeUndefined();
  });
});
