/** The language of the product's dates. One place, so that every screen says a day in the same words. */
export const dateLocale = "en-GB";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs much more than using it, and a calendar formats hundreds of instants. */
export function dateFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(dateLocale, { timeZone, ...options });
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

function namedPart(instant: Date, timeZone: string, timeZoneName: "short" | "shortOffset" | "long"): string {
  const parts = dateFormatter(timeZone, { hour: "numeric", timeZoneName }).formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}

/** `BST`, `IST`, `GMT-4`: what people of the zone call it at that instant. */
export function zoneAbbreviation(instant: Date, timeZone: string): string {
  return namedPart(instant, timeZone, "short");
}

/** `British Summer Time`. */
export function zoneName(instant: Date, timeZone: string): string {
  return namedPart(instant, timeZone, "long");
}

/** `GMT+5:30`: the offset from UTC at that instant. */
export function zoneOffset(instant: Date, timeZone: string): string {
  return namedPart(instant, timeZone, "shortOffset");
}

/** The zone of the machine that the page runs on. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
