import { Link } from "react-router";
import { needsFullPageLoad, paths } from "../../paths.ts";
import { Logo } from "../../ui/display/logo.tsx";
import { pageText } from "../page-data.ts";
import { useSite } from "../site-settings.ts";
import { SocialLinks } from "./social-links.tsx";

const quickLinks = [
  { to: paths.home, label: "Home" },
  { to: paths.pricing, label: "Pricing" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
  { to: paths.interviewWithUs, label: "Interview with us" },
];

const legalLinks = [
  { to: paths.privacy, label: "Privacy" },
  { to: paths.terms, label: "Terms" },
];

export function SiteFooter({ compact }: { compact: boolean }) {
  const { name, tagline } = useSite();
  return (
    <footer
      className={
        compact
          ? "border-t border-line pb-20 md:pb-0 print:hidden"
          : "mt-24 border-t border-line print:hidden"
      }
    >
      <div
        className={
          compact
            ? "flex flex-wrap items-center justify-between gap-x-8 px-4 py-2 sm:px-6"
            : "page grid gap-8 py-10 sm:grid-cols-[1fr_auto] sm:items-start"
        }
      >
        {!compact && (
          <div className="grid max-w-sm gap-3">
            <Logo name={name} />
            <p className="text-ink-2">{tagline}</p>
          </div>
        )}
        <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-5">
          <FooterLinks links={quickLinks} />
        </nav>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 text-sm text-ink-2">
          <p className="tabular">
            © {pageText.year} {name}
          </p>
          <div className="flex flex-wrap items-center gap-x-5">
            <FooterLinks links={legalLinks} />
            <SocialLinks />
          </div>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ links }: { links: { to: string; label: string }[] }) {
  return links.map((link) => (
    <Link
      key={link.to}
      to={link.to}
      reloadDocument={needsFullPageLoad(link.to)}
      className="inline-flex min-h-11 items-center text-sm font-medium text-ink-2 hover:text-ink hover:underline"
    >
      {link.label}
    </Link>
  ));
}
