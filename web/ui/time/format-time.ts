/** The language of the product's dates. One place, so that every screen says a day in the same words. */
export const dateLocale = "en-GB";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs much more than using it, and a calendar formats hundreds of instants. */
export function dateFormatter(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = dateLocale,
): Intl.DateTimeFormat {
  const key = locale + timeZone + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formatters.set(key, made);
  return made;
}

/** `18:00` in the zone. */
export function formatTime(instant: Date, timeZone: string): string {
  return dateFormatter(timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);
}

const hour = 3_600_000;

/** As `formatTime`, with the zone's short name in the hour that an autumn night has twice: `01:30 BST`. */
export function formatExactTime(instant: Date, timeZone: string): string {
  const time = formatTime(instant, timeZone);
  const isRepeated = [-hour, hour].some(
    (shift) => formatTime(new Date(instant.getTime() + shift), timeZone) === time,
  );
  return isRepeated ? `${time} ${zoneAbbreviation(instant, timeZone)}` : time;
}

/** `18:00 – 18:45`; the zone's short name is added to each when the clock changes in between. */
export function formatTimeRange(startsAt: Date, endsAt: Date, timeZone: string): string {
  const changes = zoneOffset(startsAt, timeZone) !== zoneOffset(endsAt, timeZone);
  const say = (instant: Date) =>
    changes
      ? `${formatTime(instant, timeZone)} ${zoneAbbreviation(instant, timeZone)}`
      : formatTime(instant, timeZone);
  return `${say(startsAt)} – ${say(endsAt)}`;
}

function namedPart(
  instant: Date,
  timeZone: string,
  timeZoneName: "short" | "shortOffset" | "long",
  locale = dateLocale,
): string {
  const options = { hour: "numeric", timeZoneName } as const;
  const parts = dateFormatter(timeZone, options, locale).formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}

/** Where people speak of their zones by short names: each of these knows its own, and writes an offset for the others. */
const namingLocales = [dateLocale, "en-US", "en-IN", "en-AU"];

/** `BST`, `EDT`, `IST`: what people of the zone call it at that instant; an offset where they have no such name. */
export function zoneAbbreviation(instant: Date, timeZone: string): string {
  const names = namingLocales.map((locale) => namedPart(instant, timeZone, "short", locale));
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? zoneOffset(instant, timeZone);
}

/** `British Summer Time`. */
export function zoneName(instant: Date, timeZone: string): string {
  return namedPart(instant, timeZone, "long");
}

/** `GMT+5:30`: the offset from UTC at that instant. */
export function zoneOffset(instant: Date, timeZone: string): string {
  return namedPart(instant, timeZone, "shortOffset");
}
