import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { sayWhereItMeets } from "../meetings/say-where-it-meets.ts";
import { addressParty } from "./address-party.ts";
import { reminder } from "./messages.ts";

interface Reminder {
  bookingId: string;
  to: Party;
  hoursBefore: number;
  startsAt: string;
}

/** Reminds one party of the session, if by now it still stands at that time and has not begun. */
export async function sendReminder(
  deps: Deps,
  { bookingId, to, hoursBefore, startsAt }: Reminder,
): Promise<void> {
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null || addressed.booking.status !== "pending") return;
  const stands = addressed.booking.startsAt.toISOString() === startsAt;
  if (!stands || addressed.booking.startsAt <= deps.clock.now()) return;
  const where = await sayWhereItMeets(deps, bookingId);
  await deps.mail.send(composeMail(deps.config.business, reminder(addressed, { hoursBefore, where })));
}
