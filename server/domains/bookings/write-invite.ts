import { writeCalendar } from "../../calendar/write-calendar.ts";
import type { Deps } from "../../deps.ts";
import type { MailMessage } from "../../ports/mail.ts";
import type { Person } from "../accounts/find-people.ts";
import { findMeetingLink } from "../meetings/find-meeting-link.ts";
import { nameOf } from "./address-party.ts";

export interface Invited {
  bookingId: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  reader: Person;
  otherName: string;
  bookingUrl: string;
}

/** The id of a booking in everybody's calendar; it stays whatever becomes of the booking. */
export function calendarUid(bookingId: string): string {
  return `booking-${bookingId}@greenroom`;
}

/** The invitation that goes with a mail, for one reader: CANCEL takes out what REQUEST put in. */
export async function writeInvite(
  deps: Deps,
  method: "REQUEST" | "CANCEL",
  invited: Invited,
): Promise<NonNullable<MailMessage["calendar"]>> {
  const { business } = deps.config;
  const { bookingId, reader, otherName, bookingUrl, ...times } = invited;
  const link = await findLink(deps, bookingId);
  const content = writeCalendar({
    name: business.name,
    method,
    now: deps.clock.now(),
    entries: [
      {
        ...times,
        uid: calendarUid(bookingId),
        summary: `Mock interview with ${otherName}`,
        description:
          link === null
            ? `The meeting's link is with your booking: ${bookingUrl}`
            : `Meeting: ${link}\nYour bookings: ${bookingUrl}`,
        location: link ?? deps.meetings.displayName,
        isCancelled: method === "CANCEL",
        organizer: { name: business.name, email: business.supportEmail },
        attendee: { name: nameOf(reader), email: reader.email },
      },
    ],
  });
  return { method, content };
}

/** Our own room has its address before the meeting is made; a provider's is known only afterwards. */
async function findLink({ database, meetings }: Deps, bookingId: string): Promise<string | null> {
  const made = await findMeetingLink(database, bookingId);
  return made ?? (meetings.hosted === null ? meetings.room.joinUrl(bookingId) : null);
}
