import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Makes content that is too wide scroll sideways, by keyboard too, and shows a hint. While all of it is in sight, Tab
 * does not stop at it.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {isCut && <p className="px-4 py-2 text-sm text-ink-3">Scroll sideways to see all of it.</p>}
      <section ref={box} aria-label={label} tabIndex={isCut ? 0 : undefined} className="overflow-x-auto">
        {children}
      </section>
    </>
  );
}
