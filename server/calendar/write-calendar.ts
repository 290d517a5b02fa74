/** One interview in a calendar (RFC 5545 §3.6.1). */
export interface CalendarEntry {
  /** Stays the same for one booking, whatever becomes of it. */
  uid: string;
  /** One up with each change, so that a later mail wins over an earlier one however they arrive. */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  /** Where it takes place: the meeting's address. */
  location: string;
  isCancelled: boolean;
  organizer?: Mailbox;
  attendee?: Mailbox;
}

interface Mailbox {
  name: string;
  email: string;
}

interface Calendar {
  /** The business's name, as the maker of the file. */
  name: string;
  /** RFC 5546: PUBLISH for a feed, REQUEST and CANCEL for invitations. */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  entries: CalendarEntry[];
  /** When the file was made. */
  now: Date;
}

/** An iCalendar file (RFC 5545): instants in UTC, which every program shows on its reader's own clock. */
export function writeCalendar({ name, method, entries, now }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(name)}//Interviews//EN`,
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...entries.flatMap((entry) => entryLines(entry, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function entryLines(entry: CalendarEntry, now: Date): string[] {
  const { organizer, attendee } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${asUtc(now)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART:${asUtc(entry.startsAt)}`,
    `DTEND:${asUtc(entry.endsAt)}`,
    `STATUS:${entry.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `LOCATION:${escapeText(entry.location)}`,
    ...(organizer ? [`ORGANIZER;CN=${quote(organizer.name)}:mailto:${organizer.email}`] : []),
    ...(attendee
      ? [
          `ATTENDEE;CN=${quote(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`,
        ]
      : []),
    "END:VEVENT",
  ];
}

/** `20261120T123000Z` */
function asUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** §3.3.11: what people typed may end neither the value nor the line. */
function escapeText(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (control) => (control === "\n" ? "\n" : ""))
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n");
}

/** §3.2: a parameter's value between quotes holds no quote and no control character. */
function quote(value: string): string {
  return `"${value.replace(/[\p{Cc}"]/gu, "")}"`;
}

/** §3.1: lines of at most 75 octets, broken between characters and never inside one. */
function fold(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let room = 75;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      pieces.push(piece);
      piece = " ";
      room = 74;
    }
    piece += character;
    room -= size;
  }
  return [...pieces, piece].join("\r\n");
}
