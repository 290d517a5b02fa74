import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isDashboard, isRoom } from "../../../paths.ts";
import { SessionEnded } from "../../accounts/components/session-ended.tsx";
import { AdvisoryBanner } from "./advisory-banner.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** Header and footer around every page; compact on the dashboards, absent in the room. */
export function SiteShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useFocusOnNewPage(pathname);
  if (isRoom(pathname)) {
    return (
      <>
        {children}
        <SessionEnded />
      </>
    );
  }
  const compact = isDashboard(pathname);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-green font-semibold text-on-green focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <AdvisoryBanner />
      <SiteHeader compact={compact} />
      {/* The frame of a dashboard brings its own <main>. */}
      {compact ? (
        <div className="flex grow flex-col">{children}</div>
      ) : (
        <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
          {children}
        </main>
      )}
      <SiteFooter compact={compact} />
      <SessionEnded />
    </div>
  );
}

/**
 * A link of the header or the footer stays where it is when its page comes: whoever goes on by keyboard would find
 * themselves at the foot of the new page. A page that has put the focus somewhere itself keeps it there.
 */
function useFocusOnNewPage(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const content = document.getElementById("content");
    if (content !== null && !content.contains(document.activeElement)) content.focus({ preventScroll: true });
  }, [pathname]);
}
