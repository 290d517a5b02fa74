/** One interview in a calendar (RFC 5545 §3.6.1). */
export interface CalendarEntry {
  /** The same for the whole life of a booking. */
  uid: string;
  /** Increments with each change, so that a later mail overrides an earlier one in any order of arrival. */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  /** The meeting's URL. */
  location: string;
  isCanceled: boolean;
  /** The reader's calendar reminds them this many minutes before the start. */
  reminderMinutes?: number;
  organizer?: Mailbox;
  attendee?: Mailbox;
}

interface Mailbox {
  name: string;
  email: string;
}

interface Calendar {
  /** The business's name, as the creator of the file. */
  name: string;
  /** RFC 5546: PUBLISH for a feed, REQUEST and CANCEL for invitations. */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  entries: CalendarEntry[];
  /** When the file was created. */
  now: Date;
  /** For a calendar that programs subscribe to: its name, and how often they should refresh it. */
  subscription?: { title: string; refreshMinutes: number };
}

/** Writes an iCalendar file (RFC 5545). Times are in UTC; every program shows them in its reader's zone. */
export function writeCalendar({ name, method, entries, now, subscription }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(name)}//Interviews//EN`,
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...(subscription ? formatSubscription(subscription) : []),
    ...entries.flatMap((entry) => formatEntry(entry, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** RFC 7986 §5.1 and §5.7, and the older properties that Outlook and Google read. */
function formatSubscription({ title, refreshMinutes }: NonNullable<Calendar["subscription"]>): string[] {
  return [
    `NAME:${escapeText(title)}`,
    `X-WR-CALNAME:${escapeText(title)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ];
}

/** RFC 5545 §3.6.6. */
function formatAlarm({ summary, reminderMinutes }: CalendarEntry): string[] {
  if (reminderMinutes === undefined) return [];
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${reminderMinutes}M`,
    "END:VALARM",
  ];
}

function formatEntry(entry: CalendarEntry, now: Date): string[] {
  const { organizer, attendee } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${formatUtc(now)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART:${formatUtc(entry.startsAt)}`,
    `DTEND:${formatUtc(entry.endsAt)}`,
    `STATUS:${entry.isCanceled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `LOCATION:${escapeText(entry.location)}`,
    ...(organizer ? [`ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.email}`] : []),
    ...(attendee
      ? [
          `ATTENDEE;CN=${quoteParameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`,
        ]
      : []),
    ...formatAlarm(entry),
    "END:VEVENT",
  ];
}

/** `20261120T123000Z` */
function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** §3.3.11: escapes user input, so that it can end neither the value nor the line. */
function escapeText(text: string): string {
  return text
    .replace(/(?!\n)\p{Cc}/gu, "")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n");
}

/** §3.2: a quoted parameter value contains no quotes and no control characters. */
function quoteParameter(value: string): string {
  return `"${value.replace(/[\p{Cc}"]/gu, "")}"`;
}

/** §3.1: lines of at most 75 octets, broken between characters and never inside one. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const foldedLines: string[] = [];
  let current = "";
  let remaining = 75;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > remaining) {
      foldedLines.push(current);
      current = " ";
      remaining = 74;
    }
    current += character;
    remaining -= size;
  }
  return [...foldedLines, current].join("\r\n");
}
