import type { ReactNode } from "react";
import { NoticeLine } from "./notice-line.tsx";

interface RoomNoticeProps {
  children: ReactNode;
  /** What can be done about it. */
  action: string;
  onAction: () => void;
  onDismiss: () => void;
}

/** One thing to know about the room, and what can be done about it, in a line over it. */
export function RoomNotice({ children, action, onAction, onDismiss }: RoomNoticeProps) {
  return (
    <NoticeLine onDismiss={onDismiss} className="py-0.5 lg:justify-center">
      <p className="min-w-0 max-lg:grow">{children}</p>
      <button
        type="button"
        onClick={onAction}
        className="min-h-8 shrink-0 rounded-full px-2 font-semibold underline underline-offset-2"
      >
        {action}
      </button>
    </NoticeLine>
  );
}
