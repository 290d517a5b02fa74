import { type AreaName, areaNames } from "@greenroom/contract/review/rubrics/tracks.ts";
import { questionTopicNames } from "@greenroom/contract/room/question-options.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { areaOfTopic } from "../mark-area.ts";
import { momentOfMark } from "../moments.ts";

/** A next step that the form offers. */
export interface SuggestedStep {
  /** What is added to the next steps. */
  text: string;
  /** The same in few words, where the form shows the moment already. */
  label: string;
}

const mostSuggestions = 6;
/** So many words of a mark are enough to recognize it. */
const labelWords = 4;
/** From this score on, an answer or an area needs no practice. */
const goodScore = 4;

/**
 * Next steps that follow from the record: moments that were marked to come back to, questions whose answer was not
 * good, and drills on the topics of areas with low scores. They say where to practice, and nothing about the answers.
 */
export function suggestSteps(
  { items }: Pick<RoomRecord, "items">,
  scores: Partial<Record<AreaName, number>>,
): SuggestedStep[] {
  const comeBack = items.flatMap((item) => {
    if (item.kind !== "mark" || item.label !== "come_back") return [];
    const { time, text } = momentOfMark(item);
    return [
      {
        text: `Go back to ${time} in the record${text === "" ? "." : `: ${withEnd(text)}`}`,
        label: `Go back to ${time}${text === "" ? "." : `: ${firstWords(text)}`}`,
      },
    ];
  });
  const asked = items.filter((item): item is RecordItemOf<"question"> => item.kind === "question");
  const again = asked.filter(isToRepeat).map(({ title, questionId }) => {
    const where = questionId === null ? "" : " in the question bank";
    return sameText(`Answer “${title}” again${where}.`);
  });
  const isLow = (area: AreaName) => (scores[area] ?? goodScore) < goodScore;
  const drills = asked.flatMap(({ topic }) =>
    topic !== null && isLow(areaOfTopic[topic])
      ? [sameText(`Do the drills on ${questionTopicNames[topic]}.`)]
      : [],
  );
  const steps = new Map([...comeBack, ...again, ...drills].map((step) => [step.text, step]));
  return [...steps.values()].slice(0, mostSuggestions);
}

/** The scores of the form by area. */
export function scoresByArea(areas: readonly { score?: number | null }[]): Partial<Record<AreaName, number>> {
  const scored = areaNames.map((name, index) => [name, areas[index]?.score] as const);
  return Object.fromEntries(scored.filter(([, score]) => score != null));
}

/** A question whose answer was not complete, or has a low mark. */
function isToRepeat({ marks }: RecordItemOf<"question">): boolean {
  if (marks === null) return false;
  const scores = marks.criteria.flatMap(({ score }) => score ?? []);
  return scores.some((score) => score < goodScore) || (marks.outcome !== null && marks.outcome !== "well");
}

function sameText(text: string): SuggestedStep {
  return { text, label: text };
}

function firstWords(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= labelWords ? withEnd(text) : `${words.slice(0, labelWords).join(" ")}…`;
}

function withEnd(text: string): string {
  return /[.!?…।]$/.test(text) ? text : `${text}.`;
}
