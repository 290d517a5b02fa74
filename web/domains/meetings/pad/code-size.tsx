import { AArrowDown, AArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { draftStorage } from "../../accounts/storage.ts";

/** Of the pad's letters, in pixels. */
const sizes = [12, 14, 16, 18, 21, 24];
const usual = 14;
/** A phone zooms in where letters that are written are smaller. */
const usualForFingers = 16;
const key = "greenroom.code-size";

/** How large the code is, for this person in this tab. */
export function useCodeSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const kept = Number(draftStorage.getItem(key));
    if (sizes.includes(kept)) return kept;
    return window.matchMedia("(pointer: coarse)").matches ? usualForFingers : usual;
  });
  const choose = (next: number) => {
    draftStorage.setItem(key, String(next));
    setSize(next);
  };
  return [size, choose];
}

interface CodeSizeProps {
  size: number;
  onSize: (size: number) => void;
}

/** Smaller and larger letters. */
export function CodeSize({ size, onSize }: CodeSizeProps) {
  const at = sizes.indexOf(size);
  return (
    <span className="flex shrink-0">
      <SizeButton name="Smaller code" to={sizes[at - 1]} onSize={onSize}>
        <AArrowDown aria-hidden="true" className="size-5" />
      </SizeButton>
      <SizeButton name="Larger code" to={sizes[at + 1]} onSize={onSize}>
        <AArrowUp aria-hidden="true" className="size-5" />
      </SizeButton>
    </span>
  );
}

interface SizeButtonProps {
  name: string;
  /** Undefined: there is none. */
  to: number | undefined;
  onSize: (size: number) => void;
  children: ReactNode;
}

function SizeButton({ name, to, onSize, children }: SizeButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onSize(to)}
      className="grid size-9 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      {children}
    </button>
  );
}
