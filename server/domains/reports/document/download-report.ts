import { fullName } from "@greenroom/contract/core/full-name.ts";
import type { Track } from "@greenroom/contract/rubrics/tracks.ts";
import type { Actor } from "../../../core/actor.ts";
import type { Deps } from "../../../deps.ts";
import { findPeople } from "../../accounts/profile/find-people.ts";
import { findGoalLines } from "../../bookings/goal/find-booking-goal.ts";
import { formatInterviewTime } from "../../bookings/notifications/format-interview-time.ts";
import { readAnswers } from "../answers/store-answers.ts";
import { findReportTrack } from "../find-report-track.ts";
import { getOwnReport, recordOf } from "../get-report.ts";
import { readMentorFeedback } from "../mentor-feedback.ts";
import { selectDoneExercises } from "../progress/store.ts";
import type { AiReportDocument } from "./render-report.ts";

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
  const document: AiReportDocument = {
    business: business.name,
    interviewee: name(booking.intervieweeId),
    interviewer: name(booking.interviewerId),
    when: formatInterviewTime(booking, timeZone).long,
    goal: await findGoalLines(deps.database, bookingId),
    track: await findReportTrack(deps.database, bookingId),
    timeZone,
    report,
    doneExercises: await selectDoneExercises(
      deps.database,
      bookingId,
      report.plan.map(({ claimId }) => claimId),
    ),
    ...(await readMentorFeedback(deps.database, bookingId)),
    recordUrl: record.isDeleted ? null : `${publicUrl}/session-record/${bookingId}`,
    record,
    disputes: (await readAnswers(deps, { bookingId })).disputes,
  };
  const content = Buffer.from(await deps.workers.run("renderAiReport", document));
  return {
    content,
    fileName: fileNameOf({
      startsAt: booking.startsAt,
      timeZone,
      interviewer: document.interviewer,
      track: document.track,
    }),
  };
}

interface NamedInterview {
  startsAt: Date;
  timeZone: string;
  interviewer: string;
  track: Track;
}

/**
 * `interview-report-2026-11-22-kavya-menon.pdf`: only letters that every file system and mail program keeps. A name in
 * another script has none of these, so the file is named after the interview's track.
 */
export function fileNameOf({ startsAt, timeZone, interviewer, track }: NamedInterview): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(startsAt);
  const name = interviewer
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, longestName);
  return `interview-report-${day}-${name || track}.pdf`;
}

const longestName = 60;
