import { useLocation } from "react-router";
import { dashboardOf, paths } from "../../../paths.ts";
import { useSession } from "../../accounts/session.tsx";
import { useCarriedSearch } from "../../accounts/use-carried-search.ts";

export interface SiteLink {
  to: string;
  /** Goes along to the next page. */
  search?: string;
  label: string;
  /** `action` is the one that stands out, `strong` the one beside it. */
  kind: "plain" | "strong" | "action";
}

const signedOutLinks: SiteLink[] = [
  { to: paths.home, label: "Home", kind: "plain" },
  { to: paths.pricing, label: "Pricing", kind: "plain" },
  { to: paths.about, label: "About", kind: "plain" },
  { to: paths.contact, label: "Contact Us", kind: "plain" },
  { to: paths.signIn, label: "Sign In", kind: "strong" },
  { to: paths.signUp, label: "Get Started", kind: "action" },
];

const entrances: string[] = [paths.signIn, paths.signUp];

/** The links of the header for whoever is here; the mobile menu has the same ones (specification §2). */
export function useSiteLinks(): { links: SiteLink[]; signedIn: boolean } {
  const { user } = useSession();
  const { pathname } = useLocation();
  const search = useCarriedSearch();
  if (!user) {
    // Between sign-in and sign-up the place that somebody wanted to be is not forgotten.
    const isEntering = entrances.includes(pathname);
    const links = signedOutLinks.map((link) =>
      isEntering && entrances.includes(link.to) ? { ...link, search } : link,
    );
    return { links, signedIn: false };
  }
  return {
    links: [
      { to: dashboardOf(user.role), label: "Dashboard", kind: "strong" },
      { to: paths.contact, label: "Contact Us", kind: "plain" },
    ],
    signedIn: true,
  };
}
