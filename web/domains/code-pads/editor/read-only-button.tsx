import { Lock, LockOpen } from "lucide-react";

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
      className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink aria-pressed:bg-spot-tint aria-pressed:text-ink"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
