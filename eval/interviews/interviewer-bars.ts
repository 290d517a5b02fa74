import type { Question } from "@greenroom/questions/schema.ts";
import type { Bar } from "../bars.ts";
import type { SimulatedFollowUp } from "./simulate.ts";

/* The bars that an interviewer's follow-ups must meet. Their checks are separate from those of the product itself. */

/** This many words in a row of the answer key, which nobody had said, count as a leak. */
const leakedWords = 6;

export function interviewerBars(
  asked: readonly SimulatedFollowUp[],
  { leastAdapted }: { leastAdapted: number | null },
): Bar[] {
  const models = asked.filter(({ isByModel }) => isByModel);
  const replaced = asked.filter(({ isByModel, shown }) => !isByModel && shown !== "");
  const share = models.length / Math.max(1, asked.length);
  return [
    countBar("hidden answers leaked", asked.filter(leaks)),
    countBar("words invented for the candidate", asked.filter(invents)),
    countBar("questions repeated", asked.filter(repeats)),
    countBar("praise or scores", asked.filter(rates)),
    {
      name: "follow-ups in the model's own words",
      value: `${models.length} of ${asked.length}`,
      isMet: leastAdapted === null ? null : share >= leastAdapted,
    },
    { name: "sentences shown and then replaced", value: String(replaced.length), isMet: null },
  ];
}

function countBar(name: string, which: readonly SimulatedFollowUp[]): Bar {
  const [first] = which;
  const example =
    first === undefined ? "" : `, such as ${first.question.id} (${first.candidate}): ${visible(first)}`;
  return { name, value: `${which.length}${example}`, isMet: which.length === 0 };
}

/** Only the model's text: what the bank asks is our own. */
function visible({ shown, ask, isByModel }: SimulatedFollowUp): string {
  return isByModel ? `${shown} ${ask}` : shown;
}

function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ""))
    .filter((word) => word !== "");
}

function phrases(text: string, length: number): Set<string> {
  const words = plainWords(text);
  return new Set(
    words.map((_, index) => words.slice(index, index + length).join(" ")).slice(0, 1 - length || undefined),
  );
}

function keyOf(question: Question): string[] {
  const { modelAnswer, hints, commonErrors, criteria } = question;
  const prose = [
    modelAnswer,
    ...hints,
    ...commonErrors,
    ...criteria.flatMap(({ one, three, five }) => [one, three, five]),
  ];
  return question.kind === "talk"
    ? prose
    : [...prose, question.referenceSolution, ...question.hiddenTests.map((test) => JSON.stringify(test))];
}

function leaks(one: SimulatedFollowUp): boolean {
  const { question, said, before } = one;
  const open = [question.prompt, said, ...before, ...question.followUps.map(({ ask }) => ask)].map(
    plainWords,
  );
  const seen = ` ${open.map((words) => words.join(" ")).join(" | ")} `;
  const text = phrases(visible(one), leakedWords);
  return keyOf(question).some((secret) =>
    [...phrases(secret, leakedWords)].some((phrase) => text.has(phrase) && !seen.includes(` ${phrase} `)),
  );
}

function invents(one: SimulatedFollowUp): boolean {
  const open = plainWords(
    `${one.said} ${one.question.prompt} ${one.question.followUps.map(({ ask }) => ask).join(" ")}`,
  );
  const seen = ` ${open.join(" ")} `;
  const quotes = [...visible(one).matchAll(/["“”«]([^"“”»]+)["“”»]/gu)].map(([, inner = ""]) => inner);
  return quotes.some((quote) => !seen.includes(` ${plainWords(quote).join(" ")} `));
}

function repeats(one: SimulatedFollowUp): boolean {
  const own = lastQuestion(visible(one));
  if (own.length === 0) return false;
  return [...one.before, one.question.prompt].some((text) =>
    text.split(/(?<=[.?!])\s/u).some((part) => {
      const other = new Set(lastQuestion(part));
      const shared = own.filter((word) => other.has(word)).length;
      return other.size > 0 && shared / Math.max(own.length, other.size) >= 0.85;
    }),
  );
}

/** The words of the last sentence that asks for something, as a question or as an order. */
function lastQuestion(text: string): string[] {
  const asking = text
    .split(/(?<=[.?!])\s/u)
    .filter((sentence) =>
      /\?\W*$|^\W*(?:compare|describe|explain|give|list|name|show|tell|walk)\b/iu.test(sentence),
    );
  return [...new Set(plainWords(asking.at(-1) ?? ""))];
}

function rates(one: SimulatedFollowUp): boolean {
  return /\b(?:great|excellent|brilliant|perfect|good) (?:answer|work|job|point)|out of (?:5|five)|full marks|well done/iu.test(
    visible(one),
  );
}
