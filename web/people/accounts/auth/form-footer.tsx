import type { ReactNode } from "react";

/**
 * Wraps the content below a form's button. Pressing it does not blur the field above: that field would show its
 * error and move the button away from under the pointer, and the click would be lost.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prevents a change of focus
    <div className="grid gap-3" onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
