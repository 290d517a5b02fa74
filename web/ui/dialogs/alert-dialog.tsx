import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../actions/button.tsx";
import { useReturnFocus } from "../hooks/use-return-focus.ts";
import { dialogClass, overlayClass } from "./dialog-class.ts";

export interface AlertDialogProps {
  open: boolean;
  title: string;
  message: ReactNode;
  /** A link or button beside OK. */
  otherAction?: ReactNode | undefined;
  onClose: () => void;
}

/** Replaces `alert()` in the product's own style: one message, one OK, and another way on if there is one. */
export function AlertDialog({ open, title, message, otherAction, onClose }: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content {...returnFocus} className={`${dialogClass} max-w-md`}>
          <Radix.Title className="text-xl">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-2">{message}</Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            {otherAction}
            <Radix.Cancel asChild>
              <Button className="min-w-24">OK</Button>
            </Radix.Cancel>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
