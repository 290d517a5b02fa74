import { type RefObject, useEffect, useState } from "react";

/**
 * Whether an element is at least this wide, in pixels, updated when its size changes; false until it is
 * drawn.
 */
export function useMinWidth(element: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [isWideEnough, setWideEnough] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setWideEnough(observed.clientWidth >= minWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, minWidth]);
  return isWideEnough;
}
