import { paths } from "../../paths.ts";

/** Where a meeting is joined: in a room of ours, or at another provider's address. */
export type MeetingLink = { kind: "room"; to: string } | { kind: "elsewhere"; href: string };

/**
 * Reads a booking's `zoomLink`. A room of ours is known by the booking's own id, whatever host its link was written
 * with; `here` is the page's own address. Null for what no browser should follow.
 */
export function readMeetingLink(zoomLink: string, bookingId: string, here: string): MeetingLink | null {
  if (!URL.canParse(zoomLink, here)) return null;
  const url = new URL(zoomLink, here);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const room = paths.room(bookingId);
  return url.pathname === room ? { kind: "room", to: room } : { kind: "elsewhere", href: url.href };
}
