import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { describe, expect, it } from "vitest";
import { markSelected } from "../../ui/calendar/calendar-event.ts";
import {
  isOutsideVisibleHours,
  listedLaterNote,
  offerSlotQuestion,
  repeatedTimeNote,
  skippedTimeNote,
  slotEvents,
} from "./slot-events.ts";

describe("slot events", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const options = { timeZone: "Asia/Kolkata", now };

  function slot(start: string, status: BookingStatus | null = null): Availability {
    const startsAt = new Date(start);
    return {
      _id: start,
      slotTime: startsAt.toISOString(),
      endTime: new Date(startsAt.getTime() + 45 * 60_000).toISOString(),
      booking:
        status === null
          ? null
          : {
              _id: "booking",
              status,
              zoomLink: null,
              goal: null,
              userId: {
                _id: "meera",
                firstName: "Meera",
                lastName: "Iyer",
                email: "meera@greenroom.example",
              },
            },
      allowedActions: [],
    };
  }

  describe("a slot in the interviewer's calendar", () => {
    it.each<[string, Availability, string, string, string]>([
      ["open", slot("2026-11-20T12:30:00Z"), "available", "Available", "Available slot, Fri 20 Nov"],
      [
        "past",
        slot("2026-11-20T12:00:00Z"),
        "past",
        "Not booked",
        "Past slot that nobody booked, Fri 20 Nov",
      ],
      [
        "booked",
        slot("2026-11-20T12:30:00Z", "pending"),
        "booked",
        "Meera Iyer",
        "Interview with Meera Iyer, ",
      ],
      [
        "held",
        slot("2026-11-19T12:30:00Z", "completed"),
        "completed",
        "Meera Iyer",
        "Completed interview with Meera Iyer, ",
      ],
      [
        "canceled",
        slot("2026-11-19T12:30:00Z", "cancelled"),
        "past",
        "Meera Iyer",
        "Interview with Meera Iyer that did not take place, ",
      ],
    ])("that is %s has its tone, title and sentence", (_, given, tone, title, label) => {
      const [event] = slotEvents([given], options);
      expect(event).toMatchObject({ tone, title });
      expect(event?.label.startsWith(label)).toBe(true);
    });

    it("says its time in the zone of the calendar", () => {
      const [event] = slotEvents([slot("2026-11-20T12:30:00Z")], options);
      expect(event?.label).toContain("18:00 – 18:45");
    });

    it("is marked when it is selected", () => {
      const given = slot("2026-11-20T12:30:00Z");
      expect(markSelected(slotEvents([given], options), given._id)[0]?.tone).toBe("selected");
    });

    it.each([
      ["before the drawn hours", "2026-11-20T00:00:00Z", true],
      ["across their beginning", "2026-11-20T00:30:00Z", false],
      ["within them", "2026-11-20T12:30:00Z", false],
      ["after them", "2026-11-20T18:00:00Z", true],
      ["across midnight, into the hours that are not drawn", "2026-11-20T18:15:00Z", true],
      ["across their end", "2026-11-20T17:30:00Z", false],
    ])("%s is outside the visible hours: %s %s", (_, start, isOutside) => {
      const [event] = slotEvents([slot(start)], options);
      if (event === undefined) throw new Error("no event");
      expect(isOutsideVisibleHours(event, "Asia/Kolkata")).toBe(isOutside);
    });
  });
});

describe("the question before a slot is offered", () => {
  it.each([
    ["Asia/Kolkata", "2026-11-20T12:30:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    ["Asia/Kathmandu", "2026-11-20T12:15:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    // A drag that begins before midnight: the slot lasts 45 minutes from there, and the question names both days.
    ["Asia/Kolkata", "2026-11-20T18:00:00Z", "Fri 20 Nov, 23:30 – 00:15"],
    // Across the night of a spring clock change: 45 minutes of real time, shown by the clock before and after.
    ["Europe/London", "2026-03-29T00:30:00Z", "Sun 29 Mar, 00:30 – 02:15"],
    ["Australia/Lord_Howe", "2026-10-03T15:15:00Z", "Sun 4 Oct, 01:45 – 03:00"],
  ])("in %s, of %s", (timeZone, startsAt, words) => {
    expect(offerSlotQuestion(new Date(startsAt), timeZone)).toContain(words.slice(0, words.indexOf(" –")));
    expect(offerSlotQuestion(new Date(startsAt), timeZone)).toContain(words.slice(-5));
  });

  it.each([
    ["Europe/London", "2026-10-25T00:15:00Z", "This is the first, at GMT+1"],
    ["Europe/London", "2026-10-25T01:15:00Z", "This is the second, at GMT"],
    ["Australia/Lord_Howe", "2026-04-04T14:45:00Z", "This is the first, at GMT+11"],
  ])("says which of two equal times is meant in %s at %s", (timeZone, startsAt, words) => {
    expect(repeatedTimeNote(new Date(startsAt), timeZone)).toContain(words);
  });

  it("shows no note for a time that occurs once", () => {
    expect(repeatedTimeNote(new Date("2026-11-20T12:30:00Z"), "Asia/Kathmandu")).toBeNull();
  });

  it("says from when a slot far ahead is shown to interviewees", () => {
    const noteOf = (startsAt: string) =>
      listedLaterNote(new Date(startsAt), new Date("2026-11-20T12:00:00Z"), "Asia/Kolkata");
    expect(noteOf("2027-01-19T12:00:00Z")).toBeNull();
    expect(noteOf("2027-02-19T12:30:00Z")).toBe("Interviewees see it from Mon 21 Dec on.");
  });

  it("refuses a time that a clock change skips", () => {
    expect(skippedTimeNote(new Date("2026-03-29T11:00:00Z"), "01:30", "Europe/London")).toBe(
      "01:30 does not exist on Sun 29 Mar in United Kingdom time (BST), because the clocks go forward. Choose another time.",
    );
  });
});
