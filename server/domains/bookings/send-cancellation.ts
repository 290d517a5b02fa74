import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { addressParty } from "./address-party.ts";
import { cancellation } from "./messages.ts";
import { writeInvite } from "./write-invite.ts";

/** Mails one party that the booking was cancelled, by whom and what became of its session, and takes it out of their calendar. */
export async function sendCancellation(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null || addressed.booking.status !== "cancelled") return;
  const { booking } = addressed;
  const invited = { ...addressed, ...booking, bookingId, sequence: booking.inviteSequence };
  await deps.mail.send({
    ...composeMail(deps.config.business, cancellation(addressed)),
    calendar: await writeInvite(deps, "CANCEL", invited),
  });
}
