import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { recordDay } from "@greenroom/contract/review/reports/report-labels.ts";
import type { Rubric } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { answerOnce } from "../../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { isDeletedWhenLocked } from "../../../people/accounts/lock-account.ts";
import { findPeople } from "../../../people/accounts/profile/find-people.ts";
import { recordDeletedAt } from "../../../room/rules.ts";
import { findGoalLines } from "../../../schedule/bookings/goal.ts";
import { formatInterviewTime } from "../../../schedule/bookings/mail-context.ts";
import type { BookingRecord } from "../../../schedule/bookings/rules.ts";
import { addMentorScores } from "../../reports/mentor-scores.ts";
import { insertScores, insertSummary } from "../scores-store.ts";
import { interviewFileName } from "./interview-file-name.ts";
import type { ReportDocument } from "./report-document.ts";
import { getBookingForUpload, type StoredFeedbackFile, storeFeedbackFile } from "./upload-feedback-file.ts";

/**
 * Creates the mentor's PDF of a completed interview from the form and stores it like an upload, so that only one of
 * the two is accepted. The same transaction stores the scores and every text, unless the interviewee has deleted
 * their account. Throws `not_found`, `conflict`, `already_given` or `unavailable`.
 */
export async function writeFeedbackReport(
  deps: Deps,
  actor: Actor,
  { bookingId, rubric }: { bookingId: string; rubric: Rubric },
  request: KeyedRequest | null,
): Promise<StoredFeedbackFile> {
  const { database, clock } = deps;
  const now = clock.now();
  return await answerOnce<StoredFeedbackFile>({ database, now }, request, async (keep) => {
    const booking = await getBookingForUpload(deps, actor, bookingId);
    const { document, timeZone } = await describeReport(deps, booking, rubric);
    const fileName = interviewFileName({
      ...{ document: "feedback", startsAt: booking.startsAt, timeZone },
      ...{ interviewer: document.interviewer, track: rubric.track },
    });
    const content = await deps.workers.run("renderReport", document).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      const msg = "The PDF could not be made right now. Please try again in a moment.";
      throw new AppError("unavailable", { msg, retryAfterSeconds: 30, cause });
    });
    const { track, areas, summary, nextSteps, questions } = rubric;
    const { intervieweeId, interviewerId } = booking;
    const parties = { bookingId, intervieweeId, interviewerId };
    return await storeFeedbackFile(deps, booking, {
      fileName,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      async alsoWrite(tx, answer) {
        await keep(tx, answer);
        // The deletion has erased what was stored about the interviewee, and nothing would erase this.
        if (await isDeletedWhenLocked(tx, intervieweeId)) return;
        await insertScores(tx, { ...parties, track, areas, scoredAt: now });
        await insertSummary(tx, { ...parties, summary, nextSteps, questions, writtenAt: now });
        await addMentorScores(tx, bookingId, {
          track,
          scores: areas.flatMap(({ area, score }) => (score === null ? [] : [{ area, score }])),
        });
      },
    });
  });
}

/** The document, and the zone of its times. */
async function describeReport(
  deps: Deps,
  booking: BookingRecord,
  rubric: Rubric,
): Promise<{ document: ReportDocument; timeZone: string }> {
  const { business, publicUrl, recordDays } = deps.config;
  const people = await findPeople(deps.database, [booking.intervieweeId, booking.interviewerId]);
  const nameOf = (id: string) => {
    const person = people.get(id);
    return person === undefined ? "" : fullName(person);
  };
  const timeZone = people.get(booking.intervieweeId)?.timeZone ?? business.timeZone;
  const document = {
    business: business.name,
    interviewee: nameOf(booking.intervieweeId),
    interviewer: nameOf(booking.interviewerId),
    when: formatInterviewTime(booking, timeZone).long,
    goal: await findGoalLines(deps.database, booking.id),
    recordUrl: `${publicUrl}/session-record/${booking.id}`,
    recordKeptUntil: recordDay(recordDeletedAt(booking, recordDays), timeZone),
    rubric,
  };
  return { document, timeZone };
}
