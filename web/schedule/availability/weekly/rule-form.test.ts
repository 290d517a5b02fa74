import type { WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { describe, expect, it } from "vitest";
import {
  emptyRuleForm,
  formToRuleFields,
  type RuleFormValues,
  ruleResolver,
  ruleToForm,
} from "./rule-form.ts";

const filled: RuleFormValues = { ...emptyRuleForm("Asia/Kolkata", "2026-11-23"), weekdays: ["1"] };

const errorsOf = async (changed: Partial<RuleFormValues>) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await ruleResolver({ ...filled, ...changed }, undefined, options);
  return Object.keys(errors);
};

describe("the form of weekly hours", () => {
  it("sends an evening until the end of the day as 24:00, and shows it as the time input can", () => {
    const fields = formToRuleFields({ ...filled, windows: [{ from: "22:00", to: "00:00" }] });
    expect(fields.windows).toEqual([{ from: "22:00", to: "24:00" }]);
    const rule = { ...fields, _id: "1" } as unknown as WeeklyRule;
    expect(ruleToForm(rule).windows).toEqual([{ from: "22:00", to: "00:00" }]);
  });

  it("sends empty fields as no notice, no limit and no end, and shows them empty again", () => {
    const fields = formToRuleFields({ ...filled, minimumNoticeHours: " ", mostPerDay: "", endsOn: "" });
    expect(fields).toMatchObject({ minimumNoticeHours: 0, mostPerDay: null, endsOn: null });
    const rule = { ...fields, _id: "1" } as unknown as WeeklyRule;
    expect(ruleToForm(rule)).toMatchObject({ minimumNoticeHours: "0", mostPerDay: "", endsOn: "" });
  });

  it("sends the weekdays in order, whatever the order of the clicks", () => {
    expect(formToRuleFields({ ...filled, weekdays: ["5", "1", "3"] }).weekdays).toEqual([1, 3, 5]);
  });

  it.each<[string, Partial<RuleFormValues>, string[]]>([
    ["nothing", {}, []],
    ["no weekday", { weekdays: [] }, ["weekdays"]],
    ["a notice in words", { minimumNoticeHours: "two" }, ["minimumNoticeHours"]],
    ["a limit of none", { mostPerDay: "0" }, ["mostPerDay"]],
    ["hours that end before they begin", { windows: [{ from: "20:00", to: "18:00" }] }, ["windows"]],
    ["an end before the start", { endsOn: "2026-11-01" }, ["endsOn"]],
  ])("with %s refuses these fields: %j", async (_, changed, fields) => {
    expect(await errorsOf(changed)).toEqual(fields);
  });
});
