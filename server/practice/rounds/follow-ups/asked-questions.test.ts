import { describe, expect, it } from "vitest";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { adaptedFrom, isAsking, isSameQuestion, questionsIn } from "./asked-questions.ts";

const bank = await openQuestionBank();

describe("a sentence that asks for something", () => {
  it.each([
    "Why does it grow?",
    'What is "drift"?',
    "Explain how the index helps.",
    "Walk me through the second line.",
    "Now explain what happens to the second call.",
    "In one sentence, describe the trade-off.",
    "Please compare both.",
    "Then tell me what you would measure.",
    "List the steps.",
    "Give me one example.",
    "I'd like you to estimate the cost.",
    "क्यों?",
  ])("is %j", (text) => {
    expect(isAsking(text)).toBe(true);
  });

  it.each([
    "You mentioned a cache.",
    "List comprehensions are eager.",
    "State is shared between calls.",
    "The design explains it.",
    "In production, users explain it to each other.",
    "Telling them apart is hard.",
  ])("is not %j", (text) => {
    expect(isAsking(text)).toBe(false);
  });

  it("is in nearly every prompt of the bank, of which many are orders", () => {
    const without = bank.all.filter(({ prompt }) => questionsIn(prompt).length === 0);
    expect(without.length / bank.all.length).toBeLessThan(0.1);
  });
});

it.each([
  ["Explain how the index speeds up the query.", "How does the index speed up that query?", true],
  ["Describe the loss of the second model.", "Explain the loss of the second model.", true],
  ["Explain how the index speeds up the query.", "Explain how the cache warms up at night.", false],
])("%j and %j ask the same: %s", (a, b, isSame) => {
  expect(isSameQuestion(a, b)).toBe(isSame);
});

describe("the bank's follow-up that a model adapted", () => {
  const followUps = [
    { ask: "How many cities do you need, and how do you choose them?" },
    { ask: "What could bias the result when mixed users are excluded?" },
    { ask: "Which metric would show that the effect wears off?" },
  ];
  const from = (text: string, asked: number[] = []) => adaptedFrom(text, followUps, { chosen: 0, asked });

  it("is another one than the chosen one if the words are that one's", () => {
    expect(from('You said "drop them". How could excluding the mixed users bias your result?')).toBe(1);
  });

  it("is the chosen one if the words are its own, or those of none", () => {
    expect(from("You named cities. How many would you need, and how would you choose them?")).toBe(0);
    expect(from("What would the finance team say about the price?")).toBe(0);
  });

  it("is never one that was asked before", () => {
    expect(from("How could excluding the mixed users bias your result?", [1])).toBe(0);
  });

  it("is itself for each of the bank's own", () => {
    for (const { id, followUps: own } of bank.all) {
      for (const [index, { ask }] of own.entries()) {
        for (const chosen of own.keys())
          expect(adaptedFrom(ask, own, { chosen, asked: [] }), `${id}: ${ask}`).toBe(index);
      }
    }
  });
});
