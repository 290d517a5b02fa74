import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";

interface DismissibleNoticeProps {
  children: ReactNode;
  onDismiss: () => void;
  className?: string;
}

/** A dismissible line with one piece of information. */
export function DismissibleNotice({ children, onDismiss, className }: DismissibleNoticeProps) {
  return (
    <div className={clsx("flex items-center gap-2 bg-accent-tint pr-1 pl-4 text-sm text-amber", className)}>
      {children}
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
