import clsx from "clsx";

/**
 * A soft glow, at most one per page. Its parent is `relative overflow-hidden`; position it with its class.
 */
export function Glow({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("pointer-events-none absolute aspect-square rounded-full", className)}
      style={{
        background:
          "radial-gradient(closest-side, color-mix(in srgb, var(--accent) 34%, transparent), color-mix(in srgb, var(--accent) 15%, transparent) 45%, transparent)",
      }}
    />
  );
}
