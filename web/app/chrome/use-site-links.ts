import { useLocation } from "react-router";
import { dashboardPath, paths } from "../../paths.ts";
import { useSession } from "../../session/session.tsx";
import { useHydratedSearch } from "../../session/use-hydrated-search.ts";

export interface SiteLink {
  to: string;
  /** Appended to the link's path. */
  search?: string;
  label: string;
  /** `action` stands out most, `strong` is next to it. */
  kind: "plain" | "strong" | "action";
}

const signedOutLinks: SiteLink[] = [
  { to: paths.home, label: "Home", kind: "plain" },
  { to: paths.pricing, label: "Pricing", kind: "plain" },
  { to: paths.practice, label: "Practice", kind: "plain" },
  { to: paths.about, label: "About", kind: "plain" },
  { to: paths.contact, label: "Contact Us", kind: "plain" },
  { to: paths.signIn, label: "Sign In", kind: "strong" },
  { to: paths.signUp, label: "Get Started", kind: "action" },
];

const authPaths: string[] = [paths.signIn, paths.signUp];

/** The links of the header for this user or visitor; the mobile menu has the same ones (requirements §2). */
export function useSiteLinks(): { links: SiteLink[]; signedIn: boolean } {
  const { user } = useSession();
  const { pathname } = useLocation();
  const search = useHydratedSearch();
  if (!user) {
    // Links between sign-in and sign-up keep the page that the person wanted.
    const isOnAuthPage = authPaths.includes(pathname);
    const links = signedOutLinks.map((link) =>
      isOnAuthPage && authPaths.includes(link.to) ? { ...link, search } : link,
    );
    return { links, signedIn: false };
  }
  return {
    links: [
      { to: dashboardPath(user.role), label: "Dashboard", kind: "strong" },
      { to: paths.practice, label: "Practice", kind: "plain" },
      { to: paths.contact, label: "Contact Us", kind: "plain" },
    ],
    signedIn: true,
  };
}
