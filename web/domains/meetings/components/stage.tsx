import clsx from "clsx";
import type { ReactNode } from "react";
import { Logo } from "../../../ui/logo.tsx";
import { useSite } from "../../site/site-settings.ts";
import { useDarkPage } from "../use-dark-page.ts";

interface StageProps {
  /** In the middle of the top line, under it on a phone. */
  clock?: ReactNode;
  /** At the right of the top line. */
  about?: ReactNode;
  foot?: ReactNode;
  /** As high as this, in pixels: the page does not scroll, what is long in it does. */
  height?: number | undefined;
  children: ReactNode;
}

/** The dark house around the room: dark in both schemes, without the site's header and footer. */
export function Stage({ clock, about, foot, height, children }: StageProps) {
  const { name } = useSite();
  useDarkPage();
  const fixed = height !== undefined;
  return (
    <div
      data-theme="dark"
      style={fixed ? { height } : undefined}
      className={clsx("flex flex-col bg-stage text-on-stage", fixed ? "min-h-80" : "min-h-dvh")}
    >
      <header
        className={clsx(
          "flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-b border-stage-line px-4 sm:px-5",
          fixed ? "py-2 lg:py-3" : "py-3",
        )}
      >
        <span className={clsx(fixed && "max-lg:hidden")}>
          <Logo name={name} />
        </span>
        {clock && <div className="order-3 w-full lg:order-none lg:w-auto">{clock}</div>}
        {about && (
          <p
            className={clsx(
              "min-w-0 truncate text-sm text-on-stage-2",
              fixed ? "max-lg:hidden" : "max-sm:hidden",
            )}
          >
            {about}
          </p>
        )}
      </header>
      <main id="content" className={clsx("flex grow flex-col", fixed && "min-h-0")}>
        {children}
      </main>
      {foot && (
        <footer className="flex justify-center bg-stage px-2 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-4 lg:pt-0 lg:pb-3.5">
          {foot}
        </footer>
      )}
    </div>
  );
}
