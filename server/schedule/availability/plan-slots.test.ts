import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calendarDayAt,
  type ExistingSlot,
  listRuleOccurrences,
  planSlots,
  type RuleSchedule,
  type SlotPlan,
  type WeeklyRulePlan,
} from "./plan-slots.ts";

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

describe("rule occurrences", () => {
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

    it("use the first occurrence of a time that an autumn night repeats", () => {
      const times = listRuleOccurrences(
        { ...everyDay, windows: [{ from: "01:00", to: "02:30" }], endsOn: "2026-10-25" },
        new Date("2026-10-24T23:00:00Z"),
      );
      expect(times.map(({ startsAt }) => utc(startsAt))).toEqual(["10-25 00:00", "10-25 00:45"]);
    });
  });

  it("over any rule and any clock change, local times stay the same, nothing falls into a gap, repeats or overlaps", () => {
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

describe("plan slots", () => {
  /** Friday, 20 November 2026, noon in India. */
  const now = new Date("2026-11-20T06:30:00Z");

  const rule: WeeklyRulePlan = {
    id: "rule",
    createdAt: now,
    weekdays: [1, 2, 3, 4, 5],
    windows: [{ from: "18:00", to: "20:15" }],
    timeZone: "Asia/Kolkata",
    startsOn: "2026-11-20",
    endsOn: "2026-11-23",
    exceptions: [],
    minimumNoticeHours: 0,
    mostPerDay: null,
  };

  const slot = (startsAt: string, more: Partial<ExistingSlot> = {}): ExistingSlot => ({
    id: startsAt,
    ruleId: "rule",
    startsAt: new Date(startsAt),
    status: "available",
    bookableUntil: null,
    refusedAt: null,
    ...more,
  });

  /** The slots that a plan adds, as `20 12:30` in UTC. */
  const added = (plan: SlotPlan) =>
    plan.add.map(({ startsAt }) => startsAt.toISOString().slice(8, 16).replace("T", " "));
  const plan = (changed: Partial<WeeklyRulePlan> = {}, slots: ExistingSlot[] = [], at = now) =>
    planSlots({ rules: [{ ...rule, ...changed }], slots, timeOff: [], now: at });

  const friday = ["20 12:30", "20 13:15", "20 14:00"];
  const monday = ["23 12:30", "23 13:15", "23 14:00"];

  describe("the plan", () => {
    it("adds missing slots, and nothing when all exist", () => {
      expect(added(plan())).toEqual([...friday, ...monday]);
      const all = [...friday, ...monday].map((at) => slot(`2026-11-${at.replace(" ", "T")}:00Z`));
      expect(plan({}, all)).toEqual({ add: [], remove: [], updateNotice: [] });
    });

    it("never changes a booked slot, one made by hand, or one that has begun", () => {
      const slots = [
        slot("2026-11-20T05:00:00Z"),
        slot("2026-11-24T12:30:00Z", { status: "booked" }),
        slot("2026-11-23T13:00:00Z", { ruleId: null }),
        slot("2026-11-23T09:00:00Z"),
      ];
      const result = plan({}, slots);
      expect(result.remove).toEqual(["2026-11-23T09:00:00Z"]);
      // 12:30 and 13:15 would overlap the slot made by hand.
      expect(added(result)).toEqual([...friday, "23 14:00"]);
    });

    it("does not regenerate slots that the interviewer deleted by hand", () => {
      expect(added(plan({}, [slot("2026-11-20T13:15:00Z", { status: "removed" })]))).toEqual([
        "20 12:30",
        "20 14:00",
        ...monday,
      ]);
    });

    it.each([
      ["none yet", [], ["20 12:30", "20 13:15", "23 12:30", "23 13:15"]],
      [
        "one booked",
        [slot("2026-11-23T14:00:00Z", { status: "booked" })],
        ["20 12:30", "20 13:15", "23 12:30"],
      ],
      [
        "one booked at the rule's former hours",
        [slot("2026-11-23T05:00:00Z", { status: "booked" })],
        ["20 12:30", "20 13:15", "23 12:30"],
      ],
      [
        "one made by hand",
        [slot("2026-11-23T05:00:00Z", { ruleId: null })],
        ["20 12:30", "20 13:15", "23 12:30"],
      ],
      [
        "two booked slots of another rule",
        [
          slot("2026-11-23T05:00:00Z", { ruleId: "other", status: "booked" }),
          slot("2026-11-23T06:00:00Z", { ruleId: "other", status: "booked" }),
        ],
        ["20 12:30", "20 13:15"],
      ],
      [
        "one deleted by hand",
        [slot("2026-11-23T12:30:00Z", { status: "removed" })],
        ["20 12:30", "20 13:15", "23 13:15"],
      ],
    ])("keeps to two a day with %s", (_name, slots, expected) => {
      expect(added(plan({ mostPerDay: 2 }, slots))).toEqual(expected);
    });

    it("counts the slots of an older rule on that day", () => {
      const older = {
        ...rule,
        id: "older",
        startsOn: "2026-11-21",
        windows: [{ from: "09:00", to: "09:45" }],
      };
      const both = planSlots({ rules: [older, { ...rule, mostPerDay: 2 }], slots: [], timeOff: [], now });
      expect(added(both)).toEqual(["23 03:30", "20 12:30", "20 13:15", "23 12:30"]);
    });

    it.each([
      ["that nobody booked in time", {}, "20 13:15"],
      ["within the notice", { minimumNoticeHours: 1 }, "20 14:00"],
    ])("offers a later hour in place of one %s", (_, changed, later) => {
      const limited = { mostPerDay: 1, endsOn: "2026-11-20", ...changed };
      expect(added(plan(limited, [], new Date("2026-11-20T12:31:00Z")))).toEqual([later]);
    });

    it("offers no other hour on a day whose interviews are booked", () => {
      const booked = slot("2026-11-20T12:30:00Z", { status: "booked" });
      const limited = { mostPerDay: 1, endsOn: "2026-11-20" };
      expect(added(plan(limited, [booked], new Date("2026-11-20T12:31:00Z")))).toEqual([]);
    });

    it("adds no slots within the notice, and removes those that have come into it", () => {
      const late = plan({ minimumNoticeHours: 7 }, [slot("2026-11-20T12:30:00Z")]);
      expect(late.remove).toEqual(["2026-11-20T12:30:00Z"]);
      expect(added(late)).toEqual(["20 14:00", ...monday]);
      expect(late.add[0]?.bookableUntil).toEqual(new Date("2026-11-20T07:00:00Z"));
    });

    it("keeps a free slot and updates its notice", () => {
      const monday = slot("2026-11-23T12:30:00Z");
      const result = plan({ minimumNoticeHours: 12, windows: [{ from: "18:00", to: "18:45" }] }, [monday]);
      expect(result.updateNotice).toEqual([
        { id: monday.id, bookableUntil: new Date("2026-11-23T00:30:00Z") },
      ]);
      expect(result.remove).toEqual([]);
    });

    it("adds nothing on days off", () => {
      const timeOff = [
        { startsAt: new Date("2026-11-22T18:30:00Z"), endsAt: new Date("2026-11-23T18:30:00Z") },
      ];
      expect(added(planSlots({ rules: [rule], slots: [], timeOff, now }))).toEqual(friday);
    });

    it("leaves a time that the interviewer refused to no other rule", () => {
      const deleted = slot("2026-11-20T13:15:00Z", { status: "removed" });
      const rules = [rule, { ...rule, id: "newer" }];
      const result = planSlots({ rules, slots: [deleted], timeOff: [], now });
      expect(added(result)).toEqual(["20 12:30", "20 14:00", ...monday]);
    });

    it("offers a time again after the rule that had it is gone", () => {
      const removed = slot("2026-11-20T13:15:00Z", { status: "removed", ruleId: null });
      expect(added(plan({}, [removed]))).toEqual([...friday, ...monday]);
    });

    it("does not offer the time of a deleted slot that was made by hand, unless the hours are newer", () => {
      const deleted = slot("2026-11-20T13:30:00Z", { status: "removed", ruleId: null, refusedAt: now });
      // It was 45 minutes long, so it overlapped two of the rule's times.
      expect(added(plan({}, [deleted]))).toEqual(["20 12:30", ...monday]);
      expect(added(plan({ createdAt: addMinutes(now, 1) }, [deleted]))).toEqual([...friday, ...monday]);
    });

    it("gives a time that two rules want to the older rule", () => {
      const second = { ...rule, id: "second", windows: [{ from: "19:00", to: "21:00" }] };
      const both = planSlots({
        rules: [{ ...rule, endsOn: "2026-11-20" }, second],
        slots: [],
        timeOff: [],
        now,
      });
      expect(both.add.map(({ ruleId }) => ruleId)).toEqual(["rule", "rule", "rule", "second", "second"]);
    });
  });

  describe("after any change of a rule", () => {
    const limits = fc.record({
      minimumNoticeHours: fc.constantFrom(0, 1, 24, 336),
      mostPerDay: fc.constantFrom(null, 1, 3),
    });
    const anyRule = (id: string) =>
      fc
        .tuple(rules, limits)
        .map(([shape, limit]) => ({ ...rule, ...shape, ...limit, id, startsOn: "2026-01-01", endsOn: null }));

    const apply = (slots: ExistingSlot[], { add, remove, updateNotice }: SlotPlan): ExistingSlot[] => [
      ...slots
        .filter(({ id }) => !remove.includes(id))
        .map((slot) => ({ ...slot, ...updateNotice.find(({ id }) => id === slot.id) })),
      ...add.map((added) => slot(added.startsAt.toISOString(), added)),
    ];

    it("slots never overlap, notice and daily limit hold, and a second plan changes nothing", () => {
      fc.assert(
        fc.property(
          fc.tuple(anyRule("a"), anyRule("a"), anyRule("b")),
          nows,
          fc.integer({ min: 1, max: 9 }),
          ([before, changed, other], at, nth) => {
            const offered = apply([], planSlots({ rules: [before, other], slots: [], timeOff: [], now: at }));
            const slots = offered.map((slot, index) =>
              index % nth === 0 ? { ...slot, status: "booked" as const } : slot,
            );
            const changedRules = [changed, other];
            const result = planSlots({ rules: changedRules, slots, timeOff: [], now: at });
            const after = apply(slots, result);

            const starts = after.map(({ startsAt }) => startsAt.getTime()).sort((a, b) => a - b);
            for (const [index, start] of starts.entries())
              if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(45 * 60_000);
            for (const { id, minimumNoticeHours, mostPerDay, timeZone } of changedRules) {
              const mine = result.add.filter(({ ruleId }) => ruleId === id);
              for (const { startsAt } of mine)
                expect(startsAt.getTime() - at.getTime()).toBeGreaterThan(minimumNoticeHours * 3_600_000);
              const perDay = new Map<string, number>();
              for (const { startsAt } of mine) {
                const day = calendarDayAt(startsAt, timeZone).toString();
                perDay.set(day, (perDay.get(day) ?? 0) + 1);
              }
              expect(Math.max(0, ...perDay.values())).toBeLessThanOrEqual(
                mostPerDay ?? Number.POSITIVE_INFINITY,
              );
            }
            const booked = slots.filter(({ status }) => status === "booked").map(({ id }) => id);
            expect(booked.filter((id) => result.remove.includes(id))).toEqual([]);
            expect(planSlots({ rules: changedRules, slots: after, timeOff: [], now: at })).toEqual({
              add: [],
              remove: [],
              updateNotice: [],
            });
          },
        ),
        { numRuns: 25 },
      );
    });
  });
});
