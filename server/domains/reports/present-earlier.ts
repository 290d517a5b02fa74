import { countOf } from "@greenroom/contract/core/sentences.ts";
import type { EarlierReport } from "@greenroom/contract/feedback.ts";
import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";

const maxSeconds = 4 * 3600;

/**
 * The same report in the format that servers of an older version read, so that both versions can share a database.
 */
export function asEarlierReport({ claims, shown, checked }: AiFeedback): EarlierReport {
  const texts = (kind: string) => claims.filter((claim) => claim.kind === kind).map(({ text }) => text);
  return {
    summary:
      shown === 0
        ? "The record of this interview shows too little for a report."
        : `${shown} of ${countOf(checked, "point")} verified.`,
    strengths: texts("strength"),
    improvements: texts("improvement"),
    moments: claims.map(({ text, evidence }) => ({
      atSeconds: Math.min(Math.max(evidence[0]?.atSeconds ?? 0, 0), maxSeconds),
      text,
    })),
  };
}
