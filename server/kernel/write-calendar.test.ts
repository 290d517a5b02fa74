import { describe, expect, it } from "vitest";
import { type CalendarEntry, writeCalendar } from "./write-calendar.ts";

const now = new Date("2026-11-20T06:30:00Z");
const entry: CalendarEntry = {
  uid: "booking-1@greenroom",
  sequence: 2,
  startsAt: new Date("2026-11-21T12:30:00Z"),
  endsAt: new Date("2026-11-21T13:15:00Z"),
  summary: "Mock interview with Iyer, Meera; and a \\ backslash",
  description: "First line\nSecond line",
  location: "https://greenroom.example/room/1",
  isCanceled: false,
  attendee: { name: 'Me"era\r\nX:Y', email: "meera@test.example" },
};

const unfold = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

describe("an iCalendar file", () => {
  it("names its event, its version and its times in UTC", () => {
    const lines = unfold(writeCalendar({ name: "Greenroom", method: "REQUEST", entries: [entry], now }));
    expect(lines).toEqual(
      expect.arrayContaining([
        "METHOD:REQUEST",
        "UID:booking-1@greenroom",
        "SEQUENCE:2",
        "DTSTART:20261121T123000Z",
        "DTEND:20261121T131500Z",
        "DTSTAMP:20261120T063000Z",
        "STATUS:CONFIRMED",
      ]),
    );
  });

  it("has a name, a refresh interval and alarms where programs subscribe to it", () => {
    const lines = unfold(
      writeCalendar({
        name: "Greenroom",
        method: "PUBLISH",
        entries: [{ ...entry, reminderMinutes: 30 }],
        now,
        subscription: { title: "Greenroom, interviews", refreshMinutes: 15 },
      }),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "X-WR-CALNAME:Greenroom\\, interviews",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M",
      ]),
    );
    const alarm = lines.slice(lines.indexOf("BEGIN:VALARM"), lines.indexOf("END:VALARM"));
    expect(alarm).toContain("TRIGGER:-PT30M");
    expect(alarm).toContain("ACTION:DISPLAY");
    expect(lines.indexOf("END:VALARM")).toBeLessThan(lines.indexOf("END:VEVENT"));
  });

  it("has no alarm and no name in an invitation, because mail programs remind automatically", () => {
    const file = writeCalendar({ name: "Greenroom", method: "REQUEST", entries: [entry], now });
    expect(file).not.toContain("VALARM");
    expect(file).not.toContain("X-WR-CALNAME");
  });

  it("keeps user input inside its own value", () => {
    const lines = unfold(writeCalendar({ name: "Greenroom", method: "REQUEST", entries: [entry], now }));
    expect(lines).toContain("SUMMARY:Mock interview with Iyer\\, Meera\\; and a \\\\ backslash");
    expect(lines).toContain("DESCRIPTION:First line\\nSecond line");
    expect(lines.find((line) => line.startsWith("ATTENDEE"))).toContain('CN="MeeraX:Y"');
  });

  it("breaks lines at 75 octets, between characters", () => {
    const summary = "मेरा साक्षात्कार ".repeat(12).trim();
    const file = writeCalendar({
      name: "Greenroom",
      method: "CANCEL",
      entries: [{ ...entry, summary, isCanceled: true }],
      now,
    });
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(unfold(file)).toContain(`SUMMARY:${summary}`);
    expect(unfold(file)).toContain("STATUS:CANCELLED");
  });
});
