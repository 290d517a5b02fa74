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
