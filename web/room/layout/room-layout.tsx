import clsx from "clsx";
import type { ReactNode } from "react";
import { useSite } from "../../app/site-settings.ts";
import { Logo } from "../../ui/display/logo.tsx";
import { useDarkTheme } from "./use-dark-theme.ts";

interface RoomLayoutProps {
  /** In the middle of the top line, or below it on a phone. */
  clock?: ReactNode;
  /** On the right of the top line. */
  title?: ReactNode;
  footer?: ReactNode;
  /** Hidden, it keeps what was begun in it, such as a note beside its button. */
  isFooterHidden?: boolean;
  /** The height in pixels: the page does not scroll, but long parts of it do. */
  height?: number | undefined;
  children: ReactNode;
}

/** The layout of the room: dark in both themes, without the site's header and footer. */
export function RoomLayout({
  clock,
  title,
  footer,
  isFooterHidden = false,
  height,
  children,
}: RoomLayoutProps) {
  const { name } = useSite();
  useDarkTheme();
  const hasFixedHeight = height !== undefined;
  return (
    <div
      data-theme="dark"
      style={hasFixedHeight ? { height } : undefined}
      className={clsx("flex flex-col bg-dark text-on-dark", hasFixedHeight ? "min-h-80" : "min-h-dvh")}
    >
      <header
        className={clsx(
          "flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-b border-dark-line px-4 sm:px-5",
          hasFixedHeight ? "py-2 lg:py-3" : "py-3",
        )}
      >
        <span className={clsx(hasFixedHeight && "max-lg:hidden")}>
          <Logo name={name} />
        </span>
        {clock && <div className="order-3 w-full lg:order-none lg:w-auto">{clock}</div>}
        {title && (
          <p
            className={clsx(
              "min-w-0 truncate text-sm text-on-dark-2",
              hasFixedHeight ? "max-lg:hidden" : "max-sm:hidden",
            )}
          >
            {title}
          </p>
        )}
      </header>
      <main id="content" className={clsx("flex grow flex-col", hasFixedHeight && "min-h-0")}>
        {children}
      </main>
      {footer && (
        <footer
          className={clsx(
            "justify-center bg-dark px-2 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-4 lg:pt-0 lg:pb-3.5",
            isFooterHidden ? "hidden" : "flex",
          )}
        >
          {footer}
        </footer>
      )}
    </div>
  );
}
