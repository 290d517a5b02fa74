import { useEffect, useRef } from "react";

/** Calls `onKey` for keys that are pressed outside fields, buttons and links. */
export function useCardKeys(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || event.defaultPrevented) return;
      const isInControl =
        target instanceof Element &&
        target.closest("input, textarea, select, summary, [contenteditable], [role=dialog]") !== null;
      const isOnButton = target instanceof Element && target.closest("button, a") !== null;
      // Space and Enter activate the focused button.
      if (isInControl || (isOnButton && (key === " " || key === "Enter"))) return;
      if (latest.current(key)) event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}
