import type { WeeklyRuleFields } from "@greenroom/contract/schedule/weekly-availability.ts";
import { AppError, invalidField } from "../../../kernel/errors.ts";
import { calendarDayAt } from "./rule-occurrences.ts";

/** More rules would be hard to keep track of. */
const maxRules = 10;

/** Throws `invalid_input` for hours that end before they begin. */
export function checkRuleDays({ endsOn, timeZone }: WeeklyRuleFields, now: Date): void {
  if (endsOn !== null && endsOn < calendarDayAt(now, timeZone).toString())
    throw invalidField("endsOn", "The last day has passed already.");
}

/** Throws `conflict` if the interviewer has reached the limit of rules. */
export function checkRuleCount(rules: readonly unknown[]): void {
  if (rules.length >= maxRules) {
    throw new AppError("conflict", {
      msg: `You can have at most ${maxRules} sets of weekly hours. Change or delete one of them first.`,
    });
  }
}
