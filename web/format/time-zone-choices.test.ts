import { afterEach, expect, it, vi } from "vitest";
import { searchTimeZones, timeZoneChoices } from "./time-zone-choices.ts";

const november = new Date("2026-11-20T12:00:00Z");
const choices = timeZoneChoices("Asia/Kathmandu", november);
const found = (typed: string) => searchTimeZones(choices, typed, november).map(({ zone }) => zone);

afterEach(() => vi.restoreAllMocks());

it("offers one's own zone and the common ones first", () => {
  expect(choices.slice(0, 3).map(({ label }) => label)).toEqual([
    "Nepal time (GMT+5:45), Kathmandu",
    "India time (IST), Kolkata",
    "Dubai time (GST)",
  ]);
  expect(choices.filter(({ zone }) => zone === "Asia/Kolkata")).toHaveLength(1);
  expect(choices.length).toBeGreaterThan(300);
});

it.each([
  ["india", "Asia/Kolkata"],
  ["kolkata", "Asia/Kolkata"],
  ["IST", "Asia/Kolkata"],
  ["new york", "America/New_York"],
  ["+5:45", "Asia/Kathmandu"],
  ["united kingdom", "Europe/London"],
  ["Mumbai", "Asia/Kolkata"],
  ["Germany", "Europe/Berlin"],
  ["St. John's", "America/St_Johns"],
  ["Curaçao", "America/Curacao"],
  ["Ciudad Juarez", "America/Ciudad_Juarez"],
])("finds %s", (typed, zone) => expect(found(typed)).toContain(zone));

it("finds nothing for text that is not a zone", () => expect(found("atlantis")).toEqual([]));

it("formats no zone again for a keystroke, because 400 zones would take half a second on a phone", () => {
  found("k");
  const formatters = vi.spyOn(Intl, "DateTimeFormat");
  expect(found("")).toHaveLength(choices.length);
  expect(found("ko")).toContain("Asia/Kolkata");
  expect(found("+5:30")).toContain("Asia/Kolkata");
  expect(formatters).not.toHaveBeenCalled();
});
