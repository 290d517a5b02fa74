/* The suggested days of a report's plan: two weeks that begin on the day after the report. The days depend on the
   time zone of the reader. */

const dayMilliseconds = 86_400_000;
const planLengthDays = 14;

/** The day of an exercise, counted from 0, in a plan with this many. */
export function suggestedDay(madeAt: string, index: number, exercises: number): Date {
  return daysAfter(madeAt, 1 + Math.round((index * (planLengthDays - 1)) / exercises));
}

/** `Your next two weeks (13 to 26 November)`. */
export function planTitle(madeAt: string, timeZone: string): string {
  return `Your next two weeks (${planDates(madeAt, timeZone)})`;
}

function planDates(madeAt: string, timeZone: string): string {
  const first = daysAfter(madeAt, 1);
  const last = daysAfter(madeAt, planLengthDays);
  const write = (day: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(day);
  const month = (day: Date) => write(day, { month: "long", year: "numeric" });
  const isSameYear = write(first, { year: "numeric" }) === write(last, { year: "numeric" });
  const long: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    ...(isSameYear ? {} : { year: "numeric" }),
  };
  const start = month(first) === month(last) ? write(first, { day: "numeric" }) : write(first, long);
  return `${start} to ${write(last, long)}`;
}

/** True after the last day of the plan. */
export function isPlanOver(madeAt: string, now: Date): boolean {
  return now >= daysAfter(madeAt, planLengthDays + 1);
}

function daysAfter(madeAt: string, days: number): Date {
  return new Date(Date.parse(madeAt) + days * dayMilliseconds);
}
