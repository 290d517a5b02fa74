import { type ReactNode, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from "react-router";
import { SessionProvider } from "./domains/accounts/session.tsx";
import { advisoryScript } from "./domains/site/advisory.ts";
import { beforeScripts, pressAgain } from "./domains/site/before-scripts.ts";
import { PageFailure } from "./domains/site/components/page-failure.tsx";
import { SiteShell } from "./domains/site/components/site-shell.tsx";
import { words } from "./domains/site/page-facts.ts";
import { paths } from "./paths.ts";
import displayFont from "./ui/fonts/fraunces.woff2?url";
import textFont from "./ui/fonts/inter.woff2?url";
import { LogoMark } from "./ui/logo.tsx";
import "./ui/base.css";

const preload = (href: string) => ({
  rel: "preload",
  href,
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
});

/**
 * Before anything else: zod is told not to try whether it may make code out of strings, which our policy forbids and
 * the browser would report.
 */
const headScript = `globalThis.__zod_globalConfig={jitless:true};${advisoryScript}`;

export const links = () => [
  preload(displayFont),
  preload(textFont),
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/images/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function Layout({ children }: { children: ReactNode }) {
  return (
    // What the script below sets before the first paint is not the browser's to mend.
    <html lang="en" data-advisory={words.advisory} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1613" media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, hashed into the page's policy */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, hashed into the page's policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: beforeScripts }} />
      </body>
    </html>
  );
}

export default function Root() {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    setAwake(true);
    // After the session, which is restored in the meantime, has been drawn.
    const timer = setTimeout(pressAgain);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SessionProvider>
      <SiteShell>
        <Outlet />
      </SiteShell>
      {/* Not in the page as written: its script would ask the storage before the first paint, for a place to which the
          browser itself returns on a reload. */}
      {isAwake && <ScrollRestoration />}
    </SessionProvider>
  );
}

/** Before the script has arrived, on pages that are not written at build: the lamp, and nothing that jumps. */
export function HydrateFallback() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>{words.name}</title>
      <h1 className="sr-only">{words.name}</h1>
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
  return <PageFailure message={message} />;
}
