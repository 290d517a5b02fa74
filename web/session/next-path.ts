import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { paths } from "../paths.ts";

/** Stands for our own origin: any address that resolves elsewhere is not ours. */
const placeholderOrigin = "https://own.invalid";

/** Pages that only redirect; returning to them after sign-in would cause a loop. */
const redirectPaths: string[] = [paths.signIn, paths.signUp, paths.dashboard];

/**
 * The `next` parameter as a path of ours, null when it leads anywhere else. Browsers read `\` as `/` and drop
 * tabs and line breaks inside a URL, so we parse the path as the browser would.
 */
export function sameOriginPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || !URL.canParse(next, placeholderOrigin)) return null;
  const url = new URL(next, placeholderOrigin);
  // `/.//evil` stays on our origin here, but its path alone would name another host.
  if (url.origin !== placeholderOrigin || url.pathname.startsWith("//")) return null;
  if (redirectPaths.includes(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
}

/** The path of the sign-in page that returns to this place afterwards. */
export function signInPath(location: PageLocation): string {
  return returningPath(paths.signIn, location);
}

/** The same for the sign-up page. */
export function signUpPath(location: PageLocation): string {
  return returningPath(paths.signUp, location);
}

function returningPath(page: string, location: PageLocation): string {
  const next = sameOriginPath(location.pathname + location.search + location.hash);
  return next === null ? page : `${page}?${new URLSearchParams({ next })}`;
}

const subscribeToNothing = () => () => {};

/** The query string, for a link that keeps `next`. Empty while a prerendered page hydrates. */
export function useHydratedSearch(): string {
  const { search } = useLocation();
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return hydrated ? search : "";
}
