import clsx from "clsx";

/** A spinner that screen readers skip: its container says what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none",
        className,
      )}
    />
  );
}
