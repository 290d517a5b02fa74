import clsx from "clsx";
import { Lock, LockOpen } from "lucide-react";
import { toolButtonClass } from "./tool-button-class.ts";

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
