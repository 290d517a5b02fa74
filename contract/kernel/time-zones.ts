/* The names of time zones, the same on screens and in mails. */

const maxFormattersOfOptions = 500;
const formatters = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * The formatter of a locale and zone. Creating one costs twenty times as much as using it, so they are kept for each
 * object of options, which therefore must be a constant.
 */
export function zoneFormatter(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  let ofOptions = formatters.get(options);
  if (ofOptions === undefined) {
    ofOptions = new Map();
    formatters.set(options, ofOptions);
  }
  const key = `${locale} ${timeZone}`;
  const known = ofOptions.get(key);
  if (known !== undefined) return known;
  if (ofOptions.size >= maxFormattersOfOptions) ofOptions.clear();
  const created = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  ofOptions.set(key, created);
  return created;
}

const zoneNameOptions = {
  short: { hour: "numeric", timeZoneName: "short" },
  shortOffset: { hour: "numeric", timeZoneName: "shortOffset" },
  shortGeneric: { hour: "numeric", timeZoneName: "shortGeneric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function zoneName(
  instant: Date,
  timeZone: string,
  style: keyof typeof zoneNameOptions,
  locale = "en-GB",
): string {
  const parts = zoneFormatter(locale, timeZone, zoneNameOptions[style]).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** Each of these locales has short names for its own zones, and an offset for the others. */
const namingLocales = ["en-GB", "en-US", "en-IN", "en-AU"];

/** `BST`, `EDT`, `IST`: the short name at that instant, or the offset of a zone that has no short name. */
export function timeZoneAbbreviation(instant: Date, timeZone: string): string {
  // One after the other, because each needs a formatter of its own.
  for (const locale of namingLocales) {
    const name = zoneName(instant, timeZone, "short", locale);
    if (!/^(GMT|UTC)[+-]/.test(name)) return name;
  }
  return timeZoneOffset(instant, timeZone);
}

/** `GMT+5:30`: the offset from UTC at that instant. */
export function timeZoneOffset(instant: Date, timeZone: string): string {
  return zoneName(instant, timeZone, "shortOffset");
}

/**
 * `India time (IST)`, `New York time (EST)`, `Nepal time (GMT+5:45)`: a zone by its place and its short name
 * at that instant.
 */
export function timeZoneLabel(timeZone: string, instant: Date): string {
  const abbreviation = timeZoneAbbreviation(instant, timeZone);
  const place = timeZonePlace(instant, timeZone);
  return place === null ? abbreviation : `${place} time (${abbreviation})`;
}

/** The country or city of the zone; null for a zone without a place, such as UTC. */
function timeZonePlace(instant: Date, timeZone: string): string | null {
  const generic = zoneName(instant, timeZone, "shortGeneric");
  if (generic.endsWith(" Time")) return generic.slice(0, -" Time".length);
  if (!timeZone.includes("/") || timeZone.startsWith("Etc/")) return null;
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

const clockOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** `20:15` */
export function formatTime(instant: Date, timeZone: string): string {
  return zoneFormatter("en-GB", timeZone, clockOptions).format(instant);
}

/** `20:15 IST`: a time with its zone, for places where nothing else names the zone. */
export function formatNamedTime(instant: Date, timeZone: string): string {
  return `${formatTime(instant, timeZone)} ${timeZoneAbbreviation(instant, timeZone)}`;
}

const shortDayOptions = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;

/** `Fri 20 Nov 2026, 20:15 IST`. */
export function formatNamedMoment(instant: Date, timeZone: string): string {
  const day = zoneFormatter("en-GB", timeZone, shortDayOptions).format(instant).replace(",", "");
  return `${day}, ${formatNamedTime(instant, timeZone)}`;
}
