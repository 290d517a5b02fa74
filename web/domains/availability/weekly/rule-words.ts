import { slotMinutes } from "@greenroom/contract/time.ts";
import { type DayWindow, minutesOfDay, type WeeklyRule } from "@greenroom/contract/weekly-availability.ts";
import { dateFormatter } from "../../../ui/time/format-time.ts";

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** ISO weekdays in words: `Every day`, `Mon – Fri`, `Mon, Wed, Fri`. */
export function sayWeekdays(weekdays: readonly number[]): string {
  const days = [...weekdays].sort((a, b) => a - b);
  const name = (day: number | undefined) => weekdayNames[(day ?? 1) - 1] ?? "";
  if (days.length === 7) return "Every day";
  const [first, last] = [days[0] ?? 1, days.at(-1) ?? 1];
  if (days.length > 2 && last - first === days.length - 1) return `${name(first)} – ${name(last)}`;
  return days.map(name).join(", ");
}

/** `18:00 – 20:15, 21:00 – 22:30`. */
export function sayWindows(windows: readonly DayWindow[]): string {
  return windows.map(({ from, to }) => `${from} – ${to}`).join(", ");
}

/** `27 Nov 2026`: a calendar day without a zone. */
export function sayDay(day: string): string {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  return dateFormatter("UTC", options).format(new Date(`${day}T12:00:00Z`));
}

/** `from 20 Nov 2026`, `20 Nov 2026 – 3 Dec 2026`. */
export function sayTerm({ startsOn, endsOn }: Pick<WeeklyRule, "startsOn" | "endsOn">): string {
  return endsOn === null ? `from ${sayDay(startsOn)}` : `${sayDay(startsOn)} – ${sayDay(endsOn)}`;
}

/** When slots begin in these hours, `18:00`; windows that are not whole yet have none. */
export function slotStarts(windows: readonly DayWindow[]): string[] {
  const starts: string[] = [];
  for (const { from, to } of windows) {
    if (!from || !to) continue;
    for (let at = minutesOfDay(from); at + slotMinutes <= minutesOfDay(to); at += slotMinutes)
      starts.push(`${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`);
  }
  return starts.sort();
}

/** `✅ 5 slots added, 2 removed.` */
export function sayChange(lead: string, { added, removed }: { added: number; removed: number }): string {
  const parts = [
    added > 0 ? `${added} ${added === 1 ? "slot" : "slots"} added` : "",
    removed > 0 ? `${removed} open ${removed === 1 ? "slot" : "slots"} removed` : "",
  ].filter(Boolean);
  return `✅ ${lead} ${parts.length === 0 ? "No slot changed." : `${parts.join(", ")}.`}`;
}
