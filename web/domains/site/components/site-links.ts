import { dashboardOf, paths } from "../../../paths.ts";
import { useSession } from "../../accounts/session.tsx";

export interface SiteLink {
  to: string;
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

/** The links of the header for whoever is here; the mobile menu has the same ones (specification §2). */
export function useSiteLinks(): { links: SiteLink[]; signedIn: boolean } {
  const { user } = useSession();
  if (!user) return { links: signedOutLinks, signedIn: false };
  return {
    links: [
      { to: dashboardOf(user.role), label: "Dashboard", kind: "strong" },
      { to: paths.contact, label: "Contact Us", kind: "plain" },
    ],
    signedIn: true,
  };
}
