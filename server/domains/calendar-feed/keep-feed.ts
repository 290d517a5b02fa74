import { addMinutes } from "@greenroom/contract/time.ts";
import { writeCalendar } from "../../calendar/write-calendar.ts";
import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { hashToken, newToken } from "../accounts/tokens.ts";
import { calendarUid } from "../bookings/write-invite.ts";
import { deleteFeed, findFeed, findFeedOwner, putFeed, selectFeedBookings } from "./store.ts";

/** How far back the feed reaches: a calendar program that was off for a month loses nothing. */
const lookBackMinutes = 31 * 24 * 60;

export async function getFeed(deps: Deps, actor: Actor): Promise<{ createdAt: string | null }> {
  const feed = await findFeed(deps.database, actor.userId);
  return { createdAt: feed?.createdAt.toISOString() ?? null };
}

/** A new address, shown this once: only its hash is kept. An earlier one stops working. */
export async function makeFeed(deps: Deps, actor: Actor): Promise<{ url: string; createdAt: string }> {
  const token = newToken();
  const now = deps.clock.now();
  await putFeed(deps.database, { userId: actor.userId, tokenHash: hashToken(token), now });
  return { url: `${deps.config.publicUrl}/api/calendar-feed/${token}.ics`, createdAt: now.toISOString() };
}

export async function revokeFeed(deps: Deps, actor: Actor): Promise<undefined> {
  await deleteFeed(deps.database, actor.userId);
  return undefined;
}

/** For an account that is closed. */
export async function eraseFeed(tx: Tx, userId: string): Promise<void> {
  await deleteFeed(tx, userId);
}

/** The booked interviews behind an address. Throws `not_found` alike for one that never was and one that is revoked. */
export async function readFeed(deps: Deps, file: string): Promise<Buffer> {
  const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1];
  const owner = token === undefined ? null : await findFeedOwner(deps.database, hashToken(token));
  if (owner === null) throw new AppError("not_found", { msg: "There is no calendar at this address." });
  const now = deps.clock.now();
  const bookings = await selectFeedBookings(deps.database, owner, addMinutes(now, -lookBackMinutes));
  const { business, publicUrl } = deps.config;
  const calendar = writeCalendar({
    name: business.name,
    method: "PUBLISH",
    now,
    entries: bookings.map((booking) => ({
      uid: calendarUid(booking.id),
      sequence: booking.inviteSequence,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      summary: `Mock interview with ${`${booking.firstName} ${booking.lastName}`.trim()}`,
      description: `Your calendar: ${publicUrl}/interviewer-dashboard/calendar`,
      location: booking.joinUrl ?? "",
      isCancelled: false,
    })),
  });
  return Buffer.from(calendar);
}
