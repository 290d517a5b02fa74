import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../ports/ai.ts";
import { itemId, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "./verify-claims.ts";

const record = recordOf([
  said(60, "interviewer", "Tell me how you would split time series data.", { name: "ask" }),
  said(75, "interviewee", "I would never shuffle it.", { name: "split" }),
]);
const asked = { item: "ask", quote: "how you would split time series" };
const own = { item: "split", quote: "never shuffle it" };

interface Quote {
  item: string;
  quote: string;
}

/** An observation with this text and these quotes. */
function draft(text: string, ...quotes: Quote[]): DraftClaim {
  const common = { area: "coding", kind: "observation" as const, exerciseTitle: "", exercise: "" };
  return { ...common, text, evidence: quotes.map(({ item, quote }) => ({ itemId: itemId(item), quote })) };
}

function outcome(text: string, ...quotes: Quote[]): string {
  return verifyClaims(record, [draft(text, ...quotes)], ["coding"]).refused[0]?.why ?? "kept";
}

describe("an observation", () => {
  it.each([
    "You recommended a split by time.",
    "You split time series data.",
    "Your answer was to split time series data.",
    "Your idea of a split came early.",
    "In your words, time series data is split.",
    "According to you, time series data is split.",
    "The candidate went for a split by time.",
    "The interviewee's plan was a split by time.",
    "आपका विचार समय के हिसाब से बाँटने का था।",
  ])("that credits the interviewee with the interviewer's words is refused: %s", (text) => {
    expect(outcome(text, asked)).toBe("not-the-interviewee");
  });

  it.each([
    "They whispered that time series data is split.",
    "Asha hinted at how to split time series data.",
    "The applicant brought up a split by time.",
    "Time series data is split by date.",
    "The interviewer heard that time series data is split by date.",
    "Your interviewer asked how to split the data. A split by date was the answer.",
    "एक विभाजन समय के हिसाब से सुझाया गया।",
  ])("that does not name the interviewer as the speaker is refused: %s", (text) => {
    expect(outcome(text, asked)).toBe("not-the-interviewee");
  });

  it.each([
    "आपके इंटरव्यूअर ने पूछा कि डेटा कैसे बाँटना है।",
    "Your interviewer asked how to split time series data.",
    "You were asked how to split time series data.",
    "The interviewer asked you about time series data.",
  ])("that observes what was asked is kept: %s", (text) => {
    expect(outcome(text, asked)).toBe("kept");
  });

  it.each([
    "You voiced 'how you would split time series' early.",
    "Your line 'how you would split time series' came early.",
    "They floated 'how you would split time series' early.",
  ])("with evidence of both quotes nothing of the interviewer's as the interviewee's: %s", (text) => {
    expect(outcome(text, own, asked)).toBe("invented-quote");
  });

  it("with evidence of both keeps the interviewee's alone", () => {
    const { claims } = verifyClaims(record, [draft("You ruled out a shuffle.", own, asked)], ["coding"]);
    expect(claims[0]?.evidence).toMatchObject([{ isOwn: true, quote: own.quote }]);
  });

  it.each([
    "‹always use five folds›",
    "「always use five folds」",
    "‚always use five folds‘",
    "``always use five folds''",
    "❝always use five folds❞",
    "〝always use five folds〞",
    "″always use five folds″",
    "′always use five folds′",
    "⟪always use five folds⟫",
    "《always use five folds》",
    "〈always use five folds〉",
    "❮always use five folds❯",
    "❛always use five folds❜",
    "»always use five folds«",
    "„always use five folds“",
    "״always use five folds״",
    '«never shuffle it" always use five folds»',
    '« never " always use five folds',
    "'don't use five folds'",
    '"always use five folds',
    "“always use five folds",
    "«always use five folds",
    "❝always use five folds",
    "'always use five folds",
    "`always use five folds",
  ])("whose text quotes invented words as %s is refused", (inner) => {
    expect(outcome(`You said ${inner}.`, own)).toBe("invented-quote");
  });

  it.each(["❝never shuffle it❞", "″never shuffle it″", "⟪never shuffle it⟫", "'I would never shuffle it'"])(
    "whose text quotes the interviewee as %s is kept",
    (inner) => {
      expect(outcome(`You said ${inner}.`, own)).toBe("kept");
    },
  );
});
