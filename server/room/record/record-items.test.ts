import { describe, expect, it } from "vitest";
import { phaseItems } from "./phase-items.ts";
import { presenceItems, shortAbsences } from "./presence-items.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const visit = (userId: string, from: number, to: number, hasLeft = true) => ({
  id: `${userId}-${from}`,
  userId,
  enteredAt: at(from),
  lastSeenAt: at(to),
  leftAt: hasLeft ? at(to) : null,
});
const told = (visits: ReturnType<typeof visit>[], presentSince = at(10_000)) =>
  presenceItems(visits, presentSince).map(({ kind, personId, at }) => [
    kind,
    personId,
    (at.getTime() - start.getTime()) / 1000,
  ]);

describe("who came and left", () => {
  it("omits absences of less than a minute", () => {
    expect(told([visit("ann", 0, 100), visit("ann", 159, 300), visit("ann", 360, 400)])).toEqual([
      ["joined", "ann", 0],
      ["left", "ann", 300],
      ["joined", "ann", 360],
      ["left", "ann", 400],
    ]);
  });

  it("tells the absences that it omits, of each person for themselves", () => {
    const absences = (visits: ReturnType<typeof visit>[]) =>
      shortAbsences(visits).map(({ from, to }) =>
        [from, to].map((instant) => (instant.getTime() - start.getTime()) / 1000),
      );
    expect(absences([visit("ann", 0, 100), visit("ann", 140, 300), visit("ann", 360, 400)])).toEqual([
      [100, 140],
    ]);
    expect(absences([visit("ann", 0, 100), visit("bob", 120, 200)])).toEqual([]);
    // A second tab was open all the time.
    expect(absences([visit("ann", 0, 100), visit("ann", 20, 300), visit("ann", 140, 280)])).toEqual([]);
  });

  it("keeps two people apart", () => {
    expect(told([visit("ann", 0, 100), visit("bob", 120, 200)])).toHaveLength(4);
  });

  it("turns sixty reconnects of a bad network into two lines", () => {
    const visits = Array.from({ length: 60 }, (_, index) => visit("ann", index * 40, index * 40 + 20));
    expect(told(visits)).toEqual([
      ["joined", "ann", 0],
      ["left", "ann", 59 * 40 + 20],
    ]);
  });

  it("does not list someone who is still there as having left", () => {
    expect(told([visit("ann", 0, 100, false)], at(90))).toEqual([["joined", "ann", 0]]);
    expect(told([visit("ann", 0, 100, false)], at(101))).toHaveLength(2);
  });

  it("keeps an item's id when more items are added", () => {
    const [first] = presenceItems([visit("ann", 0, 100)], at(10_000));
    const later = presenceItems(
      [visit("ann", 0, 100), visit("bob", 5, 50), visit("ann", 400, 500)],
      at(10_000),
    );
    expect(later.find(({ at, personId }) => personId === "ann" && at.getTime() === start.getTime())).toEqual(
      first,
    );
    expect(new Set(later.map(({ id }) => id)).size).toBe(later.length);
  });
});

describe("the phases of an interview", () => {
  const phases = (nowMinutes: number, completedMinutes: number | null = null) =>
    phaseItems(
      {
        id: "b",
        startsAt: start,
        endsAt: at(45 * 60),
        completedAt: completedMinutes === null ? null : at(completedMinutes * 60),
      },
      at(nowMinutes * 60),
    ).map(({ phase, at }) => [phase, (at.getTime() - start.getTime()) / 60_000]);

  it.each([
    [-1, null, []],
    [0, null, [["interview", 0]]],
    [
      31,
      null,
      [
        ["interview", 0],
        ["feedback", 30],
      ],
    ],
    [
      50,
      null,
      [
        ["interview", 0],
        ["feedback", 30],
        ["ended", 45],
      ],
    ],
    // Completed by the job, a minute after the end.
    [
      50,
      46,
      [
        ["interview", 0],
        ["feedback", 30],
        ["ended", 45],
      ],
    ],
    [
      50,
      35,
      [
        ["interview", 0],
        ["feedback", 30],
        ["ended", 35],
      ],
    ],
    [
      50,
      12,
      [
        ["interview", 0],
        ["ended", 12],
      ],
    ],
  ])("%i minutes in, completed after %s minutes: %j", (now, completed, expected) => {
    expect(phases(now, completed)).toEqual(expected);
  });
});
