import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CalendarEvent } from "./calendar-event.ts";
import { initialScrollTime, useInitialPosition } from "./initial-position.ts";

describe("initial position", () => {
  function slot(startsAt: string): CalendarEvent {
    const start = new Date(startsAt);
    const end = new Date(start.getTime() + 2_700_000);
    return { id: startsAt, startsAt: start, endsAt: end, title: "", tone: "available", label: "" };
  }

  const week = { from: new Date("2026-11-22T18:30:00Z"), to: new Date("2026-11-29T18:30:00Z") };

  it.each([
    ["shortly before the first slot of the day", ["2026-11-23T14:00:00Z", "2026-11-24T01:15:00Z"], "06:30"],
    ["in the evening, when nothing comes before it", ["2026-11-23T13:30:00Z"], "18:45"],
    ["at midnight, for a slot that begins with the day", ["2026-11-24T18:35:00Z"], "00:00"],
    [
      "at the next upcoming event, whatever came before",
      ["2026-11-23T03:00:00Z", "2026-11-23T12:30:00Z"],
      "17:45",
    ],
    ["at past events, when nothing is upcoming", ["2026-11-23T03:00:00Z"], "08:15"],
    ["at the default time on empty days", ["2026-12-03T03:00:00Z"], null],
  ])("opens %s", (_name, slots, time) => {
    expect(initialScrollTime(slots.map(slot), week, new Date("2026-11-23T10:00:00Z"), "Asia/Kolkata")).toBe(
      time,
    );
  });

  it("scrolls to the first event that fits when the filter changes, whatever interview of one's own is before", () => {
    const scrolledTo: string[] = [];
    const ofDay = [slot("2026-11-23T20:00:00Z"), slot("2026-11-24T08:00:00Z")];
    const own: CalendarEvent = { ...slot("2026-11-24T03:00:00Z"), tone: "mine" };
    const frame = { current: document.createElement("div") };
    const { result, rerender } = renderHook(
      (shown: { events: CalendarEvent[]; filter: string }) =>
        useInitialPosition({
          ...shown,
          frame,
          eventsRange: undefined,
          now: new Date("2026-11-23T10:00:00Z"),
          timeZone: "Asia/Kolkata",
          view: "week",
          nextAt: null,
          focusAt: null,
          goTo: () => undefined,
          scrollTo: (time) => scrolledTo.push(time),
        }),
      { initialProps: { events: [...ofDay, own], filter: "" } },
    );
    act(() => result.current.setVisibleRange(week));
    expect(scrolledTo).toEqual(["01:15"]);
    rerender({ events: [...ofDay.slice(1), own], filter: "Afternoon" });
    expect(scrolledTo).toEqual(["01:15", "13:15"]);
    rerender({ events: [...ofDay.slice(1), own], filter: "Afternoon" });
    expect(scrolledTo).toHaveLength(2);
  });
});
