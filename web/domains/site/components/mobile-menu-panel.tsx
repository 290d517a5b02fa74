import clsx from "clsx";
import { Link, useLocation } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { useSiteLinks } from "./site-links.ts";
import { useSignOut } from "./use-sign-out.ts";

export default function MobileMenuPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { links, signedIn } = useSiteLinks();
  const { pathname } = useLocation();
  const signOut = useSignOut();
  return (
    <Sheet open={open} title="Menu" onClose={onClose}>
      <nav aria-label="Menu" className="grid gap-1">
        {links.map((link) => (
          <Link
            key={link.to}
            to={link.to}
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
        {signedIn && (
          <Button
            look="quiet"
            wide
            className="mt-3"
            onClick={() => {
              onClose();
              void signOut();
            }}
          >
            Sign Out
          </Button>
        )}
      </nav>
    </Sheet>
  );
}
