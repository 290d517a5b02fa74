import { paths } from "../../paths.ts";

/** Stands for our own origin: any address that leaves it is not ours. */
const ownOrigin = "https://own.invalid";

/** Places that only send one on; to come back to them after sign-in would go in a circle. */
const onwards: string[] = [paths.signIn, paths.signUp, paths.dashboard];

/**
 * `next` of the address bar as a path of ours, null when it leads anywhere else. Browsers read `\` as `/` and drop
 * tabs and line breaks inside an address, so the path is judged as the browser would read it.
 */
export function ownPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || !URL.canParse(next, ownOrigin)) return null;
  const url = new URL(next, ownOrigin);
  // `/.//evil` stays on the origin here, yet its path alone would be read as another host.
  if (url.origin !== ownOrigin || url.pathname.startsWith("//")) return null;
  if (onwards.includes(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** The way to the sign-in page which comes back here afterwards. */
export function signInPath(place: Place): string {
  const next = ownPath(place.pathname + place.search + place.hash);
  return next === null ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next })}`;
}
