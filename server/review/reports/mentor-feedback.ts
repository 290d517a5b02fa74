import type { MentorFeedback } from "@greenroom/contract/review/reports/reports.ts";
import type { Database } from "../../kernel/db/database.ts";
import { derivedId } from "../../kernel/ids.ts";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { findMentorTexts } from "../feedback/list-feedback-scores.ts";
import { selectDoneExercises } from "./progress/store.ts";

interface OwnWords {
  mentorSummary: string | null;
  mentorFeedback: MentorFeedback | null;
}

/** The texts of the mentor's form as the report shows them: which steps are done, and which questions the bank has. */
export async function readMentorFeedback(database: Database, bookingId: string): Promise<OwnWords> {
  const { summary, notes, nextSteps, questions } = await findMentorTexts(database, bookingId);
  if (notes.length + nextSteps.length + questions.length === 0) {
    return { mentorSummary: summary, mentorFeedback: null };
  }
  const steps = nextSteps.map((text) => ({ id: stepId(bookingId, text), text }));
  const done = await selectDoneExercises(
    database,
    bookingId,
    steps.map(({ id }) => id),
  );
  const bank = await openQuestionBank();
  return {
    mentorSummary: summary,
    mentorFeedback: {
      notes,
      nextSteps: steps.map((step) => ({ ...step, isDone: done.includes(step.id) })),
      questions: questions.map((title) => ({ title, questionId: bank.findByTitle(title)?.id ?? null })),
    },
  };
}

/** Under this id, a step is ticked like the claim of an exercise. */
export function stepId(bookingId: string, text: string): string {
  return derivedId(`next-step:${bookingId}:${text}`);
}
