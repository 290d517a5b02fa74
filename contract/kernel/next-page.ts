/** Reads the `after` of the next page from a `Link` header; null on the last page. */
export function readNextCursor(linkHeader: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="next"/.exec(linkHeader ?? "")?.[1] ?? "";
  const cursor = /[?&]after=([^&#]+)/.exec(address)?.[1];
  return cursor === undefined ? null : decodeURIComponent(cursor);
}
