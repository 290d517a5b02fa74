import type { Question } from "@greenroom/questions/schema.ts";
import type { QuestionBank } from "./bank.ts";
import { stemsOf } from "./word-stems.ts";

/** The minimum similarity: two rare words in common, or three more frequent ones. Less may be chance. */
const minWeight = 9;

interface WordIndex {
  stems: Map<string, { title: Set<string>; all: Set<string> }>;
  /** Words that few questions contain weigh more. */
  weightOf(stem: string): number;
}

const indexes = new WeakMap<QuestionBank, WordIndex>();

/**
 * The question whose subject best matches a text; undefined if none is similar enough. Words of the title count
 * twice.
 */
export function findRelated(
  bank: QuestionBank,
  questions: readonly Question[],
  text: string,
): Question | undefined {
  const index = indexes.get(bank) ?? buildIndex(bank);
  indexes.set(bank, index);
  const words = [...stemsOf(text)];
  const weigh = ({ id }: Question) => {
    const stems = index.stems.get(id);
    const shared = words.filter((word) => stems?.all.has(word));
    return shared.reduce((sum, word) => sum + index.weightOf(word) * (stems?.title.has(word) ? 2 : 1), 0);
  };
  const [best] = questions
    .map((question) => ({ question, weight: weigh(question) }))
    .sort((a, b) => b.weight - a.weight);
  return best !== undefined && best.weight >= minWeight ? best.question : undefined;
}

function buildIndex({ all }: QuestionBank): WordIndex {
  const stems = new Map(
    all.map(({ id, title, prompt }) => [id, { title: stemsOf(title), all: stemsOf(`${title} ${prompt}`) }]),
  );
  const counts = new Map<string, number>();
  for (const { all: own } of stems.values())
    for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { stems, weightOf: (stem) => Math.log(all.length / (counts.get(stem) ?? all.length)) };
}
