import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { loadMailContext } from "../mail-context.ts";
import { cancellationMessage } from "../mails.ts";
import { createCalendarInvite } from "./calendar-invite.ts";

/**
 * Tells one party by mail who canceled the booking and what happened to its credit, and removes it from their
 * calendar.
 */
export async function sendCancellation(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "cancelled") return;
  const { booking } = context;
  const inviteDetails = { ...context, ...booking, bookingId, sequence: booking.inviteSequence };
  await deps.mail.send({
    ...composeMail(deps.config.business, cancellationMessage(context)),
    calendar: createCalendarInvite(deps, "CANCEL", inviteDetails),
  });
}
