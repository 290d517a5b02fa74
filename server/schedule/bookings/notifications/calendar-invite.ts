import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { writeCalendar } from "../../../kernel/calendar/write-calendar.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { Person } from "../../../people/accounts/profile/find-people.ts";
import type { MailMessage } from "../../../vendors/mail/port.ts";

export interface InviteDetails {
  bookingId: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  reader: Person;
  otherName: string;
  bookingUrl: string;
  /** Null until the meeting's provider has returned it. */
  meetingUrl: string | null;
}

/** The booking's id in every calendar. It never changes. */
export function calendarUid(bookingId: string): string {
  return `booking-${bookingId}@greenroom`;
}

/** The invitation for one reader's mail. CANCEL removes the event that REQUEST added, and has no link. */
export function createCalendarInvite(
  deps: Deps,
  method: "REQUEST" | "CANCEL",
  invited: InviteDetails,
): NonNullable<MailMessage["calendar"]> {
  const { business } = deps.config;
  const { bookingId, reader, otherName, bookingUrl, meetingUrl, ...times } = invited;
  const isCanceled = method === "CANCEL";
  const link = isCanceled ? null : meetingUrl;
  const content = writeCalendar({
    name: business.name,
    method,
    now: deps.clock.now(),
    entries: [
      {
        ...times,
        uid: calendarUid(bookingId),
        summary: `Mock interview with ${nameInSubject(otherName)}`,
        description: isCanceled
          ? `Your bookings: ${bookingUrl}`
          : link === null
            ? `You'll find the meeting link in your booking: ${bookingUrl}`
            : `Meeting: ${link}\nYour bookings: ${bookingUrl}`,
        location: link ?? deps.meetings.displayName,
        isCanceled,
        organizer: { name: business.name, email: business.supportEmail },
        attendee: { name: fullName(reader), email: reader.email },
      },
    ],
  });
  return { method, content };
}
