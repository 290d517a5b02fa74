import type { ReactNode } from "react";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";

interface DeskNoticeProps {
  /** Null: nothing was done yet. */
  notice: Notice | null;
  /** What undoes it, where there is an inverse. */
  children?: ReactNode;
}

const attribute = "data-desk-notice";

/** What an action has done. It takes the focus when the action's dialog closes. */
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
 * Moves the focus to the page's notice. A dialog that closes returns the focus to what opened it one task later, and
 * that is often gone with the action, so this waits for two.
 */
export function focusNotice(): void {
  const focus = () => {
    const notice = document.querySelector<HTMLElement>(`[${attribute}]`);
    const result = notice?.querySelector<HTMLElement>("[data-result]");
    (result ?? notice ?? document.getElementById("content"))?.focus();
  };
  setTimeout(() => setTimeout(focus));
}
