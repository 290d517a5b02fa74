import { describe, expect, it } from "vitest";
import {
  formatNotice,
  formatSlotChange,
  formatStillBooked,
  formatTerm,
  formatWeekdays,
  inactiveRuleText,
  slotStarts,
} from "./rule-text.ts";

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
