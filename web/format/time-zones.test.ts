import { afterEach, expect, it, vi } from "vitest";
import { searchTimeZones, timeZoneChoices } from "./time-zones.ts";

const november = new Date("2026-11-20T12:00:00Z");
const choices = timeZoneChoices("Asia/Kathmandu", november).all();
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

it.each([
  ["york new", ["America/New_York"]],
  ["cote", ["Africa/Abidjan"]],
  ["Cote d'Ivoire", ["Africa/Abidjan"]],
  ["utc+5:45", ["Asia/Kathmandu"]],
  ["nepal gmt+5", ["Asia/Kathmandu"]],
  ["trinidad and tobago", ["America/Port_of_Spain"]],
  ["porto-novo", ["Africa/Porto-Novo"]],
  // Nothing begins so, and the middle of a word is enough.
  ["hannesburg", ["Africa/Johannesburg"]],
])("finds for %s only %j", (typed, zones) => expect(found(typed)).toEqual(zones));

// The form takes the first zone that the search finds.
it.each([
  ["ger", "Europe/Berlin"],
  ["united k", "Europe/London"],
  ["united s", "America/New_York"],
  ["south k", "Asia/Seoul"],
  ["US", "America/New_York"],
  ["niger", "Africa/Niamey"],
  ["switz", "Europe/Zurich"],
  ["nether", "Europe/Amsterdam"],
  ["japan", "Asia/Tokyo"],
  ["new del", "Asia/Kolkata"],
  ["istan", "Europe/Istanbul"],
])("finds for %s %s first", (typed, zone) => expect(found(typed)[0]).toBe(zone));

it.each([
  ["USA", "Africa/Lusaka"],
  ["us", "Europe/Vienna"],
  ["ger", "Africa/Lagos"],
  ["ire", "America/Buenos_Aires"],
])("does not find for %s %s, which has it in the middle of a word", (typed, zone) =>
  expect(found(typed)).not.toContain(zone),
);

it.each([
  ["brazil", "America/Sao_Paulo"],
  ["canad", "America/Toronto"],
  ["russia", "Europe/Moscow"],
])("finds every zone of a country: %s has %s", (typed, zone) => expect(found(typed)).toContain(zone));

it("finds nothing for text that is not a zone", () => expect(found("atlantis")).toEqual([]));

it("are prepared with breaks, and then need no more formatting", async () => {
  const prepared = timeZoneChoices("Asia/Kolkata", new Date("2026-07-20T12:00:00Z"));
  let turns = 0;
  const counter = setInterval(() => (turns += 1));
  // Each zone takes longer than the time before a break.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  await prepared.prepare(new AbortController().signal);
  clearInterval(counter);
  expect(turns).toBeGreaterThan(20);
  const formatters = vi.spyOn(Intl, "DateTimeFormat");
  expect(searchTimeZones(prepared.all(), "zurich", november)).toHaveLength(1);
  expect(formatters).not.toHaveBeenCalled();
});

it("are all there while they are being prepared, and when that was stopped", async () => {
  const closed = new AbortController();
  const stopped = timeZoneChoices("Asia/Kathmandu", november);
  const preparation = stopped.prepare(closed.signal);
  closed.abort();
  await preparation;
  expect(stopped.all()).toEqual(choices);
});

it("formats no zone again for a keystroke, because 400 zones would take half a second on a phone", () => {
  found("k");
  const formatters = vi.spyOn(Intl, "DateTimeFormat");
  expect(found("")).toHaveLength(choices.length);
  expect(found("ko")).toContain("Asia/Kolkata");
  expect(found("+5:30")).toContain("Asia/Kolkata");
  expect(formatters).not.toHaveBeenCalled();
});
