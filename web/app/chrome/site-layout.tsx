import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { isDashboardPath, isFullScreenPath } from "../../paths.ts";
import { SessionEndedNotice } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner, FootNotice, FootNotices } from "../../ui/panels.tsx";
import { onUnopenedPage } from "../navigation.ts";
import { useSite } from "../page-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/**
 * Header and footer around every page; compact on the dashboards, absent in the room and in a practice round.
 */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useFocusOnNewPage(pathname);
  const isFullScreen = isFullScreenPath(pathname);
  const compact = isDashboardPath(pathname);
  // The page stays at the same place of the tree, so that a step into a round keeps the query cache.
  return (
    <div className={isFullScreen ? "contents" : "flex min-h-dvh flex-col"}>
      {!isFullScreen && (
        <>
          <a
            href="#content"
            className="sr-only z-50 rounded-full bg-green font-semibold text-on-green focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:px-5 focus:py-3"
          >
            Skip to content
          </a>
          <AdvisoryBanner />
          <SiteNotice />
          <SiteHeader compact={compact} />
        </>
      )}
      {/* Dashboards and full-screen pages have their own <main>. */}
      {compact || isFullScreen ? (
        <div className={isFullScreen ? "contents" : "flex grow flex-col"}>{children}</div>
      ) : (
        <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
          {children}
        </main>
      )}
      {!isFullScreen && <SiteFooter compact={compact} />}
      <FootNotices>
        <SessionEndedNotice />
        <UnopenedPageNotice />
      </FootNotices>
    </div>
  );
}

/**
 * Moves the focus after a link in the header or the footer was followed. Otherwise a keyboard user would
 * start at the foot of the new page. Does nothing on a page that has moved the focus itself.
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

/** The hint for phones (requirements §1). Once closed, it stays closed in that browser (page-script.ts). */
function AdvisoryBanner() {
  return (
    <div className="advisory sticky top-0 z-40 md:hidden [@media(max-height:34rem)]:static">
      <Banner label="Advice for phones" closeButton={{ "data-dismiss-advisory": "", "data-no-react": "" }}>
        <span className="text-xs tracking-tight">Mobile layout under update. Use a desktop browser.</span>
      </Banner>
    </div>
  );
}

/** A message from the operators to everybody, such as a planned downtime. It cannot be closed. */
function SiteNotice() {
  const { notice } = useSite();
  return notice === "" ? null : <Banner label="Notice">{notice}</Banner>;
}

/** Says that the page of a link could not be opened without a connection. */
export function UnopenedPageNotice() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const hide = () => setShown(false);
    const forget = onUnopenedPage(setShown);
    window.addEventListener("online", hide);
    return () => {
      forget();
      window.removeEventListener("online", hide);
    };
  }, []);
  if (!isShown) return null;
  return (
    <FootNotice message="The page couldn't be opened because the connection is gone. Try again once it's back.">
      <Button variant="quiet" size="sm" onClick={() => setShown(false)}>
        Close
      </Button>
    </FootNotice>
  );
}
