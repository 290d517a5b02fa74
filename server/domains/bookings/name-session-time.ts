/** A session's time for a reader in a zone, both forms with the zone named: it says whose clock is meant. */
export interface SessionTime {
  /** `Fri 20 Nov 2026, 18:00 GMT+5:30` */
  short: string;
  /** `Friday 20 November 2026, 18:00 to 18:45, Asia/Kolkata (GMT+5:30)` */
  long: string;
}

export function nameSessionTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
): SessionTime {
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(instant);
  const clock = (instant: Date) => format(instant, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = (length: "short" | "long") =>
    format(startsAt, { weekday: length, day: "numeric", month: length, year: "numeric" }).replace(",", "");
  const offset =
    new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" })
      .formatToParts(startsAt)
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return {
    short: `${day("short")}, ${clock(startsAt)} ${offset}`,
    long: `${day("long")}, ${clock(startsAt)} to ${clock(endsAt)}, ${timeZone} (${offset})`,
  };
}
