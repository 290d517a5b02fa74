import clsx from "clsx";
import { Link, useLocation } from "react-router";
import { needsFullPageLoad } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Drawer } from "../../ui/dialogs/drawer.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { useSiteLinks } from "./use-site-links.ts";

export default function MobileMenuPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { links, signedIn } = useSiteLinks();
  const { pathname } = useLocation();
  return (
    <Drawer open={open} title="Menu" onClose={onClose}>
      <nav aria-label="Menu" className="grid gap-1">
        {links.map((link) => (
          <Link
            key={link.to}
            to={{ pathname: link.to, search: link.search ?? "" }}
            reloadDocument={needsFullPageLoad(link.to)}
            onClick={onClose}
            aria-current={pathname === link.to ? "page" : undefined}
            className={
              link.kind === "action"
                ? buttonClass({ wide: true, className: "mt-3" })
                : clsx(
                    "flex min-h-12 items-center rounded-sm px-3 text-lg font-medium hover:bg-sunk",
                    pathname === link.to && "bg-green-tint text-green",
                  )
            }
          >
            {link.label}
          </Link>
        ))}
        {signedIn && <SignOutButton wide className="mt-3" onSignedOut={onClose} />}
      </nav>
    </Drawer>
  );
}
