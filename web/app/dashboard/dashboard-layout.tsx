import clsx from "clsx";
import {
  CalendarDays,
  CalendarPlus,
  ClipboardList,
  Dumbbell,
  History,
  IndianRupee,
  ListChecks,
  type LucideIcon,
  TrendingUp,
  UserRound,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { FullStorageNotice } from "../../session/require-role.tsx";
import { dialogsPart } from "../../ui/dialogs.tsx";
import { useLoadAhead } from "../../ui/lazy-part.tsx";
import { LoadingLines, Skeleton } from "../../ui/loading.tsx";
import { StatusDot } from "../../ui/status.tsx";

export interface DashboardLink {
  to: string;
  label: string;
  /** Short enough for the bar on a phone. */
  shortLabel: string;
  Icon: LucideIcon;
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

const lazyParts = [dialogsPart];

/** The layout of both dashboards: a dark sidebar on wide screens, a bar at the bottom on narrow ones. */
export function DashboardLayout({ links, sidebarFooter, children }: DashboardLayoutProps) {
  useLoadAhead(lazyParts);
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
        className="w-full min-w-0 px-4 pb-24 pt-3 outline-none sm:pt-6 max-md:min-h-dvh sm:px-6 md:px-10 md:pb-14 md:pt-7"
      >
        <div className="mx-auto max-w-6xl">
          <FullStorageNotice />
          {children}
        </div>
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
      <span>{link.label}</span>
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
        // Five labels fill the width, so they do not grow with larger text, and the bar leaves the height to the page.
        "flex min-h-[56px] flex-col items-center justify-center gap-1 text-[min(0.875rem,3.6vw)] focus-visible:-outline-offset-4",
        isCurrent ? "font-semibold text-green" : "text-ink-2",
      )}
    >
      <link.Icon aria-hidden="true" className="size-5 shrink-0" />
      {link.shortLabel}
    </NavLink>
  );
}

/** The shape of a dashboard until the session is known: what the page shows before any script has run. */
export function DashboardLoading({ links = [] }: { links?: readonly DashboardLink[] }) {
  return (
    <DashboardLayout links={links}>
      <Skeleton className="mb-8 h-8 w-64" />
      <LoadingLines label="Loading your dashboard…" lines={5} />
    </DashboardLayout>
  );
}

export const intervieweeLinks: readonly DashboardLink[] = [
  {
    to: paths.mySessions,
    label: "My Sessions",
    shortLabel: "Sessions",
    Icon: ClipboardList,
    detailPaths: [paths.intervieweeRecord(""), paths.report(""), paths.receipt("")],
  },
  { to: paths.practice, label: "Practice", shortLabel: "Practice", Icon: Dumbbell },
  { to: paths.progress, label: "Progress", shortLabel: "Progress", Icon: TrendingUp },
  { to: paths.profile, label: "Profile", shortLabel: "Profile", Icon: UserRound },
  { to: paths.booking, label: "Booking", shortLabel: "Booking", Icon: CalendarPlus },
];

export const interviewerLinks: readonly DashboardLink[] = [
  { to: paths.calendar, label: "Calendar", shortLabel: "Calendar", Icon: CalendarDays },
  { to: paths.earnings, label: "Earnings", shortLabel: "Earnings", Icon: IndianRupee },
  {
    to: paths.history,
    label: "History",
    shortLabel: "History",
    Icon: History,
    detailPaths: [paths.interviewerRecord("")],
  },
  { to: paths.ownQuestions, label: "Questions", shortLabel: "Questions", Icon: ListChecks },
  {
    to: paths.interviewerAccount,
    label: "Account",
    shortLabel: "Account",
    Icon: UserRound,
    detailPaths: [paths.ownPage],
  },
];

/** A link to the operator's desk beside the welcome on the dashboard. */
export function OperatorLink() {
  return (
    <span>
      {" · "}
      <Link to={paths.operator} className="link">
        Operator's desk
      </Link>
    </span>
  );
}

/**
 * A message from the previous page, such as that a payment succeeded; shown once, not again after a reload.
 */
export function useNavigationMessage(): string | null {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [message] = useState<string | null>(() =>
    typeof state?.message === "string" ? state.message : null,
  );
  const isCleared = state === null;
  useEffect(() => {
    if (message !== null && !isCleared)
      navigate({ search }, { replace: true, state: null, preventScrollReset: true });
  }, [message, isCleared, search, navigate]);
  return message;
}
