/* The code of the demo's interview over time. */

const first = `import math


def dcg(rels, k):
    return sum(r / math.log2(i + 2)
               for i, r in enumerate(rels[:k]))


def ndcg_at_k(rels, k):
    best = dcg(sorted(rels), k)
    return dcg(rels, k) / best


print(round(ndcg_at_k([0, 1, 0, 1], k=3), 4))
`;

const bestFirst = first.replace("sorted(rels)", "sorted(rels, reverse=True)");
const withScores = bestFirst
  .replace(
    "def ndcg_at_k(rels, k):\n",
    "def ndcg_at_k(scores, rels, k):\n    pairs = sorted(zip(scores, rels), reverse=True)\n    gains = [rel for _, rel in pairs]\n",
  )
  .replace("dcg(rels, k) / best", "dcg(gains, k) / best")
  .replace("ndcg_at_k([0, 1, 0, 1], k=3)", "ndcg_at_k([.9, .7, .2], [0, 1, 1], k=3)");
const nobody = withScores.replace(
  "ndcg_at_k([.9, .7, .2], [0, 1, 1], k=3)",
  "ndcg_at_k([.9, .7, .2], [0, 0, 0], k=3)",
);
const mended = nobody.replace("return dcg(gains, k) / best", "return dcg(gains, k) / best if best else 0.0");

export interface CodeStep {
  /** Seconds from the start of the interview. */
  seconds: number;
  text: string;
}

/** Types from one text to another within a period, a piece about every ten seconds. */
export function typed(from: string, to: string, { at, until }: { at: number; until: number }): CodeStep[] {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const rest = to.length - same;
  const count = Math.max(1, Math.floor((until - at) / 11));
  return Array.from({ length: count }, (_, index) => ({
    seconds: Math.round(at + ((until - at) * (index + 1)) / count),
    text: index === count - 1 ? to : to.slice(0, same + Math.round((rest * (index + 1)) / count)),
  }));
}

/** Every version of the pad's text, in order. */
export function codeSteps(): CodeStep[] {
  return [
    ...typed("", first, { at: 630, until: 722 }),
    ...typed(first, bestFirst, { at: 745, until: 757 }),
    ...typed(bestFirst, withScores, { at: 770, until: 804 }),
    ...typed(withScores, nobody, { at: 1_074, until: 1_084 }),
    ...typed(nobody, mended, { at: 1_136, until: 1_156 }),
  ];
}
