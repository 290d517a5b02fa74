import clsx from "clsx";

/** One soft glow on a page, never two. Its holder is `relative overflow-hidden`; place it by its class. */
export function Spotlight({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("pointer-events-none absolute aspect-square rounded-full", className)}
      style={{
        background:
          "radial-gradient(closest-side, color-mix(in srgb, var(--spot) 34%, transparent), color-mix(in srgb, var(--spot) 15%, transparent) 45%, transparent)",
      }}
    />
  );
}
