import { describe, expect, it } from "vitest";
import { type ItemInput, recordOf } from "../../../review/reports/records.testing.ts";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { unrelatedAnswers } from "./unrelated-answers.ts";

const bank = await openQuestionBank();

function asked(id: string, ...answers: string[]): ItemInput[] {
  const { title, prompt } = bank.find(id) ?? { title: "", prompt: "" };
  return [
    { kind: "question", atSeconds: 0, party: "interviewer", questionId: id, title, prompt },
    ...answers.map(
      (text, index): ItemInput => ({ kind: "chat", atSeconds: 60 + index, party: "interviewee", text }),
    ),
  ];
}

/** The places of the answers that have nothing to do with the question. */
function unrelatedOf(id: string, ...answers: string[]): number[] {
  const record = recordOf(asked(id, ...answers));
  const unrelated = unrelatedAnswers(bank, record);
  return answers.flatMap((_, index) => (unrelated.has(record.items[index + 1]?.id ?? "") ? [index] : []));
}

const weather =
  "The weather in Pune was lovely this week, because the rain stopped early and we had tea on the roof.";
const forest =
  "A forest averages independent trees, so its variance falls, while boosting adds trees that follow the gradient.";

describe("an answer", () => {
  it.each([
    ["about the weather", weather],
    ["about a visit", "My cousin visits on Sunday, so we will cook for everybody, for example a biryani."],
    ["about the way home", "I would take the train to Goa instead of the bus, because the bus is slow."],
  ])("%s has nothing to do with a question about trees", (_, text) => {
    expect(unrelatedOf("boosting-versus-forest", text)).toEqual([0]);
  });

  it.each([
    ["in its words", forest],
    ["in few words", "Boosting overfits."],
    ["in another script", "फ़ॉरेस्ट में पेड़ अलग-अलग बनते हैं, इसलिए औसत से विचलन घटता है।"],
  ])("%s has to do with it", (_, text) => {
    expect(unrelatedOf("boosting-versus-forest", text)).toEqual([]);
  });

  it("to a follow-up may go into something that the candidate brought up", () => {
    const detour = "Our Kafka consumers lagged, therefore the brokers were resized by the platform people.";
    expect(unrelatedOf("boosting-versus-forest", forest, detour)).toEqual([]);
    expect(unrelatedOf("boosting-versus-forest", weather, detour)).toEqual([0, 1]);
  });

  it("to a question that the bank no longer has is not judged, and neither is a story from somebody's own work", () => {
    expect(unrelatedOf("gone-from-the-bank", weather)).toEqual([]);
    expect(unrelatedOf("mentoring-someone", weather)).toEqual([]);
  });
});
