import { createHash } from "node:crypto";
import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import { askedFollowUps } from "@greenroom/contract/practice/rounds.ts";
import { type QuestionLevel, type QuestionRole, questionLevels } from "@greenroom/contract/room/questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { countShared, stemsOf } from "../../room/questions/question-bank.ts";

/** A question may take this much longer than the time that is left. */
const overtimeMinutes = 2;
/** With less time left, no further question is asked. */
export const minMinutesLeft = 5;

export interface ChooseInput {
  questions: readonly Question[];
  role: QuestionRole;
  /** Null for any. */
  level: QuestionLevel | null;
  topic: QuestionTopic | null;
  minutesLeft: number;
  /** This person's answers, newest first. */
  answered: readonly { questionId: string; roundId: string }[];
  roundId: string;
  /** The questions of this person's current interview, which are not chosen. */
  inInterview: ReadonlySet<string>;
}

/**
 * Chooses the next question of a round: one that this person never had, or else had longest ago; of these, one
 * that fits the remaining time before one that takes a little longer. Questions with and without code alternate. Undefined if no question is left. Where no question of the chosen topic or level fits the remaining
 * time, it is one of the nearest level, or of another topic.
 */
export function chooseQuestion(input: ChooseInput): Question | undefined {
  const { questions, role, minutesLeft, answered, roundId, inInterview } = input;
  const inRound = new Set(answered.filter((each) => each.roundId === roundId).map((each) => each.questionId));
  const left = questions.filter(
    ({ id, roles }) => roles.includes(role) && !inRound.has(id) && !inInterview.has(id),
  );
  const fitting = left.filter(({ minutes }) => minutes <= minutesLeft + overtimeMinutes);
  if (fitting.length === 0) return left.sort((a, b) => a.minutes - b.minutes)[0];
  const last = answered[0] && questions.find(({ id }) => id === answered[0]?.questionId);
  const wantsTalk = last !== undefined && last.kind !== "talk";
  const ranked = narrow(fitting, input).map((question) => {
    const place = answered.findIndex(({ questionId }) => questionId === question.id);
    return {
      question,
      ranks: [
        place === -1 ? 1 : 0,
        question.minutes <= minutesLeft ? 1 : 0,
        (question.kind === "talk") === wantsTalk ? 1 : 0,
        place,
        drawNumber(`${roundId} ${question.id}`),
      ],
    };
  });
  return ranked.sort((a, b) => compareRanks(b.ranks, a.ranks))[0]?.question;
}

/** The questions of the topic, if there are any, and of these the ones whose level is nearest. */
function narrow(
  questions: readonly Question[],
  { level, topic }: Pick<ChooseInput, "level" | "topic">,
): readonly Question[] {
  const ofTopic = questions.filter((question) => question.topic === topic);
  const candidates = ofTopic.length === 0 ? questions : ofTopic;
  if (level === null) return candidates;
  const distance = (question: Question) =>
    Math.abs(questionLevels.indexOf(question.level) - questionLevels.indexOf(level));
  const least = Math.min(...candidates.map(distance));
  return candidates.filter((question) => distance(question) === least);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((rank, place) => rank !== b[place]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Deterministic for each round, so that a repeated request gets the same question. */
function drawNumber(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0);
}

/**
 * Chooses the next follow-up: the one whose condition shares the most words with the answers, or the next in order
 * if none does. Null once enough were asked.
 */
export function chooseFollowUp(
  followUps: Question["followUps"],
  asked: readonly number[],
  answerText: string,
): number | null {
  if (asked.length >= askedFollowUps) return null;
  const words = stemsOf(answerText);
  const open = followUps
    .map((followUp, index) => ({ followUp, index }))
    .filter(({ index }) => !asked.includes(index));
  const shared = (when: string) => countShared(stemsOf(when), words);
  const [best] = open.sort((a, b) => shared(b.followUp.when) - shared(a.followUp.when) || a.index - b.index);
  return best?.index ?? null;
}

/** When each hint can be opened, as a share of the question's minutes. */
const ladder = [0.2, 0.4, 0.6];

/** When the next hint can be opened; null if all are open. */
export function nextHintOpensAt(
  startedAt: Date,
  { minutes, hints }: Pick<Question, "minutes" | "hints">,
  opened: number,
): Date | null {
  const share = ladder[opened];
  if (opened >= hints.length || share === undefined) return null;
  return new Date(startedAt.getTime() + share * minutes * 60_000);
}
