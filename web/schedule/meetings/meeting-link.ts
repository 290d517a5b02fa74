import { paths } from "../../paths.ts";

/** The place of a meeting: in our own room, or at another provider's address. */
export type MeetingLink = { kind: "room"; to: string } | { kind: "external"; href: string };

/**
 * Reads a booking's `zoomLink`. Our own room is recognized by the booking's id, whatever host is in the link;
 * `here` is the page's own address. Null for a link that a browser must not follow.
 */
export function readMeetingLink(zoomLink: string, bookingId: string, here: string): MeetingLink | null {
  if (!URL.canParse(zoomLink, here)) return null;
  const url = new URL(zoomLink, here);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const room = paths.room(bookingId);
  return url.pathname === room ? { kind: "room", to: room } : { kind: "external", href: url.href };
}

/** True for a meeting at another provider, of which our room has no record. */
export function isExternalMeeting({ _id, zoomLink }: { _id: string; zoomLink: string | null }): boolean {
  return zoomLink !== null && readMeetingLink(zoomLink, _id, window.location.href)?.kind === "external";
}
