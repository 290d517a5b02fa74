import clsx from "clsx";
import { AArrowDown, AArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { draftStorage } from "../../../session/browser-storage.ts";
import { toolButtonClass } from "./tool-button-class.ts";

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

/** Buttons for a smaller and a larger font. */
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
