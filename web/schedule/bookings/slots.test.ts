import { describe, expect, it } from "vitest";
import { endOfWeeks, firstWeeks } from "../../api/early-calls.ts";
import { allWeeks, bookableSlots, weeksUntil } from "./open-slots.ts";
import {
  eventsInDayPart,
  favoritesOption,
  interviewerOptions,
  noFilter,
  readSlotFilter,
  slotEvent,
  slotsOfInterviewer,
} from "./slot-filter.ts";

describe("bookable slots", () => {
  const interviewer = { _id: "i", firstName: "Arjun", lastName: "Rao" };
  const slot = (slotTime: string) => ({ _id: slotTime, slotTime, interviewerId: interviewer });
  const interview = (startTime: string, endTime: string, status: "pending" | "cancelled" = "pending") => ({
    startTime,
    endTime,
    status,
  });
  const now = new Date("2026-11-20T10:00:00.000Z");
  const times = (slots: ReturnType<typeof slot>[]) => slots.map(({ slotTime }) => slotTime.slice(11, 16));

  it("leaves out slots that have begun", () => {
    const slots = [
      slot("2026-11-20T09:59:00.000Z"),
      slot("2026-11-20T10:00:00.000Z"),
      slot("2026-11-20T10:01:00.000Z"),
    ];
    expect(times(bookableSlots(slots, [], now))).toEqual(["10:01"]);
  });

  it("leaves out slots that overlap one of the user's interviews, and keeps adjacent ones", () => {
    const slots = ["11:14", "11:15", "11:16", "12:00", "12:44", "12:45"].map((time) =>
      slot(`2026-11-20T${time}:00.000Z`),
    );
    const mine = [interview("2026-11-20T12:00:00.000Z", "2026-11-20T12:45:00.000Z")];
    expect(times(bookableSlots(slots, mine, now))).toEqual(["11:14", "11:15", "12:45"]);
  });

  it("offers the time of a canceled interview again", () => {
    const slots = [slot("2026-11-20T12:00:00.000Z")];
    const mine = [interview("2026-11-20T12:00:00.000Z", "2026-11-20T12:45:00.000Z", "cancelled")];
    expect(bookableSlots(slots, mine, now)).toHaveLength(1);
  });
});

describe("slot weeks", () => {
  const now = new Date("2026-11-20T06:30:00.000Z");

  describe("the weeks of open slots", () => {
    it("end at the same instant all day", () => {
      expect(endOfWeeks(2, now)).toBe("2026-12-05T00:00:00.000Z");
      expect(endOfWeeks(2, new Date("2026-11-20T23:59:59.000Z"))).toBe("2026-12-05T00:00:00.000Z");
    });

    it.each([
      ["2026-11-21T00:00:00.000Z", firstWeeks],
      ["2026-12-05T00:00:00.000Z", 3],
      ["2028-01-01T00:00:00.000Z", allWeeks],
    ])("reach %s", (instant, weeks) => {
      expect(weeksUntil(new Date(instant), now)).toBe(weeks);
    });
  });
});

describe("slot filter", () => {
  const arjun = { _id: "a", firstName: "Arjun", lastName: "Rao" };
  const kavya = { _id: "k", firstName: "Kavya", lastName: "" };
  const slots = [
    { _id: "1", slotTime: "2026-11-20T05:30:00.000Z", interviewerId: kavya },
    { _id: "2", slotTime: "2026-11-20T12:30:00.000Z", interviewerId: arjun },
    { _id: "3", slotTime: "2026-11-20T18:45:00.000Z", interviewerId: arjun },
  ];
  const ids = (list: readonly { _id?: string; id?: string }[]) => list.map((item) => item._id ?? item.id);

  it("offers each interviewer once, by name, and keeps the selected one", () => {
    expect(interviewerOptions(slots, null)).toEqual([
      { id: "a", name: "Arjun Rao" },
      { id: "k", name: "Kavya" },
    ]);
    const gone = { id: "z", name: "Dev Patel" };
    expect(interviewerOptions(slots, gone).map(({ name }) => name)).toEqual([
      "Arjun Rao",
      "Dev Patel",
      "Kavya",
    ]);
  });

  it("shows one interviewer's slots, or everybody's", () => {
    expect(ids(slotsOfInterviewer(slots, { id: "a", name: "Arjun Rao" }, new Set()))).toEqual(["2", "3"]);
    expect(ids(slotsOfInterviewer(slots, favoritesOption, new Set(["a"])))).toEqual(["2", "3"]);
    expect(slotsOfInterviewer(slots, null, new Set())).toBe(slots);
  });

  it("determines the part of the day in the viewer's time zone", () => {
    const inZone = (zone: string, part: "Morning" | "Evening" | null) =>
      ids(
        eventsInDayPart(
          slots.map((slot) => slotEvent(slot, zone)),
          part,
          zone,
        ),
      );
    expect(inZone("Asia/Kolkata", "Morning")).toEqual(["1", "3"]);
    expect(inZone("Asia/Kolkata", "Evening")).toEqual(["2"]);
    expect(inZone("America/New_York", "Morning")).toEqual(["1", "2"]);
    expect(inZone("Asia/Kolkata", null)).toEqual(["1", "2", "3"]);
  });

  it.each([
    ["", noFilter],
    ["interviewer=a&time=evening", { interviewer: { id: "a", name: "Arjun Rao" }, dayPart: "Evening" }],
    [
      "interviewer=z&time=midnight",
      { interviewer: { id: "z", name: "An interviewer without open slots" }, dayPart: null },
    ],
  ] as const)("is read from the URL: %s", (search, filter) => {
    expect(readSlotFilter(new URLSearchParams(search), slots)).toEqual(filter);
  });
});
