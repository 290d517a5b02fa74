import type { ReactNode } from "react";

export interface BannerProps {
  label: string;
  children: ReactNode;
  /** Without it, the banner cannot be closed. */
  onDismiss?: (() => void) | undefined;
}

/** A line across the top of the page that stays in place while the page scrolls, except in a low window. */
export function Banner({ label, children, onDismiss }: BannerProps) {
  return (
    <section
      aria-label={label}
      className="sticky top-0 z-40 [@media(max-height:34rem)]:static border-b border-accent-line bg-accent-tint text-amber print:hidden"
    >
      <div className="page flex min-h-9 items-center justify-center gap-2 text-sm">
        <p className="text-balance py-1.5 text-center">{children}</p>
        {onDismiss && (
          <button
            type="button"
            onClick={onDismiss}
            aria-label={`Dismiss: ${label}`}
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-full hover:bg-card/60 focus-visible:-outline-offset-4"
          >
            {/* Inline, not from the icon set, because this banner is on every public page. */}
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-4"
              stroke="currentColor"
              strokeWidth="2"
            >
              <path d="M18 6 6 18M6 6l12 12" strokeLinecap="round" />
            </svg>
          </button>
        )}
      </div>
    </section>
  );
}
