import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { loadMailContext } from "../mail-context.ts";
import { bookingConfirmationMessage } from "../mails.ts";
import { createCalendarInvite } from "./calendar-invite.ts";

interface Confirmation {
  bookingId: string;
  to: Party;
}

/**
 * Confirms the booking to one party by mail, in their time zone, with an invitation. Sends nothing if the booking
 * is no longer pending or was moved meanwhile: the mail about the move contains everything in this one.
 */
export async function sendConfirmation(deps: Deps, { bookingId, to }: Confirmation): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const { status, inviteSequence } = context.booking;
  if (status !== "pending" || inviteSequence > 0) return;
  const { business, cancelNoticeHours } = deps.config;
  const { booking, goal } = context;
  const notice = { noticeHours: cancelNoticeHours, now: deps.clock.now(), goal };
  const inviteDetails = { ...context, ...booking, bookingId, sequence: booking.inviteSequence };
  await deps.mail.send({
    ...composeMail(business, bookingConfirmationMessage(context, notice)),
    calendar: createCalendarInvite(deps, "REQUEST", inviteDetails),
  });
}
