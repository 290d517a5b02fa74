import type { Rubric } from "@greenroom/contract/feedback.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findPeople } from "../accounts/find-people.ts";
import { nameSessionTime } from "../bookings/name-session-time.ts";
import { renderReport } from "./render-report.ts";
import { getBookingToReport, uploadFeedbackFile } from "./upload-feedback-file.ts";

/**
 * Makes the mentor's PDF of a completed interview from the form and keeps it as if it had been uploaded, so one of the
 * two is taken, once. Throws `not_found`, `conflict` or `already_given`.
 */
export async function writeFeedbackReport(
  deps: Deps,
  actor: Actor,
  { bookingId, rubric }: { bookingId: string; rubric: Rubric },
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const booking = await getBookingToReport(deps, actor, bookingId);
  const { business } = deps.config;
  const people = await findPeople(deps.database, [booking.intervieweeId, booking.interviewerId]);
  const nameOf = (id: string) => {
    const person = people.get(id);
    return person === undefined ? "" : `${person.firstName} ${person.lastName}`.trim();
  };
  const interviewee = nameOf(booking.intervieweeId);
  const content = await renderReport({
    business: business.name,
    interviewee,
    interviewer: nameOf(booking.interviewerId),
    when: nameSessionTime(booking, people.get(booking.intervieweeId)?.timeZone ?? business.timeZone).long,
    rubric,
  });
  return await uploadFeedbackFile(deps, booking, {
    fileName: `Interview feedback for ${interviewee}.pdf`,
    contentType: "application/pdf",
    content,
  });
}
