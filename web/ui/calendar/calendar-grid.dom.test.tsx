import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Calendar } from "./calendar.tsx";
import type { CalendarEvent, CalendarView, SelectedTime, TimeRange } from "./calendar-event.ts";
import { useHiddenBelow } from "./calendar-grid.tsx";

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
  onSelectTime?: (chosen: SelectedTime) => void;
  report: { opened: string[]; ranges: TimeRange[] };
}

function Shown({ view: opened = "week", events = [evening], onSelectTime, report }: ShownProps) {
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
        onSelectTime={onSelectTime}
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
const event = (name: string) => screen.findByLabelText(name);

describe("calendar grid", () => {
  function open(props: Omit<ShownProps, "report"> = {}) {
    const report = { opened: [] as string[], ranges: [] as TimeRange[] };
    return { ...renderScreen(<Shown {...props} report={report} />), report };
  }

  describe("the calendar", () => {
    it("draws events with their sentence, and says which one was opened", async () => {
      const { user, report } = open();
      const drawn = await event("Free slot a");
      expect(drawn.textContent).toContain("Slot a");
      expect(drawn.getAttribute("aria-current")).toBeNull();
      await user.click(drawn);
      expect(report.opened).toEqual(["a"]);
    });

    it("names an event again when it was selected", async () => {
      const { user } = open();
      await event("Free slot a");
      await user.click(screen.getByRole("button", { name: "Select" }));
      const selected = await event("Free slot a, selected");
      expect(selected.getAttribute("aria-current")).toBe("true");
      expect(screen.queryByLabelText("Free slot a")).toBeNull();
    });

    it("leads through the weeks and back to today, and reports the days that it shows", async () => {
      const { user, report } = open();
      await title("16 – 22 November 2026");
      await event("Free slot a");
      await user.click(screen.getByRole("button", { name: "Next week" }));
      await title("23 – 29 November 2026");
      await user.click(screen.getByRole("button", { name: "Previous week" }));
      await user.click(screen.getByRole("button", { name: "Previous week" }));
      await title("9 – 15 November 2026");
      await user.click(screen.getByRole("button", { name: "Today" }));
      await title("16 – 22 November 2026");
      const monday = (day: string) => `2026-11-${day}T18:30:00.000Z`;
      expect(report.ranges.map(({ from }) => from.toISOString())).toEqual([
        monday("15"),
        monday("22"),
        monday("15"),
        monday("08"),
        monday("15"),
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
      await title("16 – 22 November 2026");
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
    it("is selected by keyboard where people may, and announced", async () => {
      const chosen: SelectedTime[] = [];
      const { user } = open({ events: [], onSelectTime: (time) => chosen.push(time) });
      const lane = await screen.findByLabelText(/^Friday 20 November.*Arrow keys move/);
      lane.focus();
      await user.keyboard("{ArrowDown}");
      const region = screen.getByRole("region", { name: "Calendar" });
      await waitFor(() =>
        expect(
          within(region)
            .getAllByRole("status")
            .map(({ textContent }) => textContent),
        ).toContain("09:00 – 09:45"),
      );
      expect(chosen).toEqual([]);
      await user.keyboard("{Enter}");
      expect(chosen.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt.toISOString()])).toEqual([
        ["2026-11-20T03:30:00.000Z", "2026-11-20T04:15:00.000Z"],
      ]);
    });

    it("is only scrolled where nobody may select it: one lane takes the arrow keys", async () => {
      open({ events: [] });
      await title("16 – 22 November 2026");
      await waitFor(() => expect(document.querySelectorAll(".cal-lane").length).toBeGreaterThan(0));
      expect(document.querySelectorAll(".cal-lane[tabindex='0']")).toHaveLength(1);
      expect(screen.queryByLabelText(/Arrow keys move/)).toBeNull();
    });
  });
});

interface DayProps {
  /** The names and places of the events, in pixels from the top. */
  drawn: Record<string, number>;
  events?: readonly CalendarEvent[] | null;
}

const noEvents: readonly CalendarEvent[] = [];

/** A day of the calendar, as FullCalendar draws it. */
function Day({ drawn, events = noEvents }: DayProps) {
  const frame = useRef<HTMLDivElement>(null);
  const hidden = useHiddenBelow(frame, events);
  return (
    <>
      <div ref={frame} data-testid="frame">
        {Object.entries(drawn).map(([name, at]) => (
          <div key={name} className="cal-event-column" data-at={at}>
            {name}
          </div>
        ))}
      </div>
      {hidden && (
        <button type="button" onClick={hidden.scrollThere}>
          {hidden.count} later in the day
        </button>
      )}
    </>
  );
}

describe("hidden below", () => {
  /* A document without a browser has no layout: an event is where its data says, minus the scrolled distance. */

  const frameHeight = 400;
  let scrolled = 0;
  let scrolledTo: (string | null)[] = [];

  beforeEach(() => {
    scrolled = 0;
    scrolledTo = [];
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      if (this.dataset.at === undefined) return new DOMRect(0, 0, 300, frameHeight);
      return new DOMRect(0, Number(this.dataset.at) - scrolled, 100, 45);
    });
    vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement) {
      scrolledTo.push(this.textContent);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  const later = () => screen.findByRole("button", { name: /later in the day/ });

  describe("the events below the visible hours", () => {
    it("are counted, and a press scrolls to the first of them", async () => {
      renderScreen(<Day drawn={{ night: 900, morning: 50, evening: 700 }} />);
      expect((await later()).textContent).toBe("2 later in the day");
      await userEvent.click(await later());
      expect(scrolledTo).toEqual(["evening"]);
    });

    it("include one of which less than 12 pixels are visible", async () => {
      renderScreen(<Day drawn={{ seen: frameHeight - 12, unseen: frameHeight - 11 }} />);
      expect((await later()).textContent).toBe("1 later in the day");
    });

    it("are counted again after scrolling", async () => {
      renderScreen(<Day drawn={{ evening: 700 }} />);
      await later();
      scrolled = 500;
      act(() => void screen.getByTestId("frame").dispatchEvent(new Event("scroll")));
      await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    });

    it("are counted once FullCalendar has drawn them", async () => {
      renderScreen(<Day drawn={{}} />);
      const event = document.createElement("div");
      event.className = "cal-event-column";
      event.dataset.at = "700";
      screen.getByTestId("frame").append(event);
      expect((await later()).textContent).toBe("1 later in the day");
      event.remove();
      await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    });

    it("do not exist in a month, which has no hours", async () => {
      renderScreen(<Day drawn={{ evening: 700 }} events={null} />);
      await new Promise(requestAnimationFrame);
      expect(screen.queryByRole("button")).toBeNull();
    });
  });
});
