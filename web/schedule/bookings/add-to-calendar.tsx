import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useSite } from "../../app/page-data.ts";
import { buttonClass } from "../../ui/button.tsx";

type CalendarBooking = Pick<Booking, "_id" | "startTime" | "endTime" | "zoomLink" | "interviewerId">;

/** A booking for a calendar: as a file, and in the forms of Google and Outlook. */
export function AddToCalendar({ booking }: { booking: CalendarBooking }) {
  const { name } = useSite();
  const entry = calendarEntry(booking, name);
  const links = [
    { label: "Google Calendar", href: googleLink(entry) },
    { label: "Outlook", href: outlookLink(entry) },
  ];
  return (
    <div className="flex flex-wrap gap-2.5">
      <a
        className={buttonClass({ variant: "quiet", size: "sm" })}
        href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(entry, new Date()))}`}
        download="interview.ics"
      >
        Calendar file
      </a>
      {links.map(({ label, href }) => (
        <a
          key={label}
          className={buttonClass({ variant: "quiet", size: "sm" })}
          href={href}
          target="_blank"
          rel="noreferrer"
        >
          {label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ))}
    </div>
  );
}

interface CalendarEntry {
  /** As in the mailed invitation, so that a calendar with both shows one event. */
  uid: string;
  startsAt: Date;
  endsAt: Date;
  title: string;
  location: string;
  creator: string;
}

export function calendarEntry(booking: CalendarBooking, siteName: string): CalendarEntry {
  return {
    uid: `booking-${booking._id}@greenroom`,
    startsAt: new Date(booking.startTime),
    endsAt: new Date(booking.endTime),
    title: `Mock interview with ${fullName(booking.interviewerId)}`,
    location: booking.zoomLink === null ? "" : new URL(booking.zoomLink, window.location.href).href,
    creator: siteName,
  };
}

/** `20261201T133000Z` */
function formatUtc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

export function googleLink({ title, startsAt, endsAt, location }: CalendarEntry): string {
  const dates = `${formatUtc(startsAt)}/${formatUtc(endsAt)}`;
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({ action: "TEMPLATE", text: title, dates, location })}`;
}

export function outlookLink({ title, startsAt, endsAt, location }: CalendarEntry): string {
  const [startdt, enddt] = [startsAt.toISOString(), endsAt.toISOString()];
  const path = "/calendar/action/compose";
  const query = { path, rru: "addevent", subject: title, startdt, enddt, location };
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(query)}`;
}

/** RFC 5545. The mailed invitation replaces it, because it has the same UID and asks for an answer. */
export function calendarFile(
  { uid, startsAt, endsAt, title, location, creator }: CalendarEntry,
  now: Date,
): string {
  const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(creator)}//Interviews//EN`,
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(startsAt)}`,
    `DTEND:${formatUtc(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(location === "" ? [] : [`LOCATION:${escapeText(location)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}
