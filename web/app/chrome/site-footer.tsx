import { Link } from "react-router";
import { needsFullPageLoad, paths } from "../../paths.ts";
import { Logo } from "../../ui/panels.tsx";
import { pageText, useSite } from "../page-data.ts";

const quickLinks = [
  { to: paths.home, label: "Home" },
  { to: paths.mentors, label: "Mentors" },
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

/** The logos of the three networks, 24 units wide; our icon set has no brands. */
const networkIcons = {
  linkedin:
    "M4.5 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM3 9.5h3V21H3zM9 9.5h2.9v1.6c.5-.9 1.7-1.9 3.5-1.9 3.7 0 4.4 2.3 4.4 5.4V21h-3v-5.7c0-1.4 0-3.2-2-3.2s-2.7 1.5-2.7 3.1V21H9z",
  instagram:
    "M8 2.5h8A5.5 5.5 0 0 1 21.5 8v8a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 16V8A5.5 5.5 0 0 1 8 2.5Zm0 2A3.5 3.5 0 0 0 4.5 8v8A3.5 3.5 0 0 0 8 19.5h8a3.5 3.5 0 0 0 3.5-3.5V8A3.5 3.5 0 0 0 16 4.5Zm4 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm4.9-3.6a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z",
  youtube:
    "M21.6 7.2a2.6 2.6 0 0 0-1.800-1.800C18.2 5 12 5 12 5s-6.2 0-7.800.4a2.6 2.6 0 0 0-1.800 1.800A27 27 0 0 0 2 12a27 27 0 0 0 .4 4.800 2.6 2.6 0 0 0 1.800 1.800C5.800 19 12 19 12 19s6.2 0 7.800-.4a2.6 2.6 0 0 0 1.800-1.800A27 27 0 0 0 22 12a27 27 0 0 0-.4-4.800ZM10 15V9l5.2 3z",
};

const networkNames = { linkedin: "LinkedIn", instagram: "Instagram", youtube: "YouTube" };

function SocialLinks() {
  const { socialLinks } = useSite();
  return (
    <ul className="flex gap-1">
      {(["linkedin", "instagram", "youtube"] as const).map((network) => (
        <li key={network}>
          <a
            href={socialLinks[network]}
            target="_blank"
            rel="noreferrer"
            className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-5"
              fill="currentColor"
              fillRule="evenodd"
            >
              <path d={networkIcons[network]} />
            </svg>
            <span className="sr-only">{networkNames[network]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
