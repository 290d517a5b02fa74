import type { ReactNode } from "react";

/**
 * Holds what stands under a form's button. Pressing it does not take the focus out of the field above: that field
 * would show its error, push the button away from under the pointer, and the click would be lost.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is; nothing to operate
    <div className="grid gap-3" onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
