import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { findPeople } from "../../../people/accounts/profile/find-people.ts";
import { getMove } from "../lifecycle/lifecycle-store.ts";
import { loadMailContext } from "../mail-context.ts";
import { bookingConfirmationMessage, movedAwayMessage, movedMessage } from "../mails.ts";
import { createCalendarInvite } from "./calendar-invite.ts";
import { formatInterviewTime } from "./format-interview-time.ts";

interface Move {
  bookingId: string;
  sequence: number;
  to: Party | "former-interviewer";
}

/**
 * Mails one person that a booking was moved. If it has been moved again, only the mail about the later move is
 * sent.
 */
export async function sendMove(deps: Deps, { bookingId, sequence, to }: Move): Promise<void> {
  if (to === "former-interviewer") return await mailFormerInterviewer(deps, bookingId, sequence);
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const { booking, goal } = context;
  if (booking.status !== "pending" || booking.inviteSequence !== sequence) return;
  const { business, cancelNoticeHours } = deps.config;
  const from = await getMove(deps.database, bookingId, sequence);
  const timeZone = context.reader.timeZone ?? business.timeZone;
  // To a new interviewer this is a new interview, not a move.
  const isNew = to === "interviewer" && from.interviewerId !== booking.interviewerId;
  const confirmed = bookingConfirmationMessage(context, {
    noticeHours: cancelNoticeHours,
    now: deps.clock.now(),
    goal,
  });
  const content = isNew ? confirmed : movedMessage(confirmed, context, formatInterviewTime(from, timeZone));
  await deps.mail.send({
    ...composeMail(business, content),
    calendar: createCalendarInvite(deps, "REQUEST", { ...context, ...booking, bookingId, sequence }),
  });
}

/** Mails the former interviewer, even if the booking was moved again or canceled since. */
async function mailFormerInterviewer(deps: Deps, bookingId: string, sequence: number): Promise<void> {
  const { business, publicUrl } = deps.config;
  const context = await loadMailContext(deps, bookingId, "interviewer");
  const from = await getMove(deps.database, bookingId, sequence);
  const reader = (await findPeople(deps.database, [from.interviewerId])).get(from.interviewerId);
  if (context === null || reader === undefined) return;
  const when = formatInterviewTime(from, reader.timeZone ?? business.timeZone);
  const bookingUrl = `${publicUrl}/interviewer-dashboard/calendar`;
  // Without the meeting's link, which is now that of another interviewer.
  const inviteDetails = { reader, otherName: context.otherName, when, bookingUrl, meetingUrl: null };
  await deps.mail.send({
    ...composeMail(business, movedAwayMessage(inviteDetails)),
    calendar: createCalendarInvite(deps, "CANCEL", { ...inviteDetails, ...from, bookingId, sequence }),
  });
}
