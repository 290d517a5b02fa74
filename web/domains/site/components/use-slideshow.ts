import { type RefObject, useEffect, useRef, useState } from "react";

/** How long a picture stands, in milliseconds (specification §9). */
const standsFor = 5000;

function wantsLessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A row of pictures that goes on by itself, as long as nobody points at it, has the focus in it, has paused it or asks
 * for less motion. The row's own scroll position is the truth, so a swipe and an arrow end in the same place.
 */
export function useSlideshow(row: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [isNear, setNear] = useState(false);
  const isRunning = !isPaused && !isHeld;
  /** Where the row was sent last; null once it has come to rest. */
  const wanted = useRef<number | null>(null);

  function show(index: number) {
    const next = (index + count) % count;
    const element = row.current;
    if (element === null) return;
    const behavior = wantsLessMotion() ? "auto" : "smooth";
    wanted.current = next;
    element.scrollTo({ left: next * element.clientWidth, behavior });
    setCurrent(next);
  }

  useEffect(() => {
    if (wantsLessMotion()) setPaused(true);
  }, []);

  // The pictures beside the first one are out of sight, but near enough for a browser to fetch them all at the start.
  useEffect(() => {
    const element = row.current;
    if (element === null || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "400px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, isNear]);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => document.hidden || show(current + 1), standsFor);
    return () => clearTimeout(timer);
  });

  /** When the row has come to rest. A smooth scroll that the next one broke off ends short of where the row was sent. */
  function settle() {
    const element = row.current;
    if (element === null) return;
    const at = Math.round(element.scrollLeft / element.clientWidth);
    const sent = wanted.current;
    wanted.current = null;
    if (sent !== null && sent !== at) element.scrollTo({ left: sent * element.clientWidth });
    else setCurrent(at);
  }

  return { current, isNear, isPaused, isRunning, setPaused, setHeld, show, settle };
}
