import clsx from "clsx";
import type { ReactNode } from "react";
import { Logo } from "../../../ui/logo.tsx";
import { useSite } from "../../site/site-settings.ts";

interface StageProps {
  /** In the middle of the top line, under it on a phone. */
  clock?: ReactNode;
  /** At the right of the top line. */
  about?: ReactNode;
  foot?: ReactNode;
  /** On a wide screen the page does not scroll: what is long in it does. */
  fixed?: boolean;
  children: ReactNode;
}

/** The dark house around the room: dark in both schemes, without the site's header and footer. */
export function Stage({ clock, about, foot, fixed = false, children }: StageProps) {
  const { name } = useSite();
  return (
    <div
      data-theme="dark"
      className={clsx("flex min-h-dvh flex-col bg-stage text-on-stage", fixed && "lg:h-dvh")}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-b border-stage-line px-4 py-3 sm:px-5">
        <Logo name={name} />
        {clock && <div className="order-3 w-full lg:order-none lg:w-auto">{clock}</div>}
        {about && <p className="min-w-0 truncate text-sm max-sm:hidden text-on-stage-2">{about}</p>}
      </header>
      <main id="content" className={clsx("flex grow flex-col", fixed && "lg:min-h-0")}>
        {children}
      </main>
      {foot && (
        <footer className="sticky bottom-0 flex justify-center bg-stage px-4 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))]">
          {foot}
        </footer>
      )}
    </div>
  );
}
