import { expect, it } from "vitest";
import type { DraftClaim } from "../../../vendors/ai/port.ts";
import { itemId, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "./verify-claims.ts";

const record = recordOf([
  said(30, "interviewee", "The roof was wet, because the rain stopped late.", { name: "rain" }),
  said(60, "interviewee", "I would never shuffle the rows, because the future leaks.", { name: "split" }),
]);
const unrelated = new Set([itemId("rain")]);

const check = (item: string, quote: string, kind: DraftClaim["kind"]) =>
  verifyClaims(
    record,
    [
      {
        area: "mlKnowledge",
        kind,
        text: "You gave a reason.",
        evidence: [{ itemId: itemId(item), quote }],
        exerciseTitle: "",
        exercise: "",
      },
    ],
    ["mlKnowledge"],
    unrelated,
  );

it("an answer that has nothing to do with its question is no evidence of a strength", () => {
  expect(check("rain", "because the rain stopped late", "strength").refused).toMatchObject([
    { why: "off-topic" },
  ]);
});

it("such an answer may show a gap, and does not prevent praise of other answers", () => {
  expect(check("rain", "because the rain stopped late", "improvement").claims).toHaveLength(1);
  expect(check("split", "I would never shuffle the rows", "strength").claims).toHaveLength(1);
});
