import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { interviewBefore } from "@greenroom/contract/review/progress.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { findGoalLines } from "../../schedule/bookings/goal.ts";
import { formatInterviewTime } from "../../schedule/bookings/mail-context.ts";
import type { AiReportDocument } from "../documents/report-pdf-parts.ts";
import { interviewFileName } from "../feedback/feedback-file.ts";
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
  const { business, publicUrl } = deps.config;
  const people = await findPeople(deps.database, [booking.intervieweeId, booking.interviewerId]);
  const name = (id: string) => {
    const person = people.get(id);
    return person === undefined ? "" : fullName(person);
  };
  const timeZone = people.get(booking.intervieweeId)?.timeZone ?? business.timeZone;
  const record = await recordOf(deps, booking);
  const track = await findReportTrack(deps.database, bookingId);
  const document: AiReportDocument = {
    business: business.name,
    interviewee: name(booking.intervieweeId),
    interviewer: name(booking.interviewerId),
    when: formatInterviewTime(booking, timeZone).long,
    goal: await findGoalLines(deps.database, bookingId),
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
