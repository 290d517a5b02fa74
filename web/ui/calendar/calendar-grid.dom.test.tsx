import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Calendar } from "./calendar.tsx";
import type { CalendarEvent, CalendarView, TimeRange } from "./calendar-event.ts";

/** A Friday, 12:00 in Kolkata. */
const now = new Date("2026-11-20T06:30:00Z");

const slot = (id: string, startsAt: string, change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id,
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + 45 * 60_000),
  title: `Slot ${id}`,
  tone: "available",
  label: `Free slot ${id}`,
  ...change,
});
const evening = slot("a", "2026-11-20T12:30:00Z");

interface ShownProps {
  view?: CalendarView;
  events?: CalendarEvent[];
  report: { opened: string[]; ranges: TimeRange[] };
}

function Shown({ view: opened = "week", events = [evening], report }: ShownProps) {
  const [view, setView] = useState(opened);
  const [drawn, setDrawn] = useState(events);
  return (
    <>
      <Calendar
        events={drawn}
        view={view}
        onViewChange={setView}
        timeZone="Asia/Kolkata"
        now={now}
        onSelectEvent={(id) => report.opened.push(id)}
        onRangeChange={(range) => report.ranges.push(range)}
      />
      <button
        type="button"
        onClick={() =>
          setDrawn(drawn.map((event) => ({ ...event, tone: "selected", label: `${event.label}, selected` })))
        }
      >
        Select
      </button>
    </>
  );
}

const title = (text: string) => screen.findByRole("heading", { level: 2, name: text });
const event = (name: string) => screen.findByText(name, { selector: ".sr-only" });

function open(props: Omit<ShownProps, "report"> = {}) {
  const report = { opened: [] as string[], ranges: [] as TimeRange[] };
  return { ...renderScreen(<Shown {...props} report={report} />), report };
}

describe("the calendar", () => {
  it("draws events with their sentence, and says which one was opened", async () => {
    const { user, report } = open();
    const drawn = await event("Free slot a");
    expect(drawn.parentElement?.textContent).toContain("Slot a");
    await user.click(drawn);
    expect(report.opened).toEqual(["a"]);
  });

  it("names an event again when it was selected", async () => {
    const { user } = open();
    await event("Free slot a");
    await user.click(screen.getByRole("button", { name: "Select" }));
    await event("Free slot a, selected");
    expect(screen.queryByText("Free slot a", { selector: ".sr-only" })).toBeNull();
  });

  it("leads through the weeks and back to today, and reports the days that it shows", async () => {
    const { user, report } = open();
    await title("20 – 26 November 2026");
    await event("Free slot a");
    await user.click(screen.getByRole("button", { name: "Next week" }));
    await title("27 November – 3 December 2026");
    await user.click(screen.getByRole("button", { name: "Previous week" }));
    await user.click(screen.getByRole("button", { name: "Previous week" }));
    await title("13 – 19 November 2026");
    await user.click(screen.getByRole("button", { name: "Today" }));
    await title("20 – 26 November 2026");
    const midnight = (day: string) => `2026-11-${day}T18:30:00.000Z`;
    expect(report.ranges.map(({ from }) => from.toISOString())).toEqual([
      midnight("19"),
      midnight("26"),
      midnight("19"),
      midnight("12"),
      midnight("19"),
    ]);
  });

  it("opens a day from its date in the week", async () => {
    const { user } = open();
    await event("Free slot a");
    const saturday = await screen.findByText("21");
    await user.click(saturday);
    await title("21 November 2026");
    expect(screen.getByRole("button", { name: "Day" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("shows a month, a week and a day of the same time", async () => {
    const { user } = open({ view: "month" });
    await title("November 2026");
    await event("Free slot a");
    await user.click(screen.getByRole("button", { name: "Day" }));
    await title("20 November 2026");
    await event("Free slot a");
    await user.click(screen.getByRole("button", { name: "Week" }));
    await title("20 – 26 November 2026");
  });

  it("lists thirty days in an agenda, whose events open like all others", async () => {
    const { user, report } = open();
    await event("Free slot a");
    await user.click(screen.getByRole("button", { name: "Agenda" }));
    await title("20 November – 19 December 2026");
    expect(await screen.findByText("Friday 20 November")).toBeDefined();
    await user.click(await event("Free slot a"));
    expect(report.opened).toEqual(["a"]);
    await user.click(screen.getByRole("button", { name: "Next 30 days" }));
    expect(await screen.findByText("Nothing in these 30 days.")).toBeDefined();
  });
});

describe("empty time", () => {
  it("can be scrolled by keyboard: one lane takes the arrow keys", async () => {
    open({ events: [] });
    await title("20 – 26 November 2026");
    await waitFor(() => expect(document.querySelectorAll(".cal-lane").length).toBeGreaterThan(0));
    expect(document.querySelectorAll(".cal-lane[tabindex='0']")).toHaveLength(1);
  });
});
