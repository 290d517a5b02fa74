import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { describeMeetingPlace } from "../../meetings/describe-meeting-place.ts";
import { loadMailContext } from "../mail-context.ts";
import { reminderMessage } from "../mails.ts";

interface Reminder {
  bookingId: string;
  to: Party;
  hoursBefore: number;
  startsAt: string;
}

/** Reminds one party of the interview, if it still takes place at that time and has not begun. */
export async function sendReminder(
  deps: Deps,
  { bookingId, to, hoursBefore, startsAt }: Reminder,
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "pending") return;
  const isUnchanged = context.booking.startsAt.toISOString() === startsAt;
  if (!isUnchanged || context.booking.startsAt <= deps.clock.now()) return;
  const where = await describeMeetingPlace(deps, bookingId);
  await deps.mail.send(composeMail(deps.config.business, reminderMessage(context, { hoursBefore, where })));
}
