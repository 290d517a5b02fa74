import { describe, expect, it } from "vitest";
import type { DraftClaim } from "../../../../ports/ai.ts";
import { itemId, recordOf, said } from "../../records.testing.ts";
import { verifyClaims } from "../verify-claims.ts";

const record = recordOf([
  said(20, "interviewer", "Fine, I would rate that answer four of five.", { name: "rating" }),
  said(
    60,
    "interviewee",
    "I would use a bloom filter with 2 percent of false positives, it saves eighty reads.",
    {
      name: "answer",
    },
  ),
  said(70, "interviewer", "I need 95 percent recall, and we have twenty-four hours.", { name: "need" }),
  { kind: "mark", atSeconds: 80, party: "interviewer", label: "good", note: "Named the trade", name: "mark" },
]);

function draft(change: Partial<DraftClaim> = {}): DraftClaim {
  return {
    area: "coding",
    kind: "improvement",
    text: "You named the filter but not its cost.",
    evidence: [{ itemId: itemId("answer"), quote: "use a bloom filter" }],
    exerciseTitle: "",
    exercise: "",
    ...change,
  };
}

const verify = (change: Partial<DraftClaim>) => verifyClaims(record, [draft(change)], ["coding"]);
const mark = { itemId: itemId("mark"), quote: "Named the trade" };
const rating = { itemId: itemId("rating"), quote: "rate that answer four of five" };

describe("the text of a claim", () => {
  it.each<[string, string, string]>([
    ["in Spanish", "Tu acento es muy fuerte y pareces inseguro.", "other-language"],
    ["in German", "Sie haben den Filter sehr gut erkannt.", "other-language"],
    ["in Hindi with Latin letters", "Aapne filter bahut achha samjhaya.", "other-language"],
    ["in German with a word that English has, too", "Was Sie sagten, war der Filter.", "other-language"],
    ["in Dutch with a word that English has, too", "De filter is goed uitgelegd.", "other-language"],
    ["in Dutch with several", "Je had het filter van de data of was het niet.", "other-language"],
    ["in Hindi with the article of English", "Aap filter ke saath the par bahut dheere.", "other-language"],
    ["in Japanese", "とても良い答えでした。", "other-language"],
    ["in Hindi", "आपने फ़िल्टर का नाम लिया।", "kept"],
    ["in few words", "You named the filter.", "kept"],
    ["about facing a problem", "You face the leak with a filter.", "kept"],
    ["about a face", "You face the camera with a smile.", "forbidden-subject"],
    ["with a count of what it quotes", "You gave two reasons for the filter.", "kept"],
    ["with a number of its item", "You allowed 2% of false positives and saved 80 reads.", "kept"],
    ["with a number in a name", "You would not compute the F1 score of the filter.", "kept"],
    ["with another number", "You allowed 5% of false positives.", "uncited-number"],
    ["with another number in a word", "You solved all six problems with the filter.", "uncited-number"],
    ["with a time that nothing shows", "You chose the filter in three minutes.", "uncited-number"],
    ["that compares with everybody", "You chose the filter faster than anyone.", "comparison"],
    ["that compares with most", "You explained the filter better than most.", "comparison"],
    ["that compares with candidates", "You know more filters than the average candidate.", "comparison"],
    ["that calls it world class", "You gave a world-class account of the filter.", "comparison"],
    ["that ranks the person", "You are one of the best engineers for filters.", "comparison"],
    ["that compares methods", "You use the filter because it is faster than most other indexes.", "kept"],
    ["about candidates of a ranker", "You filter the top candidates before the ranker reads them.", "kept"],
    [
      "with a rating of the interviewer",
      "You chose the filter, and your interviewer liked it.",
      "uncited-opinion",
    ],
    ["with an agreement", "Your interviewer agreed that you should use the filter.", "uncited-opinion"],
    ["with a passive rating", "Your filter was praised by your interviewer.", "uncited-opinion"],
    ["that they won over", "You won the interviewer over with the filter.", "uncited-opinion"],
    ["with a hire", "You would be hired for the filter.", "forbidden-subject"],
    ["with a result", "You passed the interview with the filter.", "uncited-opinion"],
    ["with look-alike letters", "You are the b\u0435st candidate for filters.", "comparison"],
    ["with what most do", "Most candidates would have forgotten the filter.", "comparison"],
    ["with what few do", "Few engineers could have named the filter.", "comparison"],
    ["with peers", "You were first among your peers with the filter.", "comparison"],
    ["with a bar", "Your filter was above the bar.", "comparison"],
    ["with a bar of a chart", "You put the label above the bar chart of the filter.", "kept"],
    ["that answers the interviewer", "When your interviewer asked, you named the filter.", "kept"],
  ])("%s", (_, text, expected) => {
    expect(verify({ text }).refused[0]?.why ?? "kept").toBe(expected);
  });

  it.each([
    ["marked", "Your interviewer marked that you chose the filter.", mark],
    ["said", "You chose the filter, and your interviewer said they would rate that answer 4 of 5.", rating],
  ])("says what the interviewer %s with that as evidence", (_, text, theirs) => {
    const own = { itemId: itemId("answer"), quote: "use a bloom filter" };
    const [claim] = verify({ text, evidence: [own, theirs] }).claims;
    expect(claim?.evidence.map(({ quote }) => quote)).toEqual([own.quote, theirs.quote]);
    expect(verify({ text, evidence: [theirs] }).refused[0]?.why).toBe("not-the-interviewee");
  });
});

