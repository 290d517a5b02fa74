import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import {
  markSources,
  type NoteMoment,
  noteCharacters,
  writeMoment,
} from "@greenroom/contract/review/rubric.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import { errorLine, hasFailed } from "@greenroom/contract/room/code-pad.ts";
import { type QuestionTopic, questionTopicNames } from "@greenroom/contract/room/questions.ts";
import type { RecordItemOf, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { UseFormReturn } from "react-hook-form";
import { formatElapsed, marksText } from "../../room/record/record-text.tsx";

export interface Answers {
  track: Track;
  /** A score is null for "not assessed", and missing until one is chosen. */
  areas: { area: AreaName; score?: number | null; notes: string }[];
  questions: string;
  summary: string;
  nextSteps: string;
}

/** Adds a line at the end of a text of the form. */
export function addLine(
  form: UseFormReturn<Answers>,
  name: "summary" | "nextSteps" | `areas.${number}.notes`,
  line: string,
  between = "\n",
): void {
  const before = form.getValues(name).trimEnd();
  const text = `${before}${before === "" ? "" : between}${line}`;
  form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
}

export function feedbackDraftName(bookingId: string): string {
  return `report-${bookingId}`;
}

export interface FeedbackPrefill {
  /** One title per line. */
  questions: string;
  /** The rounded mean of the scored criteria of each area. */
  scores: Partial<Record<AreaName, number>>;
  /**
   * The interviewer's marks, one per line, in the area that their words or the record show. Other marks are left out,
   * and those that would make a note longer than the form accepts.
   */
  notes: Partial<Record<AreaName, string>>;
}

/** The rubric's fields from the questions, marks and runs. The interviewer's private notes are left out. */
export function prefillFromRecord({ items }: Pick<RoomRecord, "items">, track: Track): FeedbackPrefill {
  const asked = items.filter((item): item is RecordItemOf<"question"> => item.kind === "question");
  const scored = new Map<AreaName, number[]>();
  for (const { topic, marks } of asked) {
    if (topic === null) continue;
    const area = areaOfTopic[topic];
    const scores = (marks?.criteria ?? []).flatMap(({ score }) => score ?? []);
    scored.set(area, [...(scored.get(area) ?? []), ...scores]);
  }
  const means = [...scored]
    .filter(([, scores]) => scores.length > 0)
    .map(([area, scores]) => [area, Math.round(scores.reduce((sum, each) => sum + each, 0) / scores.length)]);
  return {
    questions: [...new Set(asked.map(({ title }) => title))].join("\n"),
    scores: Object.fromEntries(means),
    notes: notesFromMarks(items, track),
  };
}

function notesFromMarks(items: RoomRecord["items"], track: Track): FeedbackPrefill["notes"] {
  const notes: FeedbackPrefill["notes"] = {};
  for (const mark of items) {
    if (mark.kind !== "mark") continue;
    const area = areaOfMark(mark, items, track);
    if (area === null) continue;
    const before = notes[area] === undefined ? "" : `${notes[area]}\n`;
    const after = before + writeMoment(momentOfMark(mark));
    if (after.length <= noteCharacters) notes[area] = after;
  }
  return notes;
}

export function filledText({
  hasQuestions,
  hasScores,
  hasMarks,
}: {
  hasQuestions: boolean;
  hasScores: boolean;
  hasMarks: boolean;
}): string {
  const filled = [
    ...(hasQuestions ? ["the questions you asked"] : []),
    ...(hasScores ? ["the scores you gave in the room"] : []),
    ...(hasMarks ? ["moments that you marked"] : []),
  ]
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ");
  if (filled === "") return "";
  return `${filled[0]?.toUpperCase()}${filled.slice(1)} are filled in. Check them before you send.`;
}

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

/** An event of the interview that a mentor can refer to in their notes. */
export interface RecordMoment extends NoteMoment {
  id: string;
}

const textCharacters = 200;
const maxMoments = 60;

/**
 * The questions, marks, runs and messages of a record, in order of time. Of a long record, what the mentor marked and
 * asked comes before runs and messages.
 */
export function momentsOf({ items, people }: Pick<RoomRecord, "items" | "people">): RecordMoment[] {
  const moments: RecordMoment[] = [];
  let runs = 0;
  for (const item of items) {
    const common = { id: item.id, time: formatElapsed(item.atSeconds) };
    if (item.kind === "mark") moments.push({ id: item.id, ...momentOfMark(item) });
    if (item.kind === "question") {
      moments.push({
        ...common,
        source: sourceOf(item.title),
        text: item.marks ? marksText(item.marks) : "",
      });
    }
    if (item.kind === "run") {
      runs += 1;
      moments.push({ ...common, source: `run ${runs}`, text: describeRun(item) });
    }
    if (item.kind === "chat") {
      const author = people.find(({ _id }) => _id === item.personId);
      moments.push({
        ...common,
        source: `chat, ${author?.firstName ?? "somebody"}`,
        text: shorten(item.body),
      });
    }
  }
  if (moments.length <= maxMoments) return moments;
  const ofMentor = items.filter(({ kind }) => kind === "mark" || kind === "question");
  const kept = new Set(ofMentor.slice(0, maxMoments).map(({ id }) => id));
  for (const { id } of moments) if (kept.size < maxMoments) kept.add(id);
  return moments.filter(({ id }) => kept.has(id));
}

export function momentOfMark({ atSeconds, label, note }: RecordItemOf<"mark">): NoteMoment {
  return { time: formatElapsed(atSeconds), source: markSources[label], text: note };
}

/** "3 marks, 6 runs, 2 of them with an error" */
export function momentCounts({ items }: Pick<RoomRecord, "items">): string {
  const marks = items.filter(({ kind }) => kind === "mark").length;
  const runs = items.filter((item) => item.kind === "run");
  const failed = runs.filter(hasFailed).length;
  const questions = items.filter(({ kind }) => kind === "question").length;
  const counts = [
    ...(questions === 0 ? [] : [`${questions} ${questions === 1 ? "question" : "questions"}`]),
    `${marks} ${marks === 1 ? "mark" : "marks"}`,
    `${runs.length} ${runs.length === 1 ? "run" : "runs"}`,
  ];
  return `${counts.join(", ")}${failed === 0 ? "" : `, ${failed} of them with an error`}`;
}

/** A failed run is named by its error; of a successful run the first line of output is shown. */
function describeRun(run: RecordItemOf<"run">): string {
  if (hasFailed(run)) return shorten(errorLine(run) || "ended with an error");
  const first = run.output.split("\n").find((line) => line.trim() !== "");
  return first === undefined ? "ran without output" : shorten(`printed ${first}`);
}

/** A source has at most 60 characters and no bracket (`contract/review/rubric.ts`). */
function sourceOf(title: string): string {
  const plain = title.replace(/[[\]]/g, "").trim();
  return plain.length <= 60 ? plain : `${cutText(plain, 59).trimEnd()}…`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= textCharacters ? line : `${cutText(line, textCharacters - 1).trimEnd()}…`;
}

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
