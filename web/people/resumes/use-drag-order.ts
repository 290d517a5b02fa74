import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/**
 * Reorders the children of `list` by dragging: a dragged child takes the place of the one under the pointer.
 * Works for finger, pen and mouse.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef({ dragged, move });
  latest.current = { dragged, move };
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    function handlePointerMove({ clientY }: globalThis.PointerEvent) {
      const { dragged: from, move: moveNow } = latest.current;
      const to = indexAt(list.current, clientY);
      if (from === null || to === null || to === from) return;
      latest.current.dragged = to;
      moveNow(from, to);
      setDragged(to);
    }
    const endDrag = () => setDragged(null);
    window.addEventListener("pointermove", handlePointerMove);
    window.addEventListener("pointerup", endDrag);
    window.addEventListener("pointercancel", endDrag);
    return () => {
      window.removeEventListener("pointermove", handlePointerMove);
      window.removeEventListener("pointerup", endDrag);
      window.removeEventListener("pointercancel", endDrag);
    };
  }, [isDragging, list]);

  return {
    dragged,
    grab: (index: number) => (event: PointerEvent) => {
      if (event.button !== 0) return;
      // Dragging must not select text.
      event.preventDefault();
      setDragged(index);
    },
  };
}

/**
 * The child whose middle half contains this height. The edges do not count, because two children of different
 * height would flicker.
 */
function indexAt(list: HTMLElement | null, y: number): number | null {
  const index = [...(list?.children ?? [])].findIndex((child) => {
    const { top, height } = child.getBoundingClientRect();
    return y > top + height / 4 && y < top + (height * 3) / 4;
  });
  return index === -1 ? null : index;
}
