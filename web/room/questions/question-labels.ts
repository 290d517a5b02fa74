import { questionLevelNames, questionTopicNames } from "@greenroom/contract/room/questions.ts";
import type { QuestionOutcome, QuestionSummary } from "@greenroom/contract/room/room-questions.ts";
import { padLanguageNames } from "../code-runs/run-text.tsx";

export const outcomeLabels: Record<QuestionOutcome, string> = {
  well: "Went well",
  partly: "Partly",
  poorly: "Poorly",
};

/** "SQL, mid level, 18 min, SQL code": the facts about a question besides its title. */
export function describeQuestion({
  source,
  topic,
  level,
  minutes,
  language,
}: Pick<QuestionSummary, "source" | "topic" | "level" | "minutes" | "language">): string {
  return [
    source === "own" ? "Your own" : topic === null ? null : questionTopicNames[topic],
    level === null ? null : questionLevelNames[level].toLowerCase(),
    minutes === null ? null : `${minutes} min`,
    language === null ? null : `${padLanguageNames[language]} code`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

export const questionMessages = {
  search: {
    failed: "The questions could not be loaded.",
    network: "The questions could not be loaded. Check your connection.",
  },
  change: {
    failed: "That did not work. Please try again.",
    network: "Network error. Nothing was changed: please try again.",
  },
} as const;
