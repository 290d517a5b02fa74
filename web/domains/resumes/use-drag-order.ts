import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/**
 * Puts the children of `list` in order by dragging: while a child is held, it takes the place of the one under the
 * pointer. Finger, pen and mouse alike.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef({ dragged, move });
  latest.current = { dragged, move };
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    function follow({ clientY }: globalThis.PointerEvent) {
      const { dragged: from, move: moveNow } = latest.current;
      const to = placeAt(list.current, clientY);
      if (from === null || to === null || to === from) return;
      latest.current.dragged = to;
      moveNow(from, to);
      setDragged(to);
    }
    const drop = () => setDragged(null);
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
    return () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
  }, [isDragging, list]);

  return {
    dragged,
    grab: (index: number) => (event: PointerEvent) => {
      if (event.button !== 0) return;
      // Dragging must not select what it passes over.
      event.preventDefault();
      setDragged(index);
    },
  };
}

/** The child whose middle half holds this height: the edges are left alone, or two of unlike size would flicker. */
function placeAt(list: HTMLElement | null, y: number): number | null {
  const index = [...(list?.children ?? [])].findIndex((child) => {
    const { top, height } = child.getBoundingClientRect();
    return y > top + height / 4 && y < top + (height * 3) / 4;
  });
  return index === -1 ? null : index;
}
