import type { ReactNode } from "react";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";

interface DeskNoticeProps {
  /** Null before the first action. */
  notice: Notice | null;
  /** Undoes the action; left out if there is no inverse. */
  children?: ReactNode;
}

const attribute = "data-desk-notice";

/** The result of an action. It gets the focus when the action's dialog closes. */
export function DeskNotice({ notice, children }: DeskNoticeProps) {
  return (
    <div
      {...{ [attribute]: "" }}
      tabIndex={-1}
      className={notice === null ? "absolute" : "mb-4 grid scroll-mt-4 gap-2 rounded-sm"}
    >
      <NoticeMessage notice={notice} />
      {notice !== null && children}
    </div>
  );
}

/**
 * Moves the focus to the page's notice. A closing dialog returns the focus one task later to the element that
 * opened it. The action has often removed that element, so this waits for two tasks.
 */
export function focusNotice(): void {
  const focus = () => {
    const notice = document.querySelector<HTMLElement>(`[${attribute}]`);
    const result = notice?.querySelector<HTMLElement>("[data-result]");
    (result ?? notice ?? document.getElementById("content"))?.focus();
  };
  setTimeout(() => setTimeout(focus));
}
