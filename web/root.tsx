import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "react-router";
import { SiteLayout } from "./app/chrome/site-layout.tsx";
import { ErrorPage } from "./app/error-page.tsx";
import { scrollKey } from "./app/navigation.ts";
import { pageText } from "./app/page-data.ts";
import headScript from "./head-script.ts?program";
import pageScript from "./page-script.ts?program";
import { paths } from "./paths.ts";
import { SessionProvider, useSession } from "./session/session.tsx";
import { seeAsUntil } from "./session/session-store.ts";
import displayFont from "./ui/fonts/fraunces.woff2?url";
import textFont from "./ui/fonts/inter.woff2?url";
import { LogoMark } from "./ui/panels.tsx";
import "./ui/base.css";

export const links = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/images/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function Layout({ children }: { children: ReactNode }) {
  // Here and not in the page, because buttons must also respond if the first page fails.
  useEffect(() => {
    // Runs after the session, which is restored in the meantime, has been rendered.
    const timer = setTimeout(() => document.dispatchEvent(new Event("greenroom:interactive")));
    return () => clearTimeout(timer);
  }, []);
  return (
    // The first script changes attributes before the first paint, and React must not report them as mismatches.
    <html lang="en" data-advisory={pageText.advisory} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1613" media="(prefers-color-scheme: dark)" />
        <InlineScript program={import.meta.env.SSR ? headScript : ""} />
        <Meta />
        <FontPreloads />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
        <InlineScript program={import.meta.env.SSR ? pageScript : ""} />
      </body>
    </html>
  );
}

/**
 * Not on a dashboard, where they would come before the scripts without which it has no content: the browser finds them
 * itself, and until then the text has a fallback of the same size.
 */
function FontPreloads() {
  if (/^\/interview(ee|er)-dashboard/.test(useLocation().pathname)) return null;
  return [displayFont, textFont].map((href) => (
    <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
  ));
}

/**
 * A script that only the prerendered page contains: React renders the layout again for an error, and the policy for
 * strings would refuse it.
 */
function InlineScript({ program }: { program: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, whose hash is in the page's policy
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: program }} />;
}

export default function Root() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <SessionProvider>
      {isHydrated && <SeeAs />}
      <SiteLayout>
        <Outlet />
      </SiteLayout>
      {/* Not in the prerendered page: its script would read the storage before the first paint, for a scroll position that the browser itself restores on a reload. */}
      {isHydrated && <ScrollRestoration getKey={scrollKey} />}
    </SessionProvider>
  );
}

const SeeAsBanner = lazy(() => import("./app/chrome/see-as-banner.tsx"));

/** Marks every screen of a tab in which an operator sees the product as another person. */
function SeeAs() {
  // Whoever signs in in such a tab has left the view.
  useSession();
  const until = seeAsUntil();
  if (until === null) return null;
  return (
    <Suspense>
      <SeeAsBanner until={until} />
    </Suspense>
  );
}

/** Shown until the script arrives, on pages that are not prerendered: the logo, without any layout shift. */
export function HydrateFallback() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>{pageText.name}</title>
      <h1 className="sr-only">{pageText.name}</h1>
      <div role="status">
        <LogoMark className="size-12 motion-safe:animate-pulse" />
        <span className="sr-only">Loading…</span>
      </div>
      <noscript>
        <p>
          This page needs JavaScript, which is switched off in this browser.{" "}
          <a href={paths.home} className="link">
            To the home page
          </a>
        </p>
      </noscript>
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) && error.status === 404 ? "There is no such page." : undefined;
  return <ErrorPage message={message} />;
}
