import type { ComponentProps, ReactNode } from "react";
import { LineIcon } from "../actions/line-icon.tsx";

export interface BannerProps {
  label: string;
  children: ReactNode;
  /** The button that closes it. Without it, the banner cannot be closed. */
  closeButton?: ComponentProps<"button"> & { [data: `data-${string}`]: unknown };
}

/** A line across the top of the page that stays in place while the page scrolls, except in a low window. */
export function Banner({ label, children, closeButton }: BannerProps) {
  return (
    <section
      aria-label={label}
      className="sticky top-0 z-40 [@media(max-height:34rem)]:static border-b border-accent-line bg-accent-tint text-amber print:hidden"
    >
      <div className="page flex min-h-9 items-center justify-center gap-2 text-sm">
        <p className="text-balance py-1.5 text-center">{children}</p>
        {closeButton && (
          <button
            type="button"
            {...closeButton}
            aria-label={`Dismiss: ${label}`}
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-full hover:bg-card/60 focus-visible:-outline-offset-4"
          >
            <LineIcon className="size-4">M18 6 6 18M6 6l12 12</LineIcon>
          </button>
        )}
      </div>
    </section>
  );
}
