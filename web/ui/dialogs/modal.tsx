import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useFirstFieldFocus } from "../hooks/use-first-field-focus.ts";
import { useReturnFocus } from "../hooks/use-return-focus.ts";
import { dialogClass, overlayClass } from "./dialog-class.ts";

const widths = { normal: "max-w-lg", wide: "max-w-3xl", double: "max-w-5xl" };

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
