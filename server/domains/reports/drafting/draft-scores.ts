import type { Claim, DraftScore } from "@greenroom/contract/reports/report-shape.ts";

/** Fewer supported claims say too little about an area. */
const minClaims = 2;

type Run = readonly { area: string; score: number }[];

/** The median and spread of the runs, for each area with enough evidence. */
export function draftScores(
  areas: readonly { name: string }[],
  claims: readonly Pick<Claim, "area" | "kind">[],
  runs: readonly Run[],
): DraftScore[] {
  return areas.map(({ name }) => {
    const verifiedClaims = claims.filter(({ area, kind }) => area === name && kind !== "observation").length;
    const scores = runs
      .flatMap((run) => run.find(({ area }) => area === name)?.score ?? [])
      .sort((a, b) => a - b);
    if (verifiedClaims < minClaims || scores.length < 2) {
      return { area: name, median: null, spread: null, note: "not enough evidence" };
    }
    const middle = scores.length / 2;
    const low = scores[Math.ceil(middle) - 1] ?? 0;
    const high = scores[Math.floor(middle)] ?? 0;
    return {
      area: name,
      median: (low + high) / 2,
      spread: (scores.at(-1) ?? 0) - (scores[0] ?? 0),
      runs: scores.length,
      note: "",
    };
  });
}
