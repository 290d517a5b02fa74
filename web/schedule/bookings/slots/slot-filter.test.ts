import { expect, it } from "vitest";
import { slotEvent } from "./calendar-events.ts";
import {
  eventsInDayPart,
  interviewerOptions,
  noFilter,
  readSlotFilter,
  slotsOfInterviewer,
  writeSlotFilter,
} from "./slot-filter.ts";

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
  expect(ids(slotsOfInterviewer(slots, { id: "a", name: "Arjun Rao" }))).toEqual(["2", "3"]);
  expect(slotsOfInterviewer(slots, null)).toBe(slots);
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

it("is written to the URL, whose other parameters stay", () => {
  const filter = { interviewer: { id: "a", name: "Arjun Rao" }, dayPart: "Evening" } as const;
  const written = writeSlotFilter(new URLSearchParams("plan=Pro"), filter);
  expect(written.toString()).toBe("plan=Pro&interviewer=a&time=evening");
  expect(writeSlotFilter(written, noFilter).toString()).toBe("plan=Pro");
});
