import { currentTimeZoneName } from "@greenroom/contract/core/time-zone-names.ts";
import { timeZoneLabel, timeZoneOffset } from "@greenroom/contract/core/time-zones.ts";

// Apart from time-zones.ts, which every page loads.

/** The zones that most people here choose, in the order in which a list offers them. */
const usualZones = [
  "Asia/Kolkata",
  "Asia/Dubai",
  "Asia/Singapore",
  "Europe/London",
  "Europe/Berlin",
  "America/New_York",
  "America/Chicago",
  "America/Los_Angeles",
  "Australia/Sydney",
  "UTC",
];

/** Countries and large cities that people search for and that the names of the usual zones do not contain. */
const searchedNames: Readonly<Record<string, string>> = {
  "Asia/Kolkata": "Ahmedabad Bangalore Bengaluru Chennai Delhi Gurugram Hyderabad Mumbai Noida Pune",
  "Asia/Dubai": "Abu Dhabi United Arab Emirates UAE",
  "Europe/London": "England Scotland Wales UK",
  "Europe/Berlin": "Germany Frankfurt Hamburg Munich",
  "America/New_York": "United States USA Atlanta Boston Washington",
  "America/Chicago": "United States USA Austin Dallas Houston",
  "America/Los_Angeles": "United States USA San Francisco Seattle",
  "Australia/Sydney": "Australia",
};

/** A zone as a list offers it. */
export interface TimeZoneChoice {
  zone: string;
  /** `India time (IST), Kolkata`. */
  label: string;
  isUsual: boolean;
}

/** Every zone that can be chosen: one's own and the usual ones first, then the others by name. */
export function timeZoneChoices(own: string, now: Date): TimeZoneChoice[] {
  const usual = [...new Set([own, ...usualZones])];
  const others = timeZoneOptions(own).filter((zone) => !usual.includes(zone));
  const choose = (zone: string, isUsual: boolean) => ({ zone, label: choiceLabel(zone, now), isUsual });
  const byLabel = (a: TimeZoneChoice, b: TimeZoneChoice) => a.label.localeCompare(b.label);
  return [
    ...usual.map((zone) => choose(zone, true)),
    ...others.map((zone) => choose(zone, false)).sort(byLabel),
  ];
}

/** The choices that have every typed word in their name, id, short name or offset. */
export function searchTimeZones(
  choices: readonly TimeZoneChoice[],
  typed: string,
  now: Date,
): readonly TimeZoneChoice[] {
  const words = normalize(typed).split(" ").filter(Boolean);
  if (words.length === 0) return choices;
  return choices.filter((choice) => {
    const text = searchTextOf(choice, now);
    return words.every((word) => text.includes(word));
  });
}

/** Formatting every zone takes long, so it must not happen at each keystroke. */
const searchTexts = new WeakMap<TimeZoneChoice, string>();

function searchTextOf(choice: TimeZoneChoice, now: Date): string {
  const known = searchTexts.get(choice);
  if (known !== undefined) return known;
  const { zone, label } = choice;
  // The label has the short name, or the offset of a zone without one.
  const offset = label.includes("GMT") ? "" : timeZoneOffset(now, zone);
  const text = normalize([zone, label, offset, searchedNames[zone] ?? ""].join(" "));
  searchTexts.set(choice, text);
  return text;
}

/** Without accents, dots and apostrophes: a zone's id is `America/St_Johns`, its city is St. John's. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{Mn}.'’]/gu, "")
    .toLowerCase()
    .replaceAll(/[_/(),]+/g, " ")
    .trim();
}

/** With the city, where the zone is called after something larger: several zones can have the same name. */
function choiceLabel(zone: string, now: Date): string {
  const label = timeZoneLabel(zone, now);
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return normalize(label).includes(normalize(city)) ? label : `${label}, ${city}`;
}

/**
 * Every zone that can be chosen, by current names. Includes `alwaysInclude` even if the browser does not know
 * it.
 */
function timeZoneOptions(alwaysInclude: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").map(currentTimeZoneName);
  return [...new Set([...zones, "UTC", alwaysInclude])].sort((a, b) => a.localeCompare(b));
}
