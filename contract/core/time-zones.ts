/* The names of time zones, the same on screens and in mails. */

/** The most formatters in the cache. */
const maxFormatters = 2_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs twenty times as much as using it. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  if (formatters.size >= maxFormatters) formatters.clear();
  const created = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, created);
  return created;
}

type ZoneNameStyle = "short" | "shortOffset" | "shortGeneric";

function zoneName(instant: Date, timeZone: string, style: ZoneNameStyle, locale = "en-GB"): string {
  const options = { timeZone, hour: "numeric", timeZoneName: style } as const;
  const parts = formatter(locale, options).formatToParts(instant);
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

/** `20:15 IST`: a time with its zone, for places where nothing else names the zone. */
export function formatNamedTime(instant: Date, timeZone: string): string {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return `${formatter("en-GB", options).format(instant)} ${timeZoneAbbreviation(instant, timeZone)}`;
}

/** `Fri 20 Nov 2026, 20:15 IST`. */
export function formatNamedMoment(instant: Date, timeZone: string): string {
  const options = { timeZone, weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const day = formatter("en-GB", options).format(instant).replace(",", "");
  return `${day}, ${formatNamedTime(instant, timeZone)}`;
}
