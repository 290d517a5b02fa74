import { type RefObject, useEffect, useRef, useState } from "react";

/** How long a picture shows, in milliseconds (requirements §9). */
const slideMilliseconds = 5000;

function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A row of pictures that advances automatically, unless the user hovers over it, has the focus in it, has
 * paused it or prefers reduced motion. The row's own scroll position is the state, so a swipe and an arrow
 * have the same result.
 */
export function useSlideshow(row: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  /** The pointer is over it, or the focus in it. */
  const [isInUse, setInUse] = useState(false);
  const [isNear, setNear] = useState(false);
  const isRunning = !isPaused && !isInUse;
  /** The last target of scrolling; null once the row has stopped. */
  const targetIndex = useRef<number | null>(null);

  function show(index: number) {
    const next = (index + count) % count;
    const element = row.current;
    if (element === null) return;
    const behavior = prefersReducedMotion() ? "auto" : "smooth";
    targetIndex.current = next;
    element.scrollTo({ left: next * element.clientWidth, behavior });
    setCurrent(next);
  }

  useEffect(() => {
    if (prefersReducedMotion()) setPaused(true);
  }, []);

  // The other pictures are out of sight, but so close that a browser would load them all at the start.
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
    const timer = setTimeout(() => document.hidden || show(current + 1), slideMilliseconds);
    return () => clearTimeout(timer);
  });

  /** The row has stopped. A smooth scroll that was interrupted by the next one ends before its target. */
  function handleScrollEnd() {
    const element = row.current;
    if (element === null) return;
    const at = Math.round(element.scrollLeft / element.clientWidth);
    const sent = targetIndex.current;
    targetIndex.current = null;
    if (sent !== null && sent !== at) element.scrollTo({ left: sent * element.clientWidth });
    else setCurrent(at);
  }

  return {
    current,
    isNear,
    isPaused,
    isRunning,
    setPaused,
    setInUse,
    show,
    handleScrollEnd,
  };
}
