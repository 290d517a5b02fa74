import { useRef } from "react";

/**
 * Where the keyboard was before a dialog opened is where it is when the dialog closes. The dialogs here are opened
 * by state, without a trigger of their own, and then the library forgets it. Spread on the dialog's content.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
