import type { AreaName } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { QuestionTopic } from "@greenroom/contract/room/question-options.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";

/** The rubric's area to which a question's criteria belong. */
export const areaOfTopic: Record<QuestionTopic, AreaName> = {
  "ml-fundamentals": "mlKnowledge",
  "statistics-experiments": "mlKnowledge",
  "llm-rag-agents": "mlKnowledge",
  python: "coding",
  sql: "coding",
  "data-work": "coding",
  "ml-system-design": "problemSolving",
  behavioral: "communication",
};

/** A mark this close to a run of code is about the code. */
const nearRunSeconds = 60;

/** Words of evaluation in production, in experiments and in tests of language models. */
const evaluationWords =
  /\b(metrics?|thresholds?|baselines?|experiments?|a\/b|monitor\w*|roll(ed|s|ing)?[ -]?back|way back|launch\w*|guardrails?|leak\w*|(test|evaluation) sets?|hold-?outs?|splits? by|control groups?)\b/i;

/** Words that name an area, from its sentences in the rubric. A mark with words of two areas names none. */
const areaWords: Record<AreaName, RegExp> = {
  problemSolving:
    /\b(goals?|requirements?|constraints?|scope|clarif\w+|restates?|ask(s|ed)? (what|which|who|why|how|whether|for|about)|breaks? \w+ problem down)\b/i,
  mlKnowledge:
    /\b(over-?fit\w*|under-?fit\w*|regulari[sz]\w+|gradients?|bias|variance|likelihood|distributions?|significan\w+|p-values?|intervals?|correlat\w+|embeddings?|retriev\w+|prompts?|tokens?|transformers?|fine-?tun\w+|boosting|loss)\b/i,
  coding:
    /\b(code|codes|coded|coding|loops?|functions?|quer(y|ies)|joins?|index(es)?|syntax|bugs?|debug\w*|recursi\w+|edge cases?|refactor\w*|typos?|runtime|nulls)\b/i,
  communication:
    /\b(explain\w*|aloud|out loud|jargon|technical terms?|listen\w*|interrupt\w*|rambl\w+|silen(t|ce)|(says?|said|tells?|told) the plan|(easy|hard) to follow)\b/i,
  evaluation: evaluationWords,
};

/** A data analyst is evaluated on insight and recommendation; metrics are part of other areas there. */
const insightWords =
  /\b(recommend\w*|conclu\w+|caus(e|es|al|ation)|insights?|decisions?|managers?|stakeholders?)\b/i;

/**
 * The area of a mark: the one that its words name; otherwise that of the question that was being answered; without a
 * known one, coding if code ran at about that time. Null if the record does not show it.
 */
export function areaOfMark(
  mark: RecordItemOf<"mark">,
  items: RoomRecord["items"],
  track: Track,
): AreaName | null {
  const named = areaNamed(mark.note, track);
  if (named !== null) return named;
  const question = items.findLast(
    (item): item is RecordItemOf<"question"> => item.kind === "question" && item.atSeconds <= mark.atSeconds,
  );
  if (question !== undefined && question.topic !== null)
    return areaOfQuestion(question.title, question.topic, track);
  const isNearRun = items.some(
    ({ kind, atSeconds }) => kind === "run" && Math.abs(atSeconds - mark.atSeconds) <= nearRunSeconds,
  );
  return isNearRun ? "coding" : null;
}

function areaNamed(note: string, track: Track): AreaName | null {
  const words = track === "data-analyst" ? { ...areaWords, evaluation: insightWords } : areaWords;
  const [first, ...others] = (Object.keys(words) as AreaName[]).filter((area) => words[area].test(note));
  return first !== undefined && others.length === 0 ? first : null;
}

/** A question on machine learning can be one on its evaluation, as its title says. */
function areaOfQuestion(title: string, topic: QuestionTopic, track: Track): AreaName {
  const area = areaOfTopic[topic];
  const isOnModels = area === "mlKnowledge" || area === "problemSolving";
  return isOnModels && track !== "data-analyst" && evaluationWords.test(title) ? "evaluation" : area;
}
