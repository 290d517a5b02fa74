import { useEffect, useRef } from "react";

/** The newest result inside an element that lets results take the focus, as the operator's desk does. */
const findResult = () => document.querySelector<HTMLElement>("[data-focus-results] [data-result]");

/**
 * The element that had the focus before a dialog that has just closed. A dialog that replaces it in the same
 * render returns the focus to this element, too.
 */
let openerOfClosed: Element | null = null;

/**
 * Returns the focus to the element that had it before a dialog opened, or moves it to the result of the
 * dialog's action if the page lets results take the focus. The library does not do this, because our dialogs
 * are opened by state, without a trigger element. Spread it on the dialog's content.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  const resultBefore = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      openerOfClosed = before.current;
      setTimeout(() => {
        openerOfClosed = null;
      });
    },
    [],
  );
  return {
    onOpenAutoFocus() {
      const { activeElement, body } = document;
      before.current = activeElement === body ? (openerOfClosed ?? body) : activeElement;
      resultBefore.current = findResult();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const result = findResult();
      const opener = before.current;
      if (result !== null && result !== resultBefore.current) result.focus();
      else if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.getElementById("content")?.focus({ preventScroll: true });
    },
  };
}
