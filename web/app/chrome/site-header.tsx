import clsx from "clsx";
import { Link, NavLink } from "react-router";
import { needsFullPageLoad, paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Logo } from "../../ui/display/logo.tsx";
import { useSite } from "../site-settings.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { type SiteLink, useSiteLinks } from "./use-site-links.ts";

export function SiteHeader({ compact }: { compact: boolean }) {
  const { name } = useSite();
  const { links, signedIn } = useSiteLinks();
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
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {links.map((link) => (
            <HeaderLink key={link.to} link={link} />
          ))}
          {signedIn && <SignOutButton size="sm" className="ml-2" />}
        </nav>
        <MobileMenu />
      </div>
    </header>
  );
}

function HeaderLink({ link }: { link: SiteLink }) {
  if (link.kind === "action") {
    return (
      <Link
        to={{ pathname: link.to, search: link.search ?? "" }}
        className={buttonClass({ size: "sm", className: "ml-2" })}
      >
        {link.label}
      </Link>
    );
  }
  return (
    <NavLink
      to={{ pathname: link.to, search: link.search ?? "" }}
      reloadDocument={needsFullPageLoad(link.to)}
      end={link.to === paths.home}
      className={({ isActive }) =>
        clsx(
          "inline-flex min-h-11 items-center rounded-sm px-3 font-medium transition-colors hover:text-ink",
          isActive || link.kind === "strong" ? "text-ink" : "text-ink-2",
          isActive && "underline decoration-accent decoration-2 underline-offset-8",
        )
      }
    >
      {link.label}
    </NavLink>
  );
}
