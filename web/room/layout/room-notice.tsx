import type { ReactNode } from "react";
import { DismissibleNotice } from "./dismissible-notice.tsx";

interface RoomNoticeProps {
  children: ReactNode;
  /** The label of the button. */
  action: string;
  onAction: () => void;
  onDismiss: () => void;
}

/** One piece of information about the room with a button, in a line above it. */
export function RoomNotice({ children, action, onAction, onDismiss }: RoomNoticeProps) {
  return (
    <DismissibleNotice onDismiss={onDismiss} className="py-0.5 lg:justify-center">
      <p className="min-w-0 max-lg:grow">{children}</p>
      <button
        type="button"
        onClick={onAction}
        className="min-h-8 shrink-0 rounded-full px-2 font-semibold underline underline-offset-2"
      >
        {action}
      </button>
    </DismissibleNotice>
  );
}
