import clsx from "clsx";

export interface ProgressBarProps {
  label: string;
  value: number;
  max?: number | undefined;
  className?: string | undefined;
}

/** How much of something is done, as a thin bar. */
export function ProgressBar({ label, value, max = 1, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={Math.min(value, max)}
      max={max}
      className={clsx(
        "block h-1.5 appearance-none overflow-hidden rounded-full border-0 bg-line",
        "[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-green",
        "[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-green",
        className,
      )}
    />
  );
}
