import {
  type InterviewItem,
  type InterviewRecord,
  interviewRecordSchema,
} from "@greenroom/contract/review/reports/interview-record.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { v5 as nameId } from "uuid";
import type { QuestionBank } from "../../../room/question-bank/bank.ts";
import type { Answer, Round } from "../store.ts";

/**
 * A round as the record of an interview, from which reports are made. The questions, follow-ups and hints are the
 * interviewer's, and the answers are chat messages, because they may be typed. It has nothing of the answer key except
 * hints that were opened and the names of tests.
 */
export function recordOfRound(bank: QuestionBank, round: Round, answers: readonly Answer[]): InterviewRecord {
  return interviewRecordSchema.parse({
    bookingId: round.id,
    startTime: round.startedAt.toISOString(),
    endTime: (round.endedAt ?? round.endsAt).toISOString(),
    goal: null,
    track: "general",
    items: answers
      .filter(({ explanation }) => explanation !== "")
      .flatMap((answer) => itemsOf(answer, bank.find(answer.questionId)))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  });
}

function itemsOf(answer: Answer, question: Question | undefined): InterviewItem[] {
  const { startedAt, explainedAt, finishedAt, hintsOpenedAt, followUps } = answer;
  const saidAt = explainedAt ?? startedAt;
  const end = finishedAt ?? saidAt;
  return [
    {
      kind: "question",
      id: itemId(answer, "question"),
      at: startedAt.toISOString(),
      party: "interviewer",
      questionId: question?.id ?? null,
      title: answer.questionTitle,
      prompt: question?.prompt ?? "",
    },
    ...hintsOpenedAt.flatMap((at, index) => {
      const hint = question?.hints[index];
      return hint === undefined
        ? []
        : chat(answer, { name: `hint ${index}`, at, party: "interviewer", text: `Hint: ${hint}` });
    }),
    ...chat(answer, { name: "explanation", at: saidAt, party: "interviewee", text: answer.explanation }),
    ...followUps.flatMap((followUp, index) => {
      // It was asked when the one before it was answered.
      const askedAt = timeOf(followUps[index - 1]?.answeredAt) ?? saidAt;
      const at = timeOf(followUp.answeredAt) ?? askedAt;
      const { ask, answer: text } = followUp;
      return [
        ...chat(answer, { name: `follow-up ${index}`, at: askedAt, party: "interviewer", text: ask }),
        ...chat(answer, { name: `defense ${index}`, at, party: "interviewee", text: text ?? "" }),
      ];
    }),
    ...codeItems(answer, question, end),
  ];
}

function timeOf(instant: string | undefined): Date | null {
  return instant === undefined ? null : new Date(instant);
}

interface ChatInput {
  name: string;
  at: Date;
  party: "interviewee" | "interviewer";
  text: string;
}

/**
 * A text as chat items of at most 4,000 UTF-16 units, cut between words where it is too long for one. The pattern counts
 * characters, which have one or two units.
 */
function chat(answer: Answer, { name, at, party, text }: ChatInput): InterviewItem[] {
  const pieces = text.match(/\S[\s\S]{0,1999}(?!\S)|\S{1,2000}/gu) ?? [];
  return pieces.map((piece, index) => ({
    kind: "chat",
    id: itemId(answer, `${name} ${index}`),
    at: at.toISOString(),
    party,
    text: piece.trim(),
  }));
}

function codeItems(answer: Answer, question: Question | undefined, end: Date): InterviewItem[] {
  const { code, tests } = answer;
  if (code === null || code.trim() === "") return [];
  const otherLines = startedLines(
    question !== undefined && question.kind !== "talk" ? question.starterCode : "",
    code,
  );
  const language = question?.kind === "sql" ? "sql" : "python";
  const at = end.toISOString();
  const ran = [tests?.visible, tests?.hidden].flatMap((count) => count ?? []);
  const passed = ran.reduce((sum, count) => sum + count.passed, 0);
  const total = ran.reduce((sum, count) => sum + count.total, 0);
  const failed = tests?.failed ?? [];
  const output = [`${passed} of ${total} tests passed.`, ...failed.map((name) => `Failed: ${name}`)].join(
    "\n",
  );
  return [
    {
      kind: "code",
      id: itemId(answer, "code"),
      at,
      language,
      text: code,
      editedBy: ["interviewee"],
      otherLines,
    },
    ...(total === 0
      ? []
      : [
          {
            kind: "run" as const,
            id: itemId(answer, "tests"),
            at,
            party: "interviewee" as const,
            language,
            code,
            output,
            outcome: passed === total ? ("finished" as const) : ("failed" as const),
            durationMs: 0,
            otherLines,
          },
        ]),
  ];
}

/** The numbers of the code's lines that were in the starter code: nobody wrote them in the round. */
function startedLines(starterCode: string, code: string): number[] {
  const given = new Set(starterCode.split("\n").map((line) => line.trim()));
  return code
    .split("\n")
    .flatMap((line, index) => (line.trim() !== "" && given.has(line.trim()) ? index : []));
}

/** The same part of an answer always has the same id. */
function itemId(answer: Answer, name: string): string {
  return nameId(name, answer.id);
}
