/** The instant at which clocks in `timeZone` show `hour`:`minute`, `days` after the day of `now` there. */
export function instantAtHour(now: Date, timeZone: string, days: number, hour: number, minute = 0): Date {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
      .formatToParts(now)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const asUtc = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, (parts.day ?? 1) + days, hour, minute);
  return new Date(asUtc - zoneOffsetAt(new Date(asUtc), timeZone));
}

/** Milliseconds by which the zone is ahead of UTC at an instant. */
function zoneOffsetAt(instant: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}

/**
 * The next time of day that is a multiple of five minutes and at least `minutes` away, so at most five minutes
 * later than that.
 */
export function nextFiveMinutes(now: Date, minutes: number): Date {
  const five = 5 * 60_000;
  return new Date(Math.ceil((now.getTime() + minutes * 60_000) / five) * five);
}
