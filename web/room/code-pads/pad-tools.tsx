import clsx from "clsx";
import { AArrowDown, AArrowUp, Check, Copy, Ellipsis, Lock, LockOpen } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { draftStorage } from "../../session/session-store.ts";
import { useCopyToClipboard, useMediaQuery } from "../../ui/hooks.ts";
import { toolButtonClass } from "./formatting.tsx";
import type { PadDocument } from "./pad-document.ts";

/** The width from which the tools have room beside the language. */
const wide = "(min-width: 40rem)";

/** The pad's tools: in a row, or on a phone behind one button. */
export function PadTools({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery(wide);
  if (isWide) return children;
  return (
    <Popover.Root>
      <Popover.Trigger aria-label="More tools" title="More tools" className={toolButtonClass}>
        <Ellipsis aria-hidden="true" className="size-5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          data-theme="dark"
          aria-label="More tools"
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            "z-40 grid rounded-md border border-line bg-card p-1 text-ink shadow-high",
            // Each tool shows its name, because a touch screen shows no tooltips.
            "[&>span:not([role])]:contents [&_button]:flex [&_button]:w-full [&_button]:items-center [&_button]:gap-3 [&_button]:rounded-sm [&_button]:px-3 [&_button]:after:content-[attr(aria-label)]",
            // Each name begins at the same place, whatever the size of the icon. A span is the spinner.
            "[&_button>svg]:w-5 [&_button>span]:mx-0.5",
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Font sizes of the pad, in pixels. */
const sizes = [12, 14, 16, 18, 21, 24];
const defaultSize = 14;
/** A phone zooms into editable text that is smaller. */
const defaultTouchSize = 16;
const storageKey = "greenroom.code-size";

/** The size of the code, for this person in this tab. */
export function useCodeFontSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const storedSize = Number(draftStorage.getItem(storageKey));
    if (sizes.includes(storedSize)) return storedSize;
    return window.matchMedia("(pointer: coarse)").matches ? defaultTouchSize : defaultSize;
  });
  const choose = (next: number) => {
    draftStorage.setItem(storageKey, String(next));
    setSize(next);
  };
  return [size, choose];
}

interface CodeFontSizeButtonsProps {
  size: number;
  onSizeChange: (size: number) => void;
}

export function CodeFontSizeButtons({ size, onSizeChange }: CodeFontSizeButtonsProps) {
  const index = sizes.indexOf(size);
  return (
    <span className="flex shrink-0">
      <SizeButton name="Smaller code" targetSize={sizes[index - 1]} onSizeChange={onSizeChange}>
        <AArrowDown aria-hidden="true" className="size-5" />
      </SizeButton>
      <SizeButton name="Larger code" targetSize={sizes[index + 1]} onSizeChange={onSizeChange}>
        <AArrowUp aria-hidden="true" className="size-5" />
      </SizeButton>
    </span>
  );
}

interface SizeButtonProps {
  name: string;
  /** Undefined when there is no such size. */
  targetSize: number | undefined;
  onSizeChange: (size: number) => void;
  children: ReactNode;
}

function SizeButton({ name, targetSize, onSizeChange, children }: SizeButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={targetSize === undefined}
      onClick={() => targetSize !== undefined && onSizeChange(targetSize)}
      className={clsx(toolButtonClass, "aria-disabled:cursor-not-allowed aria-disabled:opacity-45")}
    >
      {children}
    </button>
  );
}

export function CopyCode({ padDocument }: { padDocument: PadDocument }) {
  const code = useStore(padDocument.store, ({ content }) => content);
  const { copied, copy } = useCopyToClipboard(code);
  const Icon = copied ? Check : Copy;
  const label = copied === null ? "Copy the code" : copied ? "Copied" : "Your browser did not allow copying";
  return (
    <>
      <button
        type="button"
        aria-label="Copy the code"
        title={label}
        onClick={copy}
        className={toolButtonClass}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {copied !== null && label}
      </span>
    </>
  );
}

interface ReadOnlyButtonProps {
  isReadOnly: boolean;
  /** The interviewee's name. */
  name: string;
  onChange: (isReadOnly: boolean) => void;
}

/** For the interviewer: makes the pad read-only for the interviewee, for example while explaining. */
export function ReadOnlyButton({ isReadOnly, name, onChange }: ReadOnlyButtonProps) {
  const Icon = isReadOnly ? Lock : LockOpen;
  const label = `Read-only for ${name}`;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isReadOnly}
      title={label}
      onClick={() => onChange(!isReadOnly)}
      className={clsx(toolButtonClass, "aria-pressed:bg-accent-tint aria-pressed:text-ink")}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
