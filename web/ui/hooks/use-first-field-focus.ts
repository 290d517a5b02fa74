import { type RefObject, useEffect } from "react";

const fields = "input:not([type=hidden]):not([disabled]), select:not([disabled]), textarea:not([disabled])";

/**
 * Puts the focus of a dialog on its first field, also when the field is loaded later; until then it is on the dialog itself.
 * Call `takeFocus` when the dialog opens.
 */
export function useFirstFieldFocus(content: RefObject<HTMLElement | null>) {
  // After every render: a field may have come with it.
  useEffect(() => {
    const dialog = content.current;
    if (dialog !== null && document.activeElement === dialog) focusFirstField(dialog);
  });
  return (event: Event) => {
    event.preventDefault();
    const dialog = content.current;
    if (dialog === null) return;
    dialog.focus({ preventScroll: true });
    focusFirstField(dialog);
  };
}

/**
 * A long text above the field stays in view. An element with `data-first-field` contains the field to begin with, if
 * fields before it are filled in already.
 */
function focusFirstField(dialog: HTMLElement): void {
  const begin = dialog.querySelector<HTMLElement>("[data-first-field]") ?? dialog;
  begin.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
}
