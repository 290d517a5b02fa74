import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import { timeZoneLabel, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import { zonesOfCountries } from "./zone-countries.ts";

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

/** Words that people search for, and that neither the names of the zones nor those of their countries contain. */
const searchedNames: Readonly<Record<string, string>> = {
  "Asia/Kolkata":
    "Ahmedabad Bangalore Bengaluru Bombay Calcutta Chennai New Delhi Gurugram Hyderabad Mumbai Noida Pune",
  "Asia/Dubai": "Abu Dhabi UAE",
  "Asia/Shanghai": "Beijing",
  "Europe/London": "England Scotland Wales Great Britain UK",
  "Europe/Berlin": "Frankfurt Hamburg Munich",
  "Europe/Istanbul": "Turkey",
  "America/New_York": "USA US Eastern NYC Atlanta Boston Washington",
  "America/Chicago": "USA US Central Austin Dallas Houston",
  "America/Los_Angeles": "USA US Pacific San Francisco Seattle",
};

/** A zone as a list offers it. */
export interface TimeZoneChoice {
  zone: string;
  /** `India time (IST), Kolkata`. */
  label: string;
  isUsual: boolean;
}

export interface TimeZoneChoices {
  /** One's own zone and the usual ones. */
  usual: readonly TimeZoneChoice[];
  /** Every zone: the usual ones first, then the others by name. Takes up to a second before `prepare` has ended. */
  all(): readonly TimeZoneChoice[];
  /** Prepares `all` and the search, with breaks in which the page can respond. Stops early if the signal aborts. */
  prepare(signal: AbortSignal): Promise<void>;
}

/** How long zones are formatted before a break: about half of a frame, in milliseconds. */
const workMilliseconds = 8;

/** The zones that can be chosen. */
export function timeZoneChoices(own: string, now: Date): TimeZoneChoices {
  const usualIds = [...new Set([own, ...usualZones])];
  const choose = (zone: string, isUsual: boolean) => ({ zone, label: choiceLabel(zone, now), isUsual });
  const usual = usualIds.map((zone) => choose(zone, true));
  const waiting = timeZoneOptions(own).filter((zone) => !usualIds.includes(zone));
  const others: TimeZoneChoice[] = [];
  let sorted: readonly TimeZoneChoice[] | undefined;
  const addNext = () => {
    const zone = waiting.pop();
    if (zone === undefined) return false;
    const choice = choose(zone, false);
    searchTextOf(choice, now);
    others.push(choice);
    return true;
  };
  return {
    usual,
    all() {
      while (addNext());
      sorted ??= [...usual, ...others.sort((a, b) => a.label.localeCompare(b.label))];
      return sorted;
    },
    async prepare(signal) {
      let startedAt = performance.now();
      for (const choice of usual) searchTextOf(choice, now);
      while (!signal.aborted && addNext()) {
        if (performance.now() - startedAt < workMilliseconds) continue;
        await new Promise((resolve) => setTimeout(resolve));
        startedAt = performance.now();
      }
    },
  };
}

/**
 * The choices in which every typed word begins a word of the name, id, country, short name or offset. The same words in
 * the same order come first, then whole words: "US" must find the United States before Ushuaia. If there are none, a
 * part in the middle of a word is enough.
 */
export function searchTimeZones(
  choices: readonly TimeZoneChoice[],
  typed: string,
  now: Date,
): readonly TimeZoneChoice[] {
  const phrase = normalize(typed);
  if (phrase === "") return choices;
  const words = phrase.split(" ");
  const withAll = (parts: readonly string[]) =>
    choices.filter((choice) => parts.every((part) => searchTextOf(choice, now).includes(part)));
  const found = new Set([
    ...withAll([` ${phrase} `]),
    ...withAll([` ${phrase}`]),
    ...withAll(words.map((word) => ` ${word} `)),
    ...withAll(words.map((word) => ` ${word}`)),
  ]);
  return found.size > 0 ? [...found] : withAll(words);
}

/** Formatting every zone takes long, so it must not happen at each keystroke. */
const searchTexts = new WeakMap<TimeZoneChoice, string>();

/** The words of a choice, with a space before and after each. */
function searchTextOf(choice: TimeZoneChoice, now: Date): string {
  const known = searchTexts.get(choice);
  if (known !== undefined) return known;
  const { zone, label } = choice;
  // The label has the short name, or the offset of a zone without one.
  const offset = label.includes("GMT") ? "" : timeZoneOffset(now, zone);
  const words = [
    zone,
    label,
    offset,
    countries.get(zone.slice(zone.lastIndexOf("/") + 1)) ?? "",
    searchedNames[zone] ?? "",
  ];
  const text = ` ${normalize(words.join(" "))} `;
  searchTexts.set(choice, text);
  return text;
}

/** The country of each zone, by the last part of its id. */
const countries = new Map(
  Object.entries(zonesOfCountries).flatMap(([country, places]) =>
    places.split(" ").map((place) => [place, country] as const),
  ),
);

/**
 * Lower-case words between single spaces, without accents, dots and apostrophes: a zone's id is `America/St_Johns`, its
 * city is St. John's. An offset is a word of its own, whether it is from GMT or from UTC.
 */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{Mn}.'’]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/\b(?:gmt|utc)(?=[+-]\d)/g, "gmt ")
    .replaceAll(/(?:[\s_/(),]|-(?!\d))+/g, " ")
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
