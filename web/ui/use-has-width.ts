import { type RefObject, useEffect, useState } from "react";

/** Whether an element is at least so wide, in pixels, now and whenever its box changes; false until it is drawn. */
export function useHasWidth(element: RefObject<HTMLElement | null>, least: number): boolean {
  const [hasWidth, setHasWidth] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setHasWidth(observed.clientWidth >= least));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, least]);
  return hasWidth;
}