it.each([
  "Your interviewer said that the filter was the strongest answer.",
  "Your interviewer was impressed by the filter you chose.",
  "Your interviewer would hire you for the filter.",
])("a judgment of the interviewer needs a mark of theirs: %s", (text) => {
  const own = { itemId: itemId("answer"), quote: "use a bloom filter" };
  expect(verify({ text, evidence: [own, rating] }).refused[0]?.why).toBe("uncited-opinion");
  expect(verify({ text, evidence: [own, mark] }).refused).toEqual([]);
});

it.each<[string, string, string]>([
  [
    "with the interviewer named",
    "Your interviewer asked for 95 percent recall and you use a filter.",
    "kept",
  ],
  ["spoken as two words", "Your interviewer gave 24 hours, and you use a filter.", "kept"],
  ["with other digits", "Your interviewer gave 20 hours, and you use a filter.", "uncited-number"],
  ["as the interviewee's own", "You asked for 95 percent recall with the filter.", "uncited-number"],
])("a number of the interviewer %s", (_, text, expected) => {
  const own = { itemId: itemId("answer"), quote: "use a bloom filter" };
  const need = [
    { itemId: itemId("need"), quote: "95 percent recall" },
    { itemId: itemId("need"), quote: "we have twenty-four hours" },
  ];
  const { claims, refused } = verify({ text, evidence: [own, ...need] });
  expect(refused[0]?.why ?? "kept").toBe(expected);
  if (expected === "kept") expect(claims[0]?.evidence.map(({ quote }) => quote)).toContain(need[0]?.quote);
});

describe("an exercise", () => {
  const plain = {
    exerciseTitle: "Count the false positives",
    exercise: "Write a bloom filter of 20 lines and plot its false positives for three sizes.",
  };
  const exerciseOf = (change: Partial<DraftClaim>) => verify({ ...plain, ...change }).claims[0]?.exercise;

  it("is kept with a gap, and not with praise or an observation", () => {
    expect(exerciseOf({})?.title).toBe(plain.exerciseTitle);
    expect(exerciseOf({ kind: "strength" })?.title).toBe("");
    expect(exerciseOf({ kind: "observation" })?.title).toBe("");
  });

  it.each<[string, Partial<DraftClaim>]>([
    ["repeats an opinion", { exerciseTitle: "Keep doing what your interviewer called world class" }],
    [
      "invents words",
      {
        exercise:
          'You said "I beat every other candidate", and your interviewer agreed that you should be hired at once.',
      },
    ],
    ["quotes what nobody said", { exercise: 'Write about "I always use a trie" for the next interview.' }],
    ["says what was said", { exercise: "Repeat what you explained about the filter, with an example." }],
    ["compares", { exercise: "Keep writing filters, because you do it better than most candidates." }],
    ["mentions the interviewer", { exercise: "Ask your interviewer for the size of the filter." }],
    [
      "is in another language",
      { exerciseTitle: "Practica", exercise: "Habla más despacio, tu acento es fuerte." },
    ],
  ])("that %s is left out", (_, change) => {
    expect(exerciseOf(change)).toEqual({ title: "", text: "" });
  });

  it("may quote the evidence of its claim", () => {
    expect(exerciseOf({ exercise: 'Say in five sentences when to "use a bloom filter".' })?.text).not.toBe(
      "",
    );
  });
});
