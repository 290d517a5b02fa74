import type { DayWindow, TimeOff, WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { formatDate } from "../../format/times.ts";

/* Weekly hours and time off in words. */

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** ISO weekdays in words: `Every day`, `Mon – Fri`, `Mon, Wed, Fri`. */
export function formatWeekdays(weekdays: readonly number[]): string {
  const days = [...weekdays].sort((a, b) => a - b);
  const name = (day: number | undefined) => weekdayNames[(day ?? 1) - 1] ?? "";
  if (days.length === 7) return "Every day";
  const [first, last] = [days[0] ?? 1, days.at(-1) ?? 1];
  if (days.length > 2 && last - first === days.length - 1) return `${name(first)} – ${name(last)}`;
  return days.map(name).join(", ");
}

/** `18:00 – 20:15, 21:00 – 22:30`. */
export function formatWindows(windows: readonly DayWindow[]): string {
  return windows.map(({ from, to }) => `${from} – ${to}`).join(", ");
}

/** `27 Nov 2026`: a calendar day without a zone. */
export function formatCalendarDay(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`), "UTC");
}

/** Why a rule has no slots now: `Starts on 20 Dec 2026`, `Ended on 3 Nov 2026`. Null while it applies. */
export function inactiveRuleText(
  { startsOn, endsOn }: Pick<WeeklyRule, "startsOn" | "endsOn">,
  today: string,
): string | null {
  if (startsOn > today) return `Starts on ${formatCalendarDay(startsOn)}`;
  return endsOn !== null && endsOn < today ? `Ended on ${formatCalendarDay(endsOn)}` : null;
}

/** `from 20 Nov 2026`, `20 Nov 2026 – 3 Dec 2026`. */
export function formatTerm({ startsOn, endsOn }: Pick<WeeklyRule, "startsOn" | "endsOn">): string {
  return endsOn === null
    ? `from ${formatCalendarDay(startsOn)}`
    : `${formatCalendarDay(startsOn)} – ${formatCalendarDay(endsOn)}`;
}

/** `12 hours' notice`. */
export function formatNotice(hours: number): string {
  return hours === 1 ? "1 hour's notice" : `${hours} hours' notice`;
}

/** `1 interview is still booked on this day`. */
export function formatStillBooked({
  booked,
  firstDay,
  lastDay,
}: Pick<TimeOff, "firstDay" | "lastDay"> & { booked: readonly unknown[] }): string {
  const interviews =
    booked.length === 1 ? "1 interview is still booked" : `${booked.length} interviews are still booked`;
  return `${interviews} on ${firstDay === lastDay ? "this day" : "these days"}`;
}

/** `✅ 5 slots added, 2 removed.` */
export function formatSlotChange(
  lead: string,
  { added, removed }: { added: number; removed: number },
): string {
  const parts = [
    added > 0 ? `${added} ${added === 1 ? "slot" : "slots"} added` : "",
    removed > 0 ? `${removed} open ${removed === 1 ? "slot" : "slots"} removed` : "",
  ].filter(Boolean);
  return `✅ ${lead} ${parts.length === 0 ? "No slot changed." : `${parts.join(", ")}.`}`;
}
