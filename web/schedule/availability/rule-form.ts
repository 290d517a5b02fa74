import {
  type DayWindow,
  slotStartMinutes,
  type WeeklyRule,
  type WeeklyRuleFields,
  weeklyRuleFieldsSchema,
} from "@greenroom/contract/schedule/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";

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

/** The starts of the slots in these hours, `18:00`; incomplete windows have none. */
export function slotStarts(windows: readonly DayWindow[]): string[] {
  return slotStartMinutes(windows.filter(({ from, to }) => from && to)).map((minutes) =>
    new Date(minutes * 60_000).toISOString().slice(11, 16),
  );
}
