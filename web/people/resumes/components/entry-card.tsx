import clsx from "clsx";
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import type { ComponentProps, PointerEventHandler, ReactNode } from "react";

interface EntryCardProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  onGrab: PointerEventHandler;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One entry of a section, with buttons to move and remove it. */
export function EntryCard(props: EntryCardProps) {
  const { name, isFirst, isLast, isDragged, onGrab, onUp, onDown, onRemove, children } = props;
  return (
    <li
      className={clsx(
        "rounded-md border bg-card p-4 transition-shadow",
        isDragged ? "border-green shadow-high" : "border-line",
      )}
    >
      <div className="-mt-1 mb-2 flex items-center justify-end gap-1">
        <span
          onPointerDown={onGrab}
          aria-hidden="true"
          className="mr-auto grid size-9 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
        <IconButton data-move="up" aria-label={`Move ${name} up`} aria-disabled={isFirst} onClick={onUp}>
          <ArrowUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton data-move="down" aria-label={`Move ${name} down`} aria-disabled={isLast} onClick={onDown}>
          <ArrowDown aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {children}
    </li>
  );
}

function IconButton(props: ComponentProps<"button">) {
  return (
    <button
      {...props}
      type="button"
      className="grid size-9 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    />
  );
}
