import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../../deps.ts";
import { composeMail } from "../../../mail/compose.ts";
import { createCalendarInvite } from "./calendar-invite.ts";
import { loadMailContext } from "./mail-context.ts";
import { bookingConfirmationMessage } from "./messages.ts";

interface Confirmation {
  bookingId: string;
  to: Party;
}

/**
 * Confirms the booking to one party by mail, in their time zone, with an invitation. Sends nothing if the booking
 * is no longer pending or was moved meanwhile: the mail about the move contains everything in this one.
 */
export async function sendConfirmation(deps: Deps, { bookingId, to }: Confirmation): Promise<void> {
  const addressed = await loadMailContext(deps, bookingId, to);
  if (addressed === null) return;
  const { status, inviteSequence } = addressed.booking;
  if (status !== "pending" || inviteSequence > 0) return;
  const { business, cancelNoticeHours } = deps.config;
  const { booking, goal } = addressed;
  const notice = { noticeHours: cancelNoticeHours, now: deps.clock.now(), goal };
  const inviteDetails = { ...addressed, ...booking, bookingId, sequence: booking.inviteSequence };
  await deps.mail.send({
    ...composeMail(business, bookingConfirmationMessage(addressed, notice)),
    calendar: createCalendarInvite(deps, "REQUEST", inviteDetails),
  });
}
