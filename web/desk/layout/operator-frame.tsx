import clsx from "clsx";
import "./touch-targets.css";
import type { WorkKind } from "@greenroom/contract/desk/today.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { SignOutButton } from "../../app/chrome/sign-out-button.tsx";
import { useSite } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import { Drawer } from "../../ui/dialogs.tsx";
import { Logo } from "../../ui/panels.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { ResultsAbove } from "../actions/result-notice.tsx";
import { useProviderFindings } from "../health/health-parts.tsx";
import { useWorkCounts } from "../today/done-list.tsx";
import { type WorkArea, workKindTexts } from "../today/work-kinds.ts";
import { DeskZone, useDeskTime } from "./desk-parts.tsx";

interface OperatorFrameProps {
  level: string;
  children: ReactNode;
}

/** Header, navigation and search around every page of the desk. */
export function OperatorFrame({ level, children }: OperatorFrameProps) {
  const { name } = useSite();
  const user = useUser();
  const count = useLinkCounts();
  return (
    <div data-desk className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-green font-semibold text-on-green focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-card print:hidden">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5 sm:px-6">
          <Link to={paths.operator} className="inline-flex min-h-11 items-center rounded-sm">
            <Logo name={name} />
          </Link>
          <span className="hidden rounded-full bg-green-tint px-3 py-1 text-sm font-semibold text-green sm:inline">
            Operator's desk
          </span>
          <DeskSearch />
          <p className="ml-auto hidden text-sm text-ink-2 lg:block">
            <span className="font-semibold text-ink">{fullName(user)}</span>, {level}
          </p>
          <SignOutButton size="sm" className="max-lg:ml-auto" />
        </div>
      </header>
      <div className="flex grow">
        <nav
          aria-label="Operator's desk"
          className="hidden w-52 shrink-0 bg-dark text-on-dark md:block print:!hidden"
        >
          <div className="sticky top-0 flex max-h-dvh min-h-[min(100%,calc(100dvh-3.6rem))] flex-col justify-between overflow-y-auto">
            <ul className="grid gap-1.5 px-4 py-6">
              {operatorLinks.map((link) => (
                <li key={link.to}>
                  <SidebarLink link={link} count={count(link)} />
                </li>
              ))}
            </ul>
            <DeskStatus />
          </div>
        </nav>
        <main
          id="content"
          tabIndex={-1}
          data-focus-results
          className="w-full min-w-0 px-4 pb-24 pt-6 outline-none sm:px-6 md:px-8 md:pb-14"
        >
          <div className="mx-auto max-w-6xl">
            <DeskZone />
            <ResultsAbove>{children}</ResultsAbove>
          </div>
        </main>
      </div>
      <OperatorTabBar count={count} />
    </div>
  );
}

/** Searches people, payments and bookings. `/` moves the focus here, except while something is typed. */
function DeskSearch() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
      // The next search replaces the last one instead of continuing it.
      input.current?.select();
    }
    document.addEventListener("keydown", focusSearch);
    return () => document.removeEventListener("keydown", focusSearch);
  }, []);

  function search(event: FormEvent) {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (text !== "") void navigate(`${paths.operatorPeople}?${new URLSearchParams({ q: text })}`);
  }

  return (
    <search className="order-last w-full md:order-none md:ml-4 md:w-auto md:max-w-md md:grow">
      <form onSubmit={search} className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute left-4 top-3.5 size-4 text-ink-3"
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search by name, address, payment or booking"
          aria-keyshortcuts="/"
          placeholder="Name, address, payment or booking id"
          maxLength={200}
          className="peer min-h-11 w-full rounded-full border border-edge bg-card pl-10 pr-4 text-base text-ink placeholder:text-ink-3"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute right-2.5 top-2.5 hidden size-6 place-items-center rounded-full bg-sunk font-text text-sm text-ink-3 peer-focus:!hidden peer-[:not(:placeholder-shown)]:!hidden lg:grid"
        >
          /
        </span>
      </form>
    </search>
  );
}

type CountOf = (link: OperatorLink) => number;

/** The number of work lines that wait on the page of a link. */
function useLinkCounts(): CountOf {
  const { data } = useWorkCounts();
  const entries = Object.entries(data ?? {}) as [WorkKind, number][];
  return ({ area }) =>
    entries
      .filter(([kind]) => area === "all" || workKindTexts[kind].area === area)
      .reduce((sum, [, count]) => sum + count, 0);
}

/** A number beside a link. Screen readers also hear what it counts. */
function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto text-sm tabular">
      {count}
      <span className="sr-only"> {count === 1 ? "item waiting" : "items waiting"}</span>
    </span>
  );
}

