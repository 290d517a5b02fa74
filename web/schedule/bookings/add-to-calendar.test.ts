import { beforeEach, describe, expect, it, vi } from "vitest";
import { calendarEntry, calendarFile, googleLink, outlookLink } from "./add-to-calendar.tsx";

const booking = {
  _id: "0190a5b8-7c00-7000-8000-0000000000d1",
  startTime: "2026-12-01T13:30:00.000Z",
  endTime: "2026-12-01T14:15:00.000Z",
  zoomLink: "/room/0190a5b8-7c00-7000-8000-0000000000d1",
  interviewerId: {
    _id: "0190a5b8-7c00-7000-8000-00000000000a",
    firstName: "Kavya",
    lastName: "Rao; PhD, MSc",
  },
};

describe("a booking for a calendar", () => {
  beforeEach(() => {
    vi.stubGlobal("window", { location: { href: "https://green.example/x" } });
  });
  const entry = () => calendarEntry(booking, "Greenroom");

  it("is a file with the UID of the mailed invitation, in UTC, with its text escaped", () => {
    const lines = calendarFile(entry(), new Date("2026-11-29T20:00:00Z")).split("\r\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "UID:booking-0190a5b8-7c00-7000-8000-0000000000d1@greenroom",
        "DTSTAMP:20261129T200000Z",
        "DTSTART:20261201T133000Z",
        "DTEND:20261201T141500Z",
        "SUMMARY:Mock interview with Kavya Rao\\; PhD\\, MSc",
        "LOCATION:https://green.example/room/0190a5b8-7c00-7000-8000-0000000000d1",
      ]),
    );
  });

  it("is a link for Google and one for Outlook", () => {
    const google = new URL(googleLink(entry())).searchParams;
    expect(google.get("dates")).toBe("20261201T133000Z/20261201T141500Z");
    expect(google.get("text")).toBe("Mock interview with Kavya Rao; PhD, MSc");
    const outlook = new URL(outlookLink(entry())).searchParams;
    expect([outlook.get("startdt"), outlook.get("enddt")]).toEqual([
      "2026-12-01T13:30:00.000Z",
      "2026-12-01T14:15:00.000Z",
    ]);
  });
});
