import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** In pixels: from the button, and from the edges of the window. */
const gap = 10;
const margin = 12;

interface MarkPopoverProps {
  opener: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form above the button that opened it. A library's popover costs 12 kB that every interviewer would load with the
 * room, because it can be placed at any side of anything.
 */
export function MarkPopover({ opener, label, onClose, children }: MarkPopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: margin, bottom: margin });

  // Cleaned up while the form is still in the document, so that the focus has not left it yet.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const form = panel.current;
    form?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
    return () => {
      if (!form?.contains(document.activeElement)) return;
      const isElsewhere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isElsewhere ? before : opener.current)?.focus({ preventScroll: true });
    };
  }, [opener]);

  useLayoutEffect(() => {
    const update = () => {
      const button = opener.current?.getBoundingClientRect();
      // While a phone's keyboard is open, the row of buttons is hidden, and the form is at the lower edge.
      if (panel.current === null || button === undefined || button.width === 0)
        return setPlace({ left: margin, bottom: margin });
      const middle = button.left + button.width / 2 - panel.current.offsetWidth / 2;
      const last = window.innerWidth - margin - panel.current.offsetWidth;
      setPlace({
        left: Math.max(margin, Math.min(middle, last)),
        bottom: window.innerHeight - button.top + gap,
      });
    };
    update();
    window.addEventListener("resize", update);
    // Told when the row of buttons is hidden or shown again.
    const observer = new ResizeObserver(update);
    if (opener.current !== null) observer.observe(opener.current);
    return () => {
      window.removeEventListener("resize", update);
      observer.disconnect();
    };
  }, [opener]);

  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!(target instanceof Node)) return;
      if (!panel.current?.contains(target) && !opener.current?.contains(target)) onClose();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) onClose();
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [opener, onClose]);

  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      data-theme="dark"
      style={place}
      className="fixed z-40 w-[min(24rem,calc(100vw-1.5rem))] rounded-md border border-line bg-card p-4 text-ink shadow-high"
    >
      {children}
    </div>,
    document.body,
  );
}
