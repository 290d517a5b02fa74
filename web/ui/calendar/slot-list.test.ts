import { expect, it } from "vitest";
import type { CalendarEvent } from "./calendar-event.ts";
import { groupByDay } from "./slot-list.tsx";

function slot(id: string, startsAt: string): CalendarEvent {
  const start = new Date(startsAt);
  return {
    id,
    startsAt: start,
    endsAt: new Date(start.getTime() + 2_700_000),
    title: id,
    tone: "available",
    label: id,
  };
}

it("groups by the viewer's day and part of the day, in order of time", () => {
  const slots = [
    slot("c", "2026-11-20T18:45:00Z"),
    slot("a", "2026-11-20T05:30:00Z"),
    slot("b", "2026-11-20T12:30:00Z"),
  ];
  const shape = groupByDay(slots, "Asia/Kolkata").map((day) => [
    day.key,
    day.groups.map((group) => [group.name, group.events.map((event) => event.id)]),
  ]);
  expect(shape).toEqual([
    [
      "2026-11-20",
      [
        ["Morning", ["a"]],
        ["Evening", ["b"]],
      ],
    ],
    ["2026-11-21", [["Morning", ["c"]]]],
  ]);
});
