/** At most one missed day in this many days is forgiven. */
const forgivenEveryDays = 7;

/** The calendar day of an instant in a time zone: `2026-11-22`. */
export function localDay(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(instant);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Whether a card's last review was counted on a day, which counts each card once. */
export function isCountedOn(
  lastReviewedAt: Date,
  { day, timeZone }: { day: string; timeZone: string },
): boolean {
  // After a change of the time zone, a day can last longer than it does where it was begun.
  return localDay(lastReviewedAt, timeZone) >= day;
}

/** The day this many days before another. */
export function dayBefore(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/**
 * Counts the consecutive days up to today on which the goal was met. Today counts once its goal is met, and does
 * not break the streak before. One missed day between two met ones is forgiven, at most once in seven days, and
 * does not count.
 */
export function findStreak(
  metDays: ReadonlySet<string>,
  today: string,
): { streak: number; forgave: boolean } {
  let day = metDays.has(today) ? today : dayBefore(today);
  let streak = 0;
  let sinceForgiven = forgivenEveryDays;
  let forgave = false;
  for (;;) {
    if (metDays.has(day)) streak += 1;
    else if (sinceForgiven >= forgivenEveryDays && metDays.has(dayBefore(day))) {
      sinceForgiven = 0;
      forgave = true;
    } else return { streak, forgave };
    sinceForgiven += 1;
    day = dayBefore(day);
  }
}