function SidebarLink({ link, count }: { link: OperatorLink; count: number }) {
  const { to, label, isExact = false } = link;
  return (
    <NavLink
      to={to}
      end={isExact}
      className={({ isActive }) =>
        clsx(
          "flex min-h-11 items-center gap-3 rounded-sm px-3 transition-colors",
          isActive ? "bg-dark-2 font-medium text-on-dark" : "text-on-dark-2 hover:text-on-dark",
        )
      }
    >
      {({ isActive }) => (
        <>
          {isActive && <StatusDot status="live" className="!animate-none" />}
          <span>{label}</span>
          <Count count={count} />
        </>
      )}
    </NavLink>
  );
}

const tabClass = (isActive: boolean) =>
  clsx(
    // Larger text does not run the words into each other.
    "flex min-h-14 w-full flex-col items-center justify-center gap-1 px-1 text-[min(0.8125rem,3.3vw)] focus-visible:-outline-offset-4",
    isActive ? "font-semibold text-green" : "text-ink-2",
  );

function OperatorTabBar({ count }: { count: CountOf }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const inMenu = operatorLinks.slice(linksInTabBar);
  const isMenuPage = inMenu.some(({ to }) => pathname.startsWith(to));
  return (
    <nav
      aria-label="Operator's desk"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {/* As wide as their labels, because the counts of five equal tabs would touch on a small phone. */}
      <ul className="flex">
        {operatorLinks.slice(0, linksInTabBar).map((link) => (
          <li key={link.to} className="grow">
            <NavLink
              to={link.to}
              end={link.isExact ?? false}
              className={({ isActive }) => tabClass(isActive)}
            >
              <span className="flex items-center gap-1.5">
                {link.label}
                <Count count={count(link)} />
              </span>
            </NavLink>
          </li>
        ))}
        {inMenu.length > 0 && (
          <li className="grow">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(true)}
              className={tabClass(isMenuPage)}
            >
              More
            </button>
          </li>
        )}
      </ul>
      <Drawer open={isMenuOpen} title="Operator's desk" side="bottom" onClose={() => setMenuOpen(false)}>
        <ul className="grid gap-1">
          {inMenu.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                onClick={() => setMenuOpen(false)}
                className={({ isActive }) =>
                  clsx(
                    "flex min-h-12 items-center rounded-sm px-3 text-lg",
                    isActive && "bg-green-tint font-semibold",
                  )
                }
              >
                {link.label}
                <Count count={count(link)} />
              </NavLink>
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  );
}

/** Providers, backup and version at the foot of the sidebar. */
export function DeskStatus() {
  const health = useQuery({ ...queryOptionsFor("GET /api/operator/health"), refetchInterval: 60_000 });
  const checked = useProviderFindings();
  const formatTime = useDeskTime();
  const failed = checked?.findings.filter(({ level }) => level === "error") ?? [];
  const status = checked === null ? "off" : failed.length === 0 ? "ready" : "bad";
  return (
    <Link
      to={paths.operatorHealth}
      className="mx-4 mb-6 block rounded-sm bg-dark-2 px-3 py-2.5 text-sm text-on-dark-2 hover:text-on-dark"
    >
      <span className="flex items-center gap-2.5 font-semibold text-on-dark">
        <StatusDot status={status} />
        {checked === null
          ? "Providers not checked"
          : failed.length === 0
            ? "Providers answer"
            : `${failed.map(({ name }) => name).join(", ")} failed`}
      </span>
      {checked !== null && <span className="block">Checked {formatTime(checked.at)}</span>}
      {health.data !== undefined && (
        <>
          <span className="block">
            {health.data.lastBackupAt === null
              ? "No backup yet"
              : `Backup ${formatTime(health.data.lastBackupAt)}`}
          </span>
          <span className="block">Version {health.data.version}</span>
        </>
      )}
    </Link>
  );
}

export interface OperatorLink {
  to: string;
  label: string;
  /** True if the addresses of other pages begin with this one. */
  isExact?: boolean;
  /** The area whose waiting work is shown beside the link. */
  area?: WorkArea | "all";
}

/** The pages of the desk. On a phone, the first four are in the bar and the others in a menu. */
export const operatorLinks: readonly OperatorLink[] = [
  { to: paths.operator, label: "Today", isExact: true, area: "all" },
  { to: paths.operatorPeople, label: "People" },
  { to: paths.operatorBookings, label: "Bookings", area: "bookings" },
  { to: paths.operatorMoney, label: "Money", area: "money" },
  { to: paths.operatorInterviewers, label: "Interviewers", area: "interviewers" },
  { to: paths.operatorHealth, label: "Health", area: "health" },
  { to: paths.operatorSiteTexts, label: "Site texts" },
  { to: paths.operatorAudit, label: "Audit" },
  { to: paths.operatorSecurity, label: "Security" },
];
export const linksInTabBar = 4;
