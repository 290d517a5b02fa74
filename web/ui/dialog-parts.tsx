import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog, AlertDialog as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { overlayClass } from "./panels.tsx";
import { StillSending } from "./status.tsx";

const widths = { normal: "max-w-lg", wide: "max-w-3xl" };

const tallClass = "flex flex-col max-sm:h-[calc(100dvh-2rem)]";

export interface ModalProps {
  open: boolean;
  title: string;
  description?: ReactNode | undefined;
  onClose: () => void;
  /** `wide` for documents such as a resume, `double` for two columns. */
  width?: keyof typeof widths | undefined;
  /** On a phone as high as the screen from the start, for a long list that loads: nothing moves when it arrives. */
  tall?: boolean | undefined;
  children: ReactNode;
}

export function Modal({ open, title, description, onClose, width = "normal", tall, children }: ModalProps) {
  const content = useRef<HTMLDivElement>(null);
  const returnFocus = useReturnFocus();
  const takeFocus = useFirstFieldFocus(content);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...returnFocus}
          ref={content}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            takeFocus(event);
          }}
          onKeyUp={showFocusAfterTab}
          className={clsx(dialogClass, widths[width], tall && tallClass)}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="pt-1.5 text-xl">{title}</Dialog.Title>
            <CloseButton />
          </div>
          {description && <Dialog.Description className="mt-1 text-ink-2">{description}</Dialog.Description>}
          <div className={clsx("mt-5", tall && "flex shrink-0 grow flex-col")}>{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** From the last element to the first and back, the library moves the focus without scrolling to it. */
function showFocusAfterTab({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof Element) target.scrollIntoView({ block: "nearest" });
}

/** The close button of a dialog; only inside `Modal` and `Drawer`. */
function CloseButton() {
  return (
    <Dialog.Close
      aria-label="Close"
      className="-mr-2 -mt-1 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
    >
      <X aria-hidden="true" className="size-5" />
    </Dialog.Close>
  );
}

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

interface QuestionProps {
  open: boolean;
  title: string;
  message?: ReactNode | undefined;
  onClose: () => void;
  /** Above the buttons. */
  notice?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** A short text in the middle of the screen that wants an answer. */
function Question({ open, title, message, onClose, notice, children }: QuestionProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
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
          {notice}
          <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Stays open while pending; its owner closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, message, pending = false, onConfirm, onCancel } = props;
  return (
    <Question
      open={open}
      title={title}
      message={message}
      onClose={() => !pending && onCancel()}
      notice={<StillSending pending={pending} className="mt-4" />}
    >
      <Radix.Cancel asChild>
        <Button variant="quiet" inactive={pending}>
          {props.cancelLabel ?? "Cancel"}
        </Button>
      </Radix.Cancel>
      <Button
        variant={props.danger ? "danger" : "primary"}
        pending={pending}
        inactive={props.confirmInactive ?? false}
        onClick={onConfirm}
      >
        {props.confirmLabel}
      </Button>
    </Question>
  );
}

export interface AlertDialogProps {
  open: boolean;
  title: string;
  message: ReactNode;
  /** A link or button beside OK. */
  otherAction?: ReactNode | undefined;
  onClose: () => void;
}

/** Replaces `alert()` in the product's own style: one message, one OK, and another way on if there is one. */
export function AlertDialog({ otherAction, ...question }: AlertDialogProps) {
  return (
    <Question {...question}>
      {otherAction}
      <Radix.Cancel asChild>
        <Button className="min-w-24">OK</Button>
      </Radix.Cancel>
    </Question>
  );
}

/**
 * A dialog in the middle of the screen; on a phone it is above the bottom edge, within the thumb's reach. A field that
 * gets the focus is scrolled to where its ring and the buttons below it can be seen.
 */
const dialogClass =
  "fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] animate-rise scroll-pb-24 scroll-pt-6 overflow-y-auto rounded-lg border border-line bg-card p-6 text-ink shadow-high focus:outline-none sm:bottom-auto sm:top-1/2 sm:-translate-y-1/2 sm:p-7";

/** The newest result inside an element that lets results take the focus, as the operator's desk does. */
const findResult = () => document.querySelector<HTMLElement>("[data-focus-results] [data-result]");

/**
 * The element that had the focus before a dialog that has just closed. A dialog that replaces it in the same
 * render returns the focus to this element, too.
 */
let openerOfClosed: Element | null = null;

/**
 * Returns the focus to the element that had it before a dialog opened, or moves it to the result of the
 * dialog's action if the page lets results take the focus. The library does not do this, because our dialogs
 * are opened by state, without a trigger element. Spread it on the dialog's content.
 */
function useReturnFocus() {
  const before = useRef<Element | null>(null);
  const resultBefore = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      openerOfClosed = before.current;
      setTimeout(() => {
        openerOfClosed = null;
      });
    },
    [],
  );
  return {
    onOpenAutoFocus() {
      const { activeElement, body } = document;
      before.current = activeElement === body ? (openerOfClosed ?? body) : activeElement;
      resultBefore.current = findResult();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const result = findResult();
      const opener = before.current;
      if (result !== null && result !== resultBefore.current) result.focus();
      else if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.getElementById("content")?.focus({ preventScroll: true });
    },
  };
}

const fields = "input:not([type=hidden]):not([disabled]), select:not([disabled]), textarea:not([disabled])";

/**
 * Puts the focus of a dialog on its first field, also when the field is loaded later; until then it is on the dialog itself.
 * Call `takeFocus` when the dialog opens.
 */
function useFirstFieldFocus(content: RefObject<HTMLElement | null>) {
  // After every render: a field may have come with it.
  useEffect(() => {
    const dialog = content.current;
    if (dialog !== null && document.activeElement === dialog) focusFirstField(dialog);
  });
  return (event: Event) => {
    event.preventDefault();
    const dialog = content.current;
    if (dialog === null) return;
    dialog.focus({ preventScroll: true });
    focusFirstField(dialog);
  };
}

/**
 * A long text above the field stays in view. An element with `data-first-field` contains the field to begin with, if
 * fields before it are filled in already.
 */
function focusFirstField(dialog: HTMLElement): void {
  const begin = dialog.querySelector<HTMLElement>("[data-first-field]") ?? dialog;
  begin.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
}
