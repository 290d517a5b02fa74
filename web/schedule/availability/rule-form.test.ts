import type { WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { describe, expect, it } from "vitest";
import {
  emptyRuleForm,
  formToRuleFields,
  type RuleFormValues,
  ruleResolver,
  ruleToForm,
  slotStarts,
} from "./rule-form.ts";
import {
  formatNotice,
  formatSlotChange,
  formatStillBooked,
  formatTerm,
  formatWeekdays,
  inactiveRuleText,
} from "./rule-text.ts";

describe("rule form", () => {
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
});

describe("a rule in words", () => {
  it.each([
    [[1, 2, 3, 4, 5], "Mon – Fri"],
    [[5, 1, 3], "Mon, Wed, Fri"],
    [[6, 7], "Sat, Sun"],
    [[1, 2, 3, 4, 5, 6, 7], "Every day"],
  ])("%j is %s", (days, words) => {
    expect(formatWeekdays(days)).toBe(words);
  });

  it("describes the period of a rule", () => {
    expect(formatTerm({ startsOn: "2026-11-20", endsOn: null })).toBe("from 20 Nov 2026");
    expect(formatTerm({ startsOn: "2026-11-20", endsOn: "2026-12-03" })).toBe("20 Nov 2026 – 3 Dec 2026");
  });

  it.each([
    [1, "1 hour's notice"],
    [12, "12 hours' notice"],
  ])("writes a notice of %i", (hours, words) => {
    expect(formatNotice(hours)).toBe(words);
  });

  it.each([
    ["2026-12-20", null, "Starts on 20 Dec 2026"],
    ["2026-11-23", null, "Starts on 23 Nov 2026"],
    ["2026-11-22", null, null],
    ["2026-11-01", "2026-11-22", null],
    ["2026-11-01", "2026-11-21", "Ended on 21 Nov 2026"],
  ])("from %s until %s, on 22 November: %s", (startsOn, endsOn, words) => {
    expect(inactiveRuleText({ startsOn, endsOn }, "2026-11-22")).toBe(words);
  });

  it("counts the slots that fit, also up to midnight, and none while the hours are incomplete", () => {
    expect(slotStarts([{ from: "22:30", to: "24:00" }])).toEqual(["22:30", "23:15"]);
    expect(slotStarts([{ from: "18:00", to: "" }])).toEqual([]);
    expect(slotStarts([{ from: "09:00", to: "09:40" }])).toEqual([]);
  });

  it("says what changed", () => {
    expect(formatSlotChange("Saved.", { added: 1, removed: 2 })).toBe(
      "✅ Saved. 1 slot added, 2 open slots removed.",
    );
    expect(formatSlotChange("Saved.", { added: 0, removed: 0 })).toBe("✅ Saved. No slot changed.");
  });

  it.each([
    [1, "2026-12-01", "1 interview is still booked on this day"],
    [1, "2026-12-02", "1 interview is still booked on these days"],
    [2, "2026-12-01", "2 interviews are still booked on this day"],
  ])("says that %i interviews stay booked until %s", (count, lastDay, words) => {
    const booked = Array.from({ length: count });
    expect(formatStillBooked({ booked, firstDay: "2026-12-01", lastDay })).toBe(words);
  });
});
