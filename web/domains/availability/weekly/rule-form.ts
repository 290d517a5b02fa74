import {
  type DayWindow,
  type WeeklyRule,
  type WeeklyRuleFields,
  weeklyRuleFieldsSchema,
} from "@greenroom/contract/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";

/** The form as it is typed: checkboxes and inputs hold text. */
export interface TypedRule {
  weekdays: string[];
  windows: DayWindow[];
  timeZone: string;
  startsOn: string;
  endsOn: string;
  exceptions: string[];
  minimumNoticeHours: string;
  mostPerDay: string;
}

export function blankRule(timeZone: string, today: string): TypedRule {
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

export function typedRule(rule: WeeklyRule): TypedRule {
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

/** What the server is sent. A number that is none stays out of range, and the schema says so. */
export function fieldsOf(typed: TypedRule): WeeklyRuleFields {
  return {
    weekdays: typed.weekdays.map(Number).sort((a, b) => a - b),
    // A time input cannot hold 24:00; the midnight that ends a day is 00:00 to it.
    windows: typed.windows.map(({ from, to }) => ({ from, to: to === "00:00" ? "24:00" : to })),
    timeZone: typed.timeZone,
    startsOn: typed.startsOn,
    endsOn: typed.endsOn === "" ? null : typed.endsOn,
    exceptions: typed.exceptions,
    minimumNoticeHours: typed.minimumNoticeHours.trim() === "" ? 0 : Number(typed.minimumNoticeHours),
    mostPerDay: typed.mostPerDay.trim() === "" ? null : Number(typed.mostPerDay),
  };
}

const check = zodResolver(weeklyRuleFieldsSchema);

/** The contract's own rules, asked of the fields as they will be sent. */
export const ruleResolver: Resolver<TypedRule> = async (typed, context, options) => {
  const { errors } = await check(fieldsOf(typed), context, options as never);
  return Object.keys(errors).length === 0
    ? { values: typed, errors: {} }
    : { values: {}, errors: errors as never };
};
