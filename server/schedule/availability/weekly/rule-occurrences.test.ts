import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listRuleOccurrences, type RuleSchedule } from "./rule-occurrences.ts";

const everyDay: RuleSchedule = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  windows: [{ from: "18:00", to: "19:30" }],
  timeZone: "Europe/London",
  startsOn: "2026-01-01",
  endsOn: null,
  exceptions: [],
};

/** `03-28 18:00Z`: UTC, short enough for a table. */
const utc = (instant: Date) => instant.toISOString().slice(5, 16).replace("T", " ");

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-29 18:00` in local time, computed without Temporal. */
function wallTime(instant: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  return format.format(instant);
}

describe("the times of a rule", () => {
  it("fill a window back to back and leave out what does not fit", () => {
    const times = listRuleOccurrences(
      { ...everyDay, timeZone: "Asia/Kolkata", windows: [{ from: "22:00", to: "24:00" }] },
      new Date("2026-11-20T06:30:00Z"),
    );
    expect(times.slice(0, 3).map(({ startsAt }) => utc(startsAt))).toEqual([
      "11-20 16:30",
      "11-20 17:15",
      "11-21 16:30",
    ]);
    expect(times).toHaveLength(2 * 57);
  });

  it("keep to weekdays, first and last day, and excluded days", () => {
    const times = listRuleOccurrences(
      {
        ...everyDay,
        weekdays: [1, 5],
        startsOn: "2026-11-23",
        endsOn: "2026-12-04",
        exceptions: ["2026-11-27"],
      },
      new Date("2026-11-20T06:30:00Z"),
    );
    expect([...new Set(times.map(({ day }) => day))]).toEqual(["2026-11-23", "2026-11-30", "2026-12-04"]);
  });

  it.each([
    ["Europe/London", "2026-03-28T12:00:00Z", "03-28 18:00", "03-29 17:00"],
    ["Europe/London", "2026-10-24T12:00:00Z", "10-24 17:00", "10-25 18:00"],
    ["America/New_York", "2026-03-07T12:00:00Z", "03-07 23:00", "03-08 22:00"],
    ["America/New_York", "2026-10-31T12:00:00Z", "10-31 22:00", "11-01 23:00"],
    ["Australia/Lord_Howe", "2026-10-02T22:00:00Z", "10-03 07:30", "10-04 07:00"],
    ["Asia/Kathmandu", "2026-03-28T00:00:00Z", "03-28 12:15", "03-29 12:15"],
  ])("stay at 18:00 in %s over the clock change after %s", (timeZone, now, before, after) => {
    const times = listRuleOccurrences(
      { ...everyDay, timeZone, windows: [{ from: "18:00", to: "18:45" }] },
      new Date(now),
    );
    expect(times.slice(0, 2).map(({ startsAt }) => utc(startsAt))).toEqual([before, after]);
  });

  it("leave out times that a spring night skips, and slots that would then overlap", () => {
    const [windows, now] = [[{ from: "00:00", to: "03:00" }], new Date("2026-03-29T00:00:00Z")];
    const times = listRuleOccurrences({ ...everyDay, windows, endsOn: "2026-03-29" }, now);
    // 00:45 ends at 02:30 by the new clock, so 01:30 does not exist and 02:15 would overlap.
    expect(times.map(({ startsAt }) => wallTime(startsAt, "Europe/London").slice(11))).toEqual([
      "00:00",
      "00:45",
    ]);
  });

  it("use the first occurrence of a time that an autumn night repeats", () => {
    const times = listRuleOccurrences(
      { ...everyDay, windows: [{ from: "01:00", to: "02:30" }], endsOn: "2026-10-25" },
      new Date("2026-10-24T23:00:00Z"),
    );
    expect(times.map(({ startsAt }) => utc(startsAt))).toEqual(["10-25 00:00", "10-25 00:45"]);
  });
});

const zones = [
  "Asia/Kolkata",
  "Europe/London",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
] as const;

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Hours of a day that do not overlap, often at night, when clocks change. */
const windows = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 95 })), {
    minLength: 2,
    maxLength: 6,
  })
  .map((quarters) => quarters.sort((a, b) => a - b).map((quarter) => quarter * 15))
  .map((edges) => edges.flatMap((from, index) => (index % 2 === 0 ? [[from, edges[index + 1] ?? 1440]] : [])))
  .map((pairs) => pairs.map(([from = 0, to = 0]) => ({ from: time(from), to: time(to) })));

/** An instant in 2026 or 2027, half of them within two weeks of a clock change. */
const nows = fc
  .oneof(
    fc.integer({ min: 0, max: 730 }),
    fc.constantFrom(60, 80, 90, 270, 290, 300).chain((day) => fc.integer({ min: day - 14, max: day + 14 })),
  )
  .chain((day) => fc.nat(1439).map((minute) => new Date(Date.UTC(2026, 0, 1 + day, 0, minute))));

const rules = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  windows,
  timeZone: fc.constantFrom(...zones),
});

describe("over any rule and any clock change", () => {
  it("local times stay the same, nothing falls into a gap, repeats or overlaps", () => {
    fc.assert(
      fc.property(rules, nows, (shape, now) => {
        const rule: RuleSchedule = { ...shape, startsOn: "2026-01-01", endsOn: null, exceptions: [] };
        const times = listRuleOccurrences(rule, now);
        const allowed = new Set(
          rule.windows.flatMap(({ from, to }) => {
            const minutes = (value: string) => Number(value.slice(0, 2)) * 60 + Number(value.slice(3));
            const starts: string[] = [];
            for (let at = minutes(from); at + 45 <= minutes(to); at += 45) starts.push(time(at));
            return starts;
          }),
        );
        const walls = times.map(({ startsAt }) => wallTime(startsAt, rule.timeZone));
        for (const [index, wall] of walls.entries()) {
          // A time in a gap would have moved off the rule's hours, or off its day.
          expect(allowed).toContain(wall.slice(11));
          expect(wall.slice(0, 10)).toBe(times[index]?.day);
          expect(rule.weekdays).toContain(new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() || 7);
        }
        expect(new Set(walls).size).toBe(walls.length);
        for (const [index, { startsAt }] of times.entries()) {
          const before = times[index - 1];
          if (before) expect(startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime());
        }
      }),
      { numRuns: 30 },
    );
  });
});
