import { expect, it } from "vitest";
import { bookingStateText } from "./booking-parts.tsx";

const times = { startTime: "2026-11-24T04:30:00.000Z", endTime: "2026-11-24T05:15:00.000Z" };

it.each([
  ["pending", "2026-11-24T04:29:59.999Z", "Upcoming"],
  ["pending", "2026-11-24T04:30:00.000Z", "On now"],
  ["pending", "2026-11-24T05:14:59.999Z", "On now"],
  ["pending", "2026-11-24T05:15:00.000Z", "Ended"],
  ["completed", "2026-11-24T05:20:00.000Z", "Completed"],
  ["cancelled", "2026-11-24T04:45:00.000Z", "Canceled"],
] as const)("a %s booking at %s is called %s", (status, now, text) => {
  expect(bookingStateText({ status, ...times }, new Date(now))).toBe(text);
});
