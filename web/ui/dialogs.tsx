import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { AlertDialogProps, ConfirmDialogProps, DrawerProps, ModalProps } from "./dialog-parts.tsx";
import { LazyPart, type LazySource } from "./lazy-part.tsx";
import { overlayClass } from "./panels.tsx";
import { Spinner } from "./status.tsx";

export type { ConfirmDialogProps };

/** Fetched when the first dialog opens, or before (`useLoadAhead`): a screen shows its content without it. */
export const dialogsPart = { name: "The window", load: () => import("./dialog-parts.tsx") };

type Dialogs = Awaited<ReturnType<typeof dialogsPart.load>>;

/** A window over the page for a form, a document or a choice. */
export function Modal(props: ModalProps) {
  return <Opened {...props}>{(dialogs) => <dialogs.Modal {...props} />}</Opened>;
}

/** A panel that slides in from the edge of the screen. */
export function Drawer(props: DrawerProps) {
  return <Opened {...props}>{(dialogs) => <dialogs.Drawer {...props} />}</Opened>;
}

/** Asks before a change. Stays open while pending; its owner closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Opened {...props} onClose={props.onCancel}>
      {(dialogs) => <dialogs.ConfirmDialog {...props} />}
    </Opened>
  );
}

/** One message, one OK, and another way on if there is one. */
export function AlertDialog(props: AlertDialogProps) {
  return <Opened {...props}>{(dialogs) => <dialogs.AlertDialog {...props} />}</Opened>;
}

interface OpenedProps {
  open: boolean;
  onClose: () => void;
  children: (dialogs: Dialogs) => ReactNode;
}

function Opened({ open, onClose, children }: OpenedProps) {
  if (!open) return null;
  return (
    <LazyDialog source={dialogsPart} onClose={onClose}>
      {children}
    </LazyDialog>
  );
}

interface LazyDialogProps<Part> {
  /** The same object each time. */
  source: LazySource<Part>;
  onClose: () => void;
  children: (Part: Part) => ReactNode;
}

/** A dialog of which more than its frame is fetched when it opens. A failure can be closed like a dialog. */
export function LazyDialog<Part>({ source, onClose, children }: LazyDialogProps<Part>) {
  return (
    <LazyPart
      source={source}
      loading={
        <div role="status" className={`${overlayClass} grid place-items-center text-on-dark`}>
          <Spinner className="text-2xl" />
          <span className="sr-only">Loading…</span>
        </div>
      }
      frame={(failure) => (
        <div className="fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md justify-items-center rounded-lg border border-line bg-card p-4 text-ink shadow-high">
          {failure}
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    >
      {children}
    </LazyPart>
  );
}
