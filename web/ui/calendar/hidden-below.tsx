import { ArrowDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useState } from "react";
import type { CalendarEvent } from "./calendar-event.ts";

/** How much of an event must be visible, in pixels, to count as seen. */
const visibleEdge = 12;

interface HiddenBelow {
  count: number;
  scrollThere: () => void;
}

/**
 * The drawn events below the visible part of a day or week, so that somebody who sees an empty morning learns
 * about the evening. Null when nothing is hidden, and for a view without hours (`events` is null).
 */
export function useHiddenBelow(
  frame: RefObject<HTMLElement | null>,
  events: readonly CalendarEvent[] | null,
): HiddenBelow | null {
  const [count, setCount] = useState(0);
  const hiddenElements = useCallback(() => {
    const element = frame.current;
    if (element === null) return [];
    const bottom = element.getBoundingClientRect().bottom - visibleEdge;
    return [...element.querySelectorAll(".cal-event-column")]
      .map((event) => ({ event, top: event.getBoundingClientRect().top }))
      .filter(({ top }) => top > bottom)
      .sort((a, b) => a.top - b.top)
      .map(({ event }) => event);
  }, [frame]);

  // Runs when the events change too, because FullCalendar draws them a moment later.
  useEffect(() => {
    const element = frame.current;
    if (element === null || events === null) return setCount(0);
    let scheduled = 0;
    const measure = () => {
      cancelAnimationFrame(scheduled);
      scheduled = requestAnimationFrame(() => setCount(hiddenElements().length));
    };
    const observer = new ResizeObserver(measure);
    const drawn = new MutationObserver(measure);
    observer.observe(element);
    drawn.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", measure, { capture: true, passive: true });
    measure();
    return () => {
      cancelAnimationFrame(scheduled);
      observer.disconnect();
      drawn.disconnect();
      element.removeEventListener("scroll", measure, { capture: true });
    };
  }, [frame, events, hiddenElements]);

  if (count === 0) return null;
  return { count, scrollThere: () => hiddenElements()[0]?.scrollIntoView({ block: "center" }) };
}

interface HiddenBelowProps {
  frame: RefObject<HTMLElement | null>;
  /** Null for a view without hours. */
  events: readonly CalendarEvent[] | null;
}

/** Scrolls to the events below. A component of its own, so that scrolling does not draw the calendar again. */
export function HiddenBelow({ frame, events }: HiddenBelowProps) {
  const hiddenBelow = useHiddenBelow(frame, events);
  if (hiddenBelow === null) return null;
  return (
    <button
      type="button"
      onClick={hiddenBelow.scrollThere}
      className="absolute bottom-2 left-1/2 z-10 flex min-h-8 -translate-x-1/2 items-center gap-1.5 rounded-full border border-edge bg-card px-3.5 text-sm font-semibold text-ink shadow-lift hover:bg-sunk"
    >
      <ArrowDown aria-hidden="true" className="size-4" /> {hiddenBelow.count} later in the day
    </button>
  );
}
