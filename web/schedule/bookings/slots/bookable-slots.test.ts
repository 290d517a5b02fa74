import { expect, it } from "vitest";
import { bookableSlots } from "./bookable-slots.ts";

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
