import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { addressParty } from "./address-party.ts";
import { confirmation } from "./messages.ts";
import { writeInvite } from "./write-invite.ts";

interface Confirmation {
  bookingId: string;
  to: Party;
}

/** Mails one party that the booking stands, in their own time zone, with an invitation. Says nothing of a booking that is pending no more. */
export async function sendConfirmation(deps: Deps, { bookingId, to }: Confirmation): Promise<void> {
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null || addressed.booking.status !== "pending") return;
  const { business, cancelNoticeHours } = deps.config;
  const { booking } = addressed;
  const notice = { noticeHours: cancelNoticeHours, now: deps.clock.now() };
  const invited = { ...addressed, ...booking, bookingId, sequence: booking.inviteSequence };
  await deps.mail.send({
    ...composeMail(business, confirmation(addressed, notice)),
    calendar: await writeInvite(deps, "REQUEST", invited),
  });
}
