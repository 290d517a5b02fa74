import { describe, expect, it } from "vitest";
import { sayChange, sayTerm, sayWeekdays, slotStarts } from "./rule-words.ts";

describe("a rule in words", () => {
  it.each([
    [[1, 2, 3, 4, 5], "Mon – Fri"],
    [[5, 1, 3], "Mon, Wed, Fri"],
    [[6, 7], "Sat, Sun"],
    [[1, 2, 3, 4, 5, 6, 7], "Every day"],
  ])("%j is %s", (days, words) => {
    expect(sayWeekdays(days)).toBe(words);
  });

  it("names its term", () => {
    expect(sayTerm({ startsOn: "2026-11-20", endsOn: null })).toBe("from 20 Nov 2026");
    expect(sayTerm({ startsOn: "2026-11-20", endsOn: "2026-12-03" })).toBe("20 Nov 2026 – 3 Dec 2026");
  });

  it("counts the slots that hours hold, also up to midnight, and none while they are being typed", () => {
    expect(slotStarts([{ from: "22:30", to: "24:00" }])).toEqual(["22:30", "23:15"]);
    expect(slotStarts([{ from: "18:00", to: "" }])).toEqual([]);
    expect(slotStarts([{ from: "09:00", to: "09:40" }])).toEqual([]);
  });

  it("says what changed", () => {
    expect(sayChange("Saved.", { added: 1, removed: 2 })).toBe(
      "✅ Saved. 1 slot added, 2 open slots removed.",
    );
    expect(sayChange("Saved.", { added: 0, removed: 0 })).toBe("✅ Saved. No slot changed.");
  });
});
