/** When a recurring job is due, in UTC; null stands for every one. */
interface CronSchedule {
  minute: number | null;
  hour: number | null;
}

/** Reads the form of cron expressions that our jobs use: a minute and an hour, each a number or `*`, every day. */
function parseCron(expression: string): CronSchedule {
  const match = /^(\*|[1-5]?\d) (\*|1?\d|2[0-3]) \* \* \*$/.exec(expression);
  if (match === null) throw new Error(`"${expression}" is not a minute and an hour of every day`);
  const [minute, hour] = match.slice(1).map((field) => (field === "*" ? null : Number(field)));
  return { minute: minute ?? null, hour: hour ?? null };
}

const minuteMilliseconds = 60_000;
/** A job is due once, however long no server ran, so one day is enough to look at. */
const mostMinutes = 24 * 60;

/** Whether a schedule has a minute that began after `since` and not after `until`. */
export function isDueBetween(expression: string, since: Date, until: Date): boolean {
  const { minute, hour } = parseCron(expression);
  const last = Math.floor(until.getTime() / minuteMilliseconds);
  const first = Math.max(Math.floor(since.getTime() / minuteMilliseconds) + 1, last - mostMinutes + 1);
  for (let at = first; at <= last; at += 1) {
    const time = new Date(at * minuteMilliseconds);
    if (
      (minute ?? time.getUTCMinutes()) === time.getUTCMinutes() &&
      (hour ?? time.getUTCHours()) === time.getUTCHours()
    )
      return true;
  }
  return false;
}
