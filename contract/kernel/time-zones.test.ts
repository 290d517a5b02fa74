import { expect, it } from "vitest";
import { formatNamedMoment, formatNamedTime, timeZoneLabel } from "./time-zones.ts";

const november = new Date("2026-11-20T14:45:00Z");

it.each([
  ["Asia/Kolkata", "India time (IST)"],
  ["Europe/London", "United Kingdom time (GMT)"],
  ["America/New_York", "New York time (EST)"],
  ["Asia/Kathmandu", "Nepal time (GMT+5:45)"],
  ["Asia/Dubai", "Dubai time (GST)"],
  ["UTC", "UTC"],
])("%s is called %s", (zone, label) => expect(timeZoneLabel(zone, november)).toBe(label));

it("uses the short name of the season", () => {
  expect(timeZoneLabel("Europe/London", new Date("2026-07-01T12:00:00Z"))).toBe("United Kingdom time (BST)");
});

it("writes times with the zone's short name", () => {
  expect(formatNamedTime(november, "Asia/Kolkata")).toBe("20:15 IST");
  expect(formatNamedTime(november, "America/New_York")).toBe("09:45 EST");
  expect(formatNamedMoment(november, "Asia/Kolkata")).toBe("Fri 20 Nov 2026, 20:15 IST");
  expect(formatNamedTime(new Date("2026-11-20T18:30:00Z"), "Asia/Kolkata")).toBe("00:00 IST");
});
