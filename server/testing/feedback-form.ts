import { type AreaName, areaNames } from "@greenroom/contract/review/rubrics/tracks.ts";

interface FormChange {
  areas?: Partial<Record<AreaName, { score?: number | null; notes?: string }>>;
  questions?: string;
  summary?: string;
  nextSteps?: string;
}

/** A mentor's form of the general track, filled in with a 4 in each area. */
export function feedbackForm({ areas = {}, ...texts }: FormChange = {}) {
  return {
    track: "general" as const,
    areas: areaNames.map((area) => ({ area, score: 4 as number | null, notes: "", ...areas[area] })),
    questions: "Two sum",
    summary: "Good.",
    ...texts,
  };
}
