import { X } from "lucide-react";
import type { ReactNode } from "react";

interface RoomNoticeProps {
  children: ReactNode;
  /** What can be done about it. */
  action: string;
  onAction: () => void;
  onDismiss: () => void;
}

/** One thing to know, in a line over the room, until it is put away. */
export function RoomNotice({ children, action, onAction, onDismiss }: RoomNoticeProps) {
  return (
    <div className="flex items-center gap-2 bg-spot-tint py-0.5 pr-1 pl-4 text-sm text-amber lg:justify-center">
      <p className="min-w-0 max-lg:grow">{children}</p>
      <button
        type="button"
        onClick={onAction}
        className="min-h-8 shrink-0 rounded-full px-2 font-semibold underline underline-offset-2"
      >
        {action}
      </button>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunk"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
