import { act, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CalendarEvent, SelectedTime } from "./calendar-event.ts";
import { attachLaneKeyboard, dayOfLane, initialScrollTime, useInitialPosition } from "./lane-keyboard.ts";

describe("lane keyboard", () => {
  afterEach(() => document.body.replaceChildren());

  /** Two days of a week, whose lanes take keys. Times are in UTC+5:30. */
  function openLanes(days = ["2026-11-23", "2026-11-24"], timeZone = "Asia/Kolkata") {
    const announced: string[] = [];
    const selected: SelectedTime[] = [];
    const marks: (SelectedTime | null)[] = [];
    const week = document.createElement("div");
    week.className = "cal";
    document.body.append(week);
    const lanes = days.map((day) => {
      const lane = document.createElement("div");
      week.append(lane);
      attachLaneKeyboard(lane, day, () => ({
        timeZone,
        stepMinutes: 15,
        visibleFrom: "06:30",
        visibleTo: "23:30",
        selectionMinutes: 45,
        highlight: (time) => marks.push(time),
        announce: (text) => announced.push(text),
        select: (time) => selected.push(time),
      }));
      return lane;
    });
    const lane = lanes[0] as HTMLElement;
    lane.focus();
    const press = (key: string, init = {}) => fireEvent.keyDown(lane, { key, ...init });
    return { lane, lanes, announced, selected, marks, press };
  }

  describe("choosing an empty time by keyboard", () => {
    it("is one stop of the Tab key, which names the day and the keys", () => {
      const { lane } = openLanes();
      expect(lane.tabIndex).toBe(0);
      expect(lane.getAttribute("aria-label")).toMatch(
        /^Monday 23 November.*\. Arrow keys move, Enter chooses/,
      );
    });

    it("begins at nine, moves by a step and announces each time", () => {
      const { announced, press } = openLanes();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) press(key);
      expect(announced).toEqual(["09:00 – 09:45", "09:15 – 10:00", "09:00 – 09:45", "08:45 – 09:30"]);
    });

    it("stays within the drawn hours", () => {
      const { announced, press } = openLanes();
      for (const key of ["Home", "ArrowUp", "End", "ArrowDown"]) press(key);
      expect(announced).toEqual(["06:30 – 07:15", "06:30 – 07:15", "22:45 – 23:30", "22:45 – 23:30"]);
    });

    it.each(["Enter", " "])("selects the marked time with %j, and nothing before there is one", (key) => {
      const { selected, press } = openLanes();
      press(key);
      expect(selected).toEqual([]);
      press("Home");
      press(key);
      expect(selected).toEqual([
        { startsAt: new Date("2026-11-23T01:00:00Z"), endsAt: new Date("2026-11-23T01:45:00Z") },
      ]);
    });

    it("moves the focus to the next day, and takes the mark away", () => {
      const { lanes, marks, press } = openLanes();
      press("ArrowDown");
      press("ArrowRight");
      expect(document.activeElement).toBe(lanes[1]);
      expect(marks.at(-1)).toBeNull();
      fireEvent.keyDown(lanes[1] as HTMLElement, { key: "ArrowLeft" });
      expect(document.activeElement).toBe(lanes[0]);
    });

    it("leaves the browser's own keys alone", () => {
      const { announced, press } = openLanes();
      // False means that the default was prevented.
      expect(press("ArrowDown", { ctrlKey: true })).toBe(true);
      expect(press("Tab")).toBe(true);
      expect(announced).toEqual([]);
      expect(press("ArrowDown")).toBe(false);
    });
  });

  it.each([
    ["as a marker in UTC", "2026-11-23T00:00:00Z", "2026-11-23"],
    ["as an instant in the zone", "2026-11-22T18:30:00Z", "2026-11-23"],
  ])("reads the day of a lane that is given %s", (_, date, day) => {
    expect(dayOfLane(new Date(date), "Asia/Kolkata")).toBe(day);
  });
});

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
