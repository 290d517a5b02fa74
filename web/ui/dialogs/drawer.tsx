import clsx from "clsx";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnFocus } from "../hooks/use-return-focus.ts";
import { overlayClass } from "./dialog-class.ts";
import { CloseButton, showFocusAfterTab } from "./modal.tsx";

export interface DrawerProps {
  open: boolean;
  title: string;
  onClose: () => void;
  side?: "right" | "bottom" | undefined;
  /** Whether a drawer at the right needs more room than a phone has. */
  isWide?: boolean | undefined;
  children: ReactNode;
}

const sides = {
  right: "inset-y-0 right-0 border-l",
  bottom:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-t pb-[max(1.25rem,env(safe-area-inset-bottom))]",
};

/** A panel that slides in from the edge of the screen. */
export function Drawer({ open, title, onClose, side = "right", isWide = false, children }: DrawerProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...returnFocus}
          onKeyUp={showFocusAfterTab}
          aria-describedby={undefined}
          className={clsx(
            "fixed z-50 animate-rise overflow-y-auto border-line bg-card p-5 text-ink shadow-high focus:outline-none",
            sides[side],
            side === "right" && (isWide ? "w-[min(38rem,92vw)]" : "w-[min(22rem,88vw)]"),
          )}
        >
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="text-xl">{title}</Dialog.Title>
            <CloseButton />
          </div>
          <div className="mt-3">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
