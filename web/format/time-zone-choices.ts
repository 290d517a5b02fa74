import { timeZoneAbbreviation, timeZoneLabel, timeZoneOffset } from "@greenroom/contract/core/time-zones.ts";
import { timeZoneOptions } from "./time-zones.ts";

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

/** A zone as a list offers it. */
export interface TimeZoneChoice {
  zone: string;
  /** `India time (IST), Kolkata`. */
  label: string;
  isUsual: boolean;
}

/** Every zone that can be chosen: one's own and the usual ones first, then the others by name. */
export function timeZoneChoices(own: string, now = new Date()): TimeZoneChoice[] {
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
  now = new Date(),
): TimeZoneChoice[] {
  const words = normalize(typed).split(" ").filter(Boolean);
  return choices.filter(({ zone, label }) => {
    const names = [zone, label, timeZoneAbbreviation(now, zone), timeZoneOffset(now, zone)];
    const text = normalize(names.join(" "));
    return words.every((word) => text.includes(word));
  });
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[_/(),]+/g, " ")
    .trim();
}

/** With the city, where the zone is called after something larger: several zones can have the same name. */
function choiceLabel(zone: string, now: Date): string {
  const label = timeZoneLabel(zone, now);
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return label.includes(city) ? label : `${label}, ${city}`;
}
