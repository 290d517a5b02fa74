import {
  type DayWindow,
  slotStartMinutes,
  type TimeOff,
  type WeeklyRule,
  type WeeklyRuleFields,
  weeklyRuleFieldsSchema,
} from "@greenroom/contract/schedule/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { formatDate } from "../../format/times.ts";

/** The values of the form: checkboxes and inputs hold text. */
export interface RuleFormValues {
  weekdays: string[];
  windows: DayWindow[];
  timeZone: string;
  startsOn: string;
  endsOn: string;
  exceptions: string[];
  minimumNoticeHours: string;
  mostPerDay: string;
}

export function emptyRuleForm(timeZone: string, today: string): RuleFormValues {
  return {
    weekdays: [],
    windows: [{ from: "18:00", to: "21:00" }],
    timeZone,
    startsOn: today,
    endsOn: "",
    exceptions: [],
    minimumNoticeHours: "12",
    mostPerDay: "",
  };
}

export function ruleToForm(rule: WeeklyRule): RuleFormValues {
  return {
    weekdays: rule.weekdays.map(String),
    windows: rule.windows.map(({ from, to }) => ({ from, to: to === "24:00" ? "00:00" : to })),
    timeZone: rule.timeZone,
    startsOn: rule.startsOn,
    endsOn: rule.endsOn ?? "",
    exceptions: rule.exceptions,
    minimumNoticeHours: String(rule.minimumNoticeHours),
    mostPerDay: rule.mostPerDay === null ? "" : String(rule.mostPerDay),
  };
}

/** The fields for the server. Text that is not a number becomes NaN, which the schema refuses. */
export function formToRuleFields(values: RuleFormValues): WeeklyRuleFields {
  return {
    weekdays: values.weekdays.map(Number).sort((a, b) => a - b),
    // A time input cannot hold 24:00, so it shows the end of the day as 00:00.
    windows: values.windows.map(({ from, to }) => ({ from, to: to === "00:00" ? "24:00" : to })),
    timeZone: values.timeZone,
    startsOn: values.startsOn,
    endsOn: values.endsOn === "" ? null : values.endsOn,
    exceptions: values.exceptions,
    minimumNoticeHours: values.minimumNoticeHours.trim() === "" ? 0 : Number(values.minimumNoticeHours),
    mostPerDay: values.mostPerDay.trim() === "" ? null : Number(values.mostPerDay),
  };
}

const resolveFields = zodResolver(weeklyRuleFieldsSchema);

/** Validates the fields with the contract's own rules, in the form in which they are sent. */
export const ruleResolver: Resolver<RuleFormValues> = async (values, context, options) => {
  const { errors } = await resolveFields(formToRuleFields(values), context, options as never);
  return Object.keys(errors).length === 0
    ? { values: values, errors: {} }
    : { values: {}, errors: errors as never };
};

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

/** The starts of the slots in these hours, `18:00`; incomplete windows have none. */
export function slotStarts(windows: readonly DayWindow[]): string[] {
  return slotStartMinutes(windows.filter(({ from, to }) => from && to)).map((minutes) =>
    new Date(minutes * 60_000).toISOString().slice(11, 16),
  );
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
