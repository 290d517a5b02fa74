import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Calendar } from "./calendar.tsx";
import type { CalendarView, TimeRange } from "./calendar-event.ts";

const now = new Date("2026-11-20T06:30:00Z");

interface ShownProps {
  view: CalendarView;
  nextAt: Date | null;
  /** A slot that a form beside the calendar adds. */
  added?: Date;
}

/** The interviewer's calendar, which loads the days in view. */
function Shown({ view: opened, nextAt, added }: ShownProps) {
  const [view, setView] = useState(opened);
  const [range, setRange] = useState<TimeRange | null>(null);
  const [focusAt, setFocusAt] = useState<Date | null>(null);
  return (
    <>
      <Calendar
        events={[]}
        eventsRange={range}
        view={view}
        onViewChange={setView}
        timeZone="Asia/Kolkata"
        now={now}
        nextAt={nextAt}
        focusAt={focusAt}
        onSelectEvent={() => undefined}
        onRangeChange={setRange}
      />
      <button type="button" onClick={() => setFocusAt(added ?? null)}>
        Add
      </button>
    </>
  );
}

/** Waits until the calendar's title, which names the days in view, is this. */
async function expectTitle(text: string): Promise<void> {
  expect(await screen.findByRole("heading", { level: 2, name: text })).toBeDefined();
}

describe("the interviewer's calendar", () => {
  it("opens a month on the first one with something ahead", async () => {
    renderScreen(<Shown view="month" nextAt={new Date("2027-01-13T12:30:00Z")} />);
    await expectTitle("January 2027");
  });

  it("stays on this month while something lies ahead in it, or nothing anywhere", async () => {
    const { unmount } = renderScreen(<Shown view="month" nextAt={new Date("2026-11-29T12:30:00Z")} />);
    await expectTitle("November 2026");
    unmount();
    renderScreen(<Shown view="month" nextAt={null} />);
    await expectTitle("November 2026");
  });

  it("opens a day, as on a phone, on today and leads to the next one with something ahead", async () => {
    const { user } = renderScreen(<Shown view="day" nextAt={new Date("2026-12-03T12:30:00Z")} />);
    await expectTitle("20 November 2026");
    await user.click(await screen.findByRole("button", { name: /^Go to .*3 Dec/ }));
    await expectTitle("3 December 2026");
  });

  it("turns to a slot that was added elsewhere", async () => {
    const { user } = renderScreen(
      <Shown view="month" nextAt={null} added={new Date("2027-01-13T12:30:00Z")} />,
    );
    await expectTitle("November 2026");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await expectTitle("January 2027");
  });
});
