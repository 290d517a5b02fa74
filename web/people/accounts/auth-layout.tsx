import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { sessionEnded } from "../../api/client.ts";
import { pageText } from "../../app/page-data.ts";
import { dashboardPath, needsFullPageLoad } from "../../paths.ts";
import { sameOriginPath, useHydratedSearch } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { tokenKey } from "../../session/session-store.ts";
import { Glow } from "../../ui/panels.tsx";

interface AuthLayoutProps {
  title: string;
  detail?: ReactNode;
  children: ReactNode;
  /** A link to the other page: "New here? Get started". */
  aside?: ReactNode;
  /** The step that is shown. Each is read from its top. */
  step: string;
}

/** The layout of sign-up and sign-in: the form on paper, with a dark panel beside it on wide screens. */
export function AuthLayout({ title, detail, children, aside, step }: AuthLayoutProps) {
  useTopOfStep(step);
  return (
    // On a phone the form stays at the top and the footer below the screen, however long each step is.
    <div className="page grid grow items-center py-8 max-sm:min-h-dvh max-sm:items-start sm:py-12">
      <div className="mx-auto grid w-full max-w-md overflow-hidden rounded-lg border border-line bg-card shadow-lift lg:max-w-none lg:grid-cols-[1fr_1.05fr]">
        <section className="p-6 sm:p-10 lg:order-2 lg:px-14 lg:py-12">
          <div className="mx-auto max-w-md">
            <h1 className="text-2xl">{title}</h1>
            {detail && <div className="mt-2 text-ink-2">{detail}</div>}
            <div className="mt-6">{children}</div>
            {aside && (
              // Another element for each step: it is in another place, and did not move there.
              <p key={step} className="mt-6 border-t border-line pt-5 text-ink-2">
                {aside}
              </p>
            )}
          </div>
        </section>
        <BrandPanel />
      </div>
    </div>
  );
}

/** The step before can have been longer, and read to its end. */
function useTopOfStep(step: string): void {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo({ top: 0 });
  }, [step]);
}

function BrandPanel() {
  const { name, tagline, ledBy, ledByLabel, insights } = pageText;
  const sellingPoints = ["45 minutes, live, with a professional", `${ledBy} ${ledByLabel}`, insights];
  return (
    <aside
      aria-label={`About ${name}`}
      className="relative hidden min-h-130 overflow-hidden bg-dark p-12 text-on-dark lg:flex lg:flex-col lg:justify-end"
    >
      <Glow className="-right-24 -top-40 w-120" />
      <p className="relative font-display text-3xl">{tagline}</p>
      <ul className="relative mt-8 grid gap-3 text-on-dark-2">
        {sellingPoints.map((line) => (
          <li key={line} className="flex items-center gap-3">
            <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />
            {line}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/**
 * For a user who came here signed in, or who signed in in another tab meanwhile. Not for a session that opens on this
 * page, which navigates on its own.
 */
export function AlreadySignedIn() {
  const { status, user, token } = useSession();
  const next = sameOriginPath(new URLSearchParams(useHydratedSearch()).get("next"));
  const [knownToken, setKnownToken] = useState<string | null>(null);
  useEffect(() => {
    if (status !== "loading") setKnownToken((known) => known ?? token ?? "");
  }, [status, token]);
  useEffect(() => {
    // Only other tabs cause these events.
    const follow = ({ key, newValue }: StorageEvent) => key === tokenKey && setKnownToken(newValue);
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);

  if (user === null || token !== knownToken || sessionEnded.isEnded()) return null;
  const to = next ?? dashboardPath(user.role);
  return (
    <p
      role="status"
      className="mb-5 rounded-sm border border-green-line bg-green-tint px-4 py-3 [overflow-wrap:anywhere]"
    >
      You are signed in as {user.email}.{" "}
      <Link to={to} reloadDocument={needsFullPageLoad(to)} className="link">
        {next === null ? "Go to your dashboard" : "Continue"}
      </Link>
    </p>
  );
}
