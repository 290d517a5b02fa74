import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useFirstFieldFocus } from "../hooks/use-first-field-focus.ts";
import { useReturnFocus } from "../hooks/use-return-focus.ts";
import { dialogClass, overlayClass } from "./dialog-class.ts";

const widths = { normal: "max-w-lg", wide: "max-w-3xl", double: "max-w-5xl" };

export interface ModalProps {
  open: boolean;
  title: string;
  description?: ReactNode | undefined;
  onClose: () => void;
  /** `wide` for documents such as a resume, `double` for two columns. */
  width?: keyof typeof widths | undefined;
  children: ReactNode;
}

export function Modal({ open, title, description, onClose, width = "normal", children }: ModalProps) {
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
          className={clsx(dialogClass, widths[width])}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="pt-1.5 text-xl">{title}</Dialog.Title>
            <CloseButton />
          </div>
          {description && <Dialog.Description className="mt-1 text-ink-2">{description}</Dialog.Description>}
          <div className="mt-5">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** From the last element to the first and back, the library moves the focus without scrolling to it. */
export function showFocusAfterTab({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof Element) target.scrollIntoView({ block: "nearest" });
}

/** The close button of a dialog; only inside `Modal` and `Drawer`. */
export function CloseButton() {
  return (
    <Dialog.Close
      aria-label="Close"
      className="-mr-2 -mt-1 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
    >
      <X aria-hidden="true" className="size-5" />
    </Dialog.Close>
  );
}
