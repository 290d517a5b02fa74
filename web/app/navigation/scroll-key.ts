import type { Location } from "react-router";

/**
 * The key under which a page's scroll position is stored. The first page of every document has the same key,
 * "default", so a page that was opened by its address would begin where an earlier one had been left.
 */
export function scrollKey({ key, pathname }: Pick<Location, "key" | "pathname">): string {
  return key === "default" ? `${key} ${pathname}` : key;
}
