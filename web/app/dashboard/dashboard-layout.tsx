import clsx from "clsx";
import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import { LoadingLines, Skeleton } from "../../ui/status/skeleton.tsx";
import { StatusDot } from "../../ui/status/status-light.tsx";

export interface DashboardLink {
  to: string;
  label: string;
  /** Short enough for the bar on a phone. */
  shortLabel: string;
  /** The beginnings of the paths of pages that are opened from this one: a record, a report. */
  detailPaths?: readonly string[];
}

/** Whether the page belongs to this link: it is the link's own page or was opened from it. */
function useIsCurrent({ to, detailPaths = [] }: DashboardLink): boolean {
  const { pathname } = useLocation();
  return pathname === to || [`${to}/`, ...detailPaths].some((path) => pathname.startsWith(path));
}

interface DashboardLayoutProps {
  links: readonly DashboardLink[];
  /** Shown at the foot of the sidebar. */
  sidebarFooter?: ReactNode;
  children: ReactNode;
}

/** The layout of both dashboards: a dark sidebar on wide screens, a bar at the bottom on narrow ones. */
export function DashboardLayout({ links, sidebarFooter, children }: DashboardLayoutProps) {
  return (
    <div className="flex grow">
      <div className="hidden w-56 shrink-0 bg-dark text-on-dark md:block print:!hidden">
        <div className="sticky top-9 flex h-[calc(100dvh-7.5rem)] min-h-80 flex-col justify-between gap-6 px-4 py-6">
          <nav aria-label="Dashboard">
            <ul className="grid gap-1.5">
              {links.map((link) => (
                <li key={link.to}>
                  <SidebarLink link={link} />
                </li>
              ))}
            </ul>
          </nav>
          {sidebarFooter}
        </div>
      </div>
      <main
        id="content"
        tabIndex={-1}
        // On a phone nearly every page is longer than the screen, so the footer is below it while a page loads, too.
        className="w-full min-w-0 px-4 pb-24 pt-6 outline-none max-md:min-h-dvh sm:px-6 md:px-10 md:pb-14 md:pt-7"
      >
        <div className="mx-auto max-w-6xl">{children}</div>
      </main>
      <TabBar links={links} />
    </div>
  );
}

function SidebarLink({ link }: { link: DashboardLink }) {
  const isCurrent = useIsCurrent(link);
  return (
    <NavLink
      to={link.to}
      className={clsx(
        "flex min-h-11 items-center gap-3 rounded-sm px-3 transition-colors",
        isCurrent ? "bg-dark-2 font-medium text-on-dark" : "text-on-dark-2 hover:text-on-dark",
      )}
    >
      {isCurrent && <StatusDot status="live" className="!animate-none" />}
      {link.label}
    </NavLink>
  );
}

function TabBar({ links }: { links: readonly DashboardLink[] }) {
  return (
    <nav
      aria-label="Dashboard"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {links.map((link) => (
          <li key={link.to}>
            <TabLink link={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabLink({ link }: { link: DashboardLink }) {
  const isCurrent = useIsCurrent(link);
  return (
    <NavLink
      to={link.to}
      className={clsx(
        "flex min-h-14 flex-col items-center justify-center gap-1 text-sm focus-visible:-outline-offset-4",
        isCurrent ? "font-semibold text-green" : "text-ink-2",
      )}
    >
      <span
        aria-hidden="true"
        className={clsx("size-1.5 rounded-full", isCurrent ? "status-dot bg-accent" : "bg-transparent")}
      />
      {link.shortLabel}
    </NavLink>
  );
}

/** The shape of a dashboard while the session loads, so that nothing jumps. */
export function DashboardLoading() {
  return (
    <DashboardLayout links={[]}>
      <Skeleton className="mb-8 h-8 w-64" />
      <LoadingLines label="Loading your dashboard…" lines={5} />
    </DashboardLayout>
  );
}
