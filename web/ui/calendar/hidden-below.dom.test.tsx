import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import type { CalendarEvent } from "./calendar-event.ts";
import { useHiddenBelow } from "./hidden-below.tsx";

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
