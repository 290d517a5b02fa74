import { aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { listBankQuestionIds } from "../../../room/questions/erase-room-questions.ts";
import { deleteExercisesOf } from "../progress/store.ts";
import { deleteReportsOf, replaceChecked, selectReportsGivenBy } from "../store.ts";
import { removeInterviewerQuotes } from "./remove-interviewer-quotes.ts";

/** How many reports are read at once. */
const reportsAtATime = 100;

/**
 * Deletes the reports about a person who closes their account, their disputes to other reports, and their words in
 * the reports of interviews that they gave. Call it after the account is closed, so that a report which is being
 * made meanwhile is either seen here or not stored.
 */
export async function eraseReports(tx: Tx, userId: string): Promise<void> {
  await deleteExercisesOf(tx, userId);
  await deleteReportsOf(tx, userId);
  await withdrawWordsOf(tx, userId);
}

async function withdrawWordsOf(tx: Tx, interviewerId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows = await selectReportsGivenBy(tx, { interviewerId, after, limit: reportsAtATime });
    const bankQuestions = await listBankQuestionIds(
      tx,
      rows.map(({ bookingId }) => bookingId),
    );
    for (const { bookingId, checked } of rows) {
      const report = aiFeedbackSchema.safeParse(checked).data;
      const rest = report === undefined ? null : removeInterviewerQuotes(report, bankQuestions);
      if (rest === null) continue;
      await replaceChecked(tx, bookingId, rest);
    }
    if (rows.length < reportsAtATime) return;
    after = rows.at(-1)?.bookingId ?? null;
  }
}
