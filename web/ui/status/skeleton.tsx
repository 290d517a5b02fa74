import clsx from "clsx";

/** A gray placeholder for content that loads. Give it the content's size: `className="h-24 rounded-md"`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("rounded-sm bg-line/70 motion-safe:animate-pulse", className ?? "h-4")}
    />
  );
}

/** Placeholder lines for text, with a label for screen readers. */
export function LoadingLines({ label = "Loading…", lines = 3 }: { label?: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // The lines are all the same and never move, so their index is a good key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Skeleton key={index} className={clsx("h-4", index === lines - 1 && "w-3/5")} />
      ))}
    </div>
  );
}
