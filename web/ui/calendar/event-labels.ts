import { useEffect, useRef } from "react";
import type { CalendarEvent } from "./calendar-event.ts";

/**
 * Gives each drawn event its sentence for screen readers. FullCalendar reuses an event's element when the
 * event changes (a slot that is chosen), so we write the sentences again whenever the events change.
 */
export function useEventLabels(events: readonly CalendarEvent[]) {
  const elements = useRef(new Map<HTMLElement, string>());
  const byId = useRef(new Map<string, CalendarEvent>());
  byId.current = new Map(events.map((event) => [event.id, event]));

  function applyLabel(element: HTMLElement, id: string) {
    const event = byId.current.get(id);
    if (!event) return;
    element.setAttribute("aria-label", event.label);
    // For sighted users, where a narrow column truncates the name.
    element.title = event.label;
    if (event.tone === "selected") element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }

  // Runs after every render, because writing a few attributes costs less than finding out which of them
  // changed.
  useEffect(() => {
    for (const [element, id] of elements.current) applyLabel(element, id);
  });

  return {
    add(element: HTMLElement, id: string) {
      elements.current.set(element, id);
      applyLabel(element, id);
    },
    remove(element: HTMLElement) {
      elements.current.delete(element);
    },
  };
}
