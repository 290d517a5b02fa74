import type { ReactNode } from "react";
import type { AlertDialogProps, ConfirmDialogProps, DrawerProps, ModalProps } from "./dialog-parts.tsx";
import { FailedPanel, LazyPart } from "./lazy-part.tsx";

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
    <LazyPart
      source={dialogsPart}
      loading={null}
      frame={(failure) => <FailedPanel onClose={onClose}>{failure}</FailedPanel>}
    >
      {children}
    </LazyPart>
  );
}
