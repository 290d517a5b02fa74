import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { dashboardPath, needsFullPageLoad, paths } from "../../paths.ts";
import { useHydratedSearch } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { buttonClass, LineIcon } from "../../ui/button.tsx";
import { Logo } from "../../ui/panels.tsx";
import { useSite } from "../page-data.ts";
import { SignOutButton } from "./sign-out-button.tsx";

export function SiteHeader({ compact }: { compact: boolean }) {
  const { name } = useSite();
  return (
    <header className={clsx("print:hidden", compact && "border-b border-line bg-card")}>
      <div
        className={clsx(
          "flex items-center justify-between gap-4",
          compact ? "min-h-14 px-4 sm:px-6" : "page min-h-19",
        )}
      >
        <Link to={paths.home} className="inline-flex min-h-11 items-center rounded-sm">
          <Logo name={name} />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 min-[54rem]:flex">
          <SiteLinks signOut={<SignOutButton size="sm" className="ml-2" />}>
            {(link) => <HeaderLink link={link} />}
          </SiteLinks>
        </nav>
        <MobileMenu />
      </div>
    </header>
  );
}

interface SiteLink {
  to: string;
  label: string;
  /** `action` stands out most, `strong` is next to it. */
  kind: "plain" | "strong" | "action";
}

const visitorLinks: SiteLink[] = [
  { to: paths.home, label: "Home", kind: "plain" },
  { to: paths.mentors, label: "Mentors", kind: "plain" },
  { to: paths.pricing, label: "Pricing", kind: "plain" },
  { to: paths.practice, label: "Practice", kind: "plain" },
  { to: paths.about, label: "About", kind: "plain" },
  { to: paths.contact, label: "Contact Us", kind: "plain" },
  { to: paths.signIn, label: "Sign In", kind: "strong" },
  { to: paths.signUp, label: "Get Started", kind: "action" },
];

const authPaths: string[] = [paths.signIn, paths.signUp];

/**
 * The links for this user or visitor (requirements §2). Until the session is known, the page has those of both, and the
 * style sheet shows the right ones: head-script.ts and the session set `data-session`.
 */
function SiteLinks({
  signOut,
  children,
}: {
  signOut: ReactNode;
  children: (link: SiteLink & { search: string }) => ReactNode;
}) {
  const { status, user } = useSession();
  const { pathname } = useLocation();
  const search = useHydratedSearch();
  const userLinks: SiteLink[] = [
    { to: user ? dashboardPath(user.role) : paths.dashboard, label: "Dashboard", kind: "strong" },
    { to: paths.mentors, label: "Mentors", kind: "plain" },
    { to: paths.practice, label: "Practice", kind: "plain" },
    { to: paths.contact, label: "Contact Us", kind: "plain" },
  ];
  // Links between sign-in and sign-up keep the page that the person wanted.
  const searchOf = ({ to }: SiteLink) =>
    authPaths.includes(pathname) && authPaths.includes(to) ? search : "";
  const draw = (links: SiteLink[]) =>
    links.map((link) => (
      <Fragment key={link.label}>{children({ ...link, search: searchOf(link) })}</Fragment>
    ));
  return (
    <>
      <div className="contents in-data-session:hidden">{status !== "signed-in" && draw(visitorLinks)}</div>
      <div className="hidden in-data-session:contents">
        {status !== "signed-out" && draw(userLinks)}
        {status !== "signed-out" && signOut}
      </div>
    </>
  );
}

function HeaderLink({ link: { to, label, kind, search } }: { link: SiteLink & { search: string } }) {
  if (kind === "action") {
    return (
      <Link to={{ pathname: to, search }} className={buttonClass({ size: "sm", className: "ml-2" })}>
        {label}
      </Link>
    );
  }
  return (
    <NavLink
      to={{ pathname: to, search }}
      reloadDocument={needsFullPageLoad(to)}
      end={to === paths.home}
      className={({ isActive }) =>
        clsx(
          "inline-flex min-h-11 items-center rounded-sm px-3 font-medium transition-colors hover:text-ink",
          isActive || kind === "strong" ? "text-ink" : "text-ink-2",
          isActive && "underline decoration-accent decoration-2 underline-offset-8",
        )
      }
    >
      {label}
    </NavLink>
  );
}

const menuId = "site-menu";

/** The header's links on a phone, in the browser's own popover, which works before and without any script. */
function MobileMenu() {
  const { pathname } = useLocation();
  const close = () => document.getElementById(menuId)?.hidePopover();
  return (
    <div className="min-[54rem]:hidden">
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        popoverTarget={menuId}
        className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunk"
      >
        <LineIcon className="size-6">M4 6h16M4 12h16M4 18h16</LineIcon>
      </button>
      <div
        id={menuId}
        popover="auto"
        role="dialog"
        aria-label="Menu"
        className="inset-y-0 left-auto right-0 m-0 h-dvh max-h-none w-[min(22rem,88vw)] animate-rise border-l border-line bg-card p-5 text-ink shadow-high backdrop:bg-[rgb(6_20_15/0.55)] backdrop:backdrop-blur-[2px]"
      >
        <div className="mb-3 flex items-center justify-between gap-4">
          <p className="font-display text-xl font-[570] tracking-tight">Menu</p>
          <button
            type="button"
            aria-label="Close"
            popoverTarget={menuId}
            popoverTargetAction="hide"
            className="-mr-2 -mt-1 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
          >
            <LineIcon className="size-5">M18 6 6 18M6 6l12 12</LineIcon>
          </button>
        </div>
        <nav aria-label="Menu" className="grid gap-1">
          <SiteLinks signOut={<SignOutButton wide className="mt-3" closeMenu={close} />}>
            {({ to, label, kind, search }) => (
              <Link
                to={{ pathname: to, search }}
                reloadDocument={needsFullPageLoad(to)}
                onClick={close}
                aria-current={pathname === to ? "page" : undefined}
                className={
                  kind === "action"
                    ? buttonClass({ wide: true, className: "mt-3" })
                    : clsx(
                        "flex min-h-12 items-center rounded-sm px-3 text-lg font-medium hover:bg-sunk",
                        pathname === to && "bg-green-tint text-green",
                      )
                }
              >
                {label}
              </Link>
            )}
          </SiteLinks>
        </nav>
      </div>
    </div>
  );
}
