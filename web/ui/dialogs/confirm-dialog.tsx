import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../actions/button.tsx";
import { useReturnFocus } from "../hooks/use-return-focus.ts";
import { StillSending } from "../status/still-sending.tsx";
import { dialogClass, overlayClass } from "./dialog-class.ts";

export interface ConfirmDialogProps {
  open: boolean;
  /** The question, with its question mark. */
  title: string;
  message?: ReactNode | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  pending?: boolean | undefined;
  /** Something is missing before it can be confirmed. */
  confirmInactive?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Stays open while pending; its owner closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    message,
    confirmLabel,
    cancelLabel = "Cancel",
    danger,
    pending = false,
    confirmInactive = false,
    onConfirm,
    onCancel,
  } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !pending && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          className={`${dialogClass} max-w-md`}
          {...(message ? {} : { "aria-describedby": undefined })}
        >
          <Radix.Title className="text-xl">{title}</Radix.Title>
          {message && (
            <Radix.Description asChild>
              <div className="mt-2 text-ink-2">{message}</div>
            </Radix.Description>
          )}
          <StillSending pending={pending} className="mt-4" />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button variant="quiet" inactive={pending}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button
              variant={danger ? "danger" : "primary"}
              pending={pending}
              inactive={confirmInactive}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
