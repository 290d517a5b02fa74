import { interviewBefore } from "@greenroom/contract/review/progress.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import type { AiReportDocument } from "../documents/report-pdf-parts.ts";
import { describeInterview, interviewFileName } from "../feedback/feedback-file.ts";
import { getProgress } from "../progress.ts";
import {
  findReportTrack,
  getOwnReport,
  linkExercises,
  readAnswers,
  readMentorFeedback,
  recordOf,
} from "./read.ts";
import { selectDoneExercises } from "./store.ts";

/** The actor's report as a PDF, with its file name. */
export async function downloadReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ content: Buffer; fileName: string }> {
  const { booking, report } = await getOwnReport(deps, actor, bookingId, "interviewee");
  const { publicUrl } = deps.config;
  const { heading, timeZone } = await describeInterview(deps, booking);
  const record = await recordOf(deps, booking);
  const track = await findReportTrack(deps.database, bookingId);
  const document: AiReportDocument = {
    ...heading,
    track,
    timeZone,
    report: { ...report, plan: linkExercises(await openQuestionBank(), report, track) },
    before: interviewBefore(await getProgress(deps, actor), bookingId),
    doneExercises: await selectDoneExercises(
      deps.database,
      bookingId,
      report.plan.map(({ claimId }) => claimId),
    ),
    ...(await readMentorFeedback(deps.database, bookingId)),
    siteUrl: publicUrl,
    recordUrl: record.isDeleted ? null : `${publicUrl}/session-record/${bookingId}`,
    record,
    disputes: (await readAnswers(deps, { bookingId })).disputes,
  };
  const content = Buffer.from(await deps.workers.run("renderAiReport", document));
  return {
    content,
    fileName: interviewFileName({
      document: "report",
      startsAt: booking.startsAt,
      timeZone,
      interviewer: document.interviewer,
      track,
    }),
  };
}
