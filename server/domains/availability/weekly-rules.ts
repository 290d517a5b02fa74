import type { WeeklyRuleFields } from "@greenroom/contract/weekly-availability.ts";
import { AppError, invalidField } from "../../http/errors.ts";
import { dayOf } from "./rule-times.ts";

/** More than that nobody can keep in their head. */
const mostRules = 10;

/** Throws `invalid_input` for hours that would be over before they begin. */
export function checkRuleDays({ endsOn, timeZone }: WeeklyRuleFields, now: Date): void {
  if (endsOn !== null && endsOn < dayOf(now, timeZone).toString())
    throw invalidField("endsOn", "The last day has passed already.");
}

/** Throws `conflict` when there are as many rules as one may have. */
export function checkRuleCount(rules: readonly unknown[]): void {
  if (rules.length >= mostRules) {
    throw new AppError("conflict", {
      msg: `You can have at most ${mostRules} sets of weekly hours. Change or delete one of them first.`,
    });
  }
}
