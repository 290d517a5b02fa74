import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  createCalendarFeed as createCalendarFeedEndpoint,
  getCalendarFeed as getCalendarFeedEndpoint,
  readCalendarFeed as readCalendarFeedEndpoint,
  revokeCalendarFeed as revokeCalendarFeedEndpoint,
} from "@greenroom/contract/schedule/calendar-feed.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../kernel/actor.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { bind } from "../kernel/http/bind.ts";
import { sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { writeCalendar } from "../kernel/write-calendar.ts";
import { lockAccount } from "../people/accounts/account.ts";
import { hashToken, newToken } from "../people/accounts/requester.ts";
import { calendarUid } from "./bookings/mail-context.ts";
import {
  deleteFeed,
  findFeed,
  findFeedOwner,
  selectFeedBookings,
  upsertFeed,
} from "./calendar-feed-store.ts";

/** How far back the feed reaches, so that a calendar program that was off for a month misses nothing. */
const lookBackMinutes = 31 * 24 * 60;
/** The refresh interval that we suggest to calendar programs. */
const refreshMinutes = 15;
/** The subscriber's calendar reminds them this long before each interview. */
const reminderMinutes = 15;

export async function getCalendarFeed(deps: Deps, actor: Actor): Promise<{ createdAt: string | null }> {
  const feed = await findFeed(deps.database, actor.userId);
  return { createdAt: feed?.createdAt.toISOString() ?? null };
}

/**
 * Creates a link and returns it. Only its hash is stored, so it cannot be shown again. An earlier link stops working.
 */
export async function createCalendarFeed(
  deps: Deps,
  actor: Actor,
): Promise<{ url: string; createdAt: string }> {
  const token = newToken();
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await upsertFeed(tx, { userId: actor.userId, tokenHash: hashToken(token), now });
  });
  return { url: `${deps.config.publicUrl}/api/calendar-feed/${token}.ics`, createdAt: now.toISOString() };
}

export async function revokeCalendarFeed(deps: Deps, actor: Actor): Promise<undefined> {
  await deleteFeed(deps.database, actor.userId);
  return undefined;
}

/** Deletes the feed of an account that is closed. */
export async function eraseFeed(tx: Tx, userId: string): Promise<void> {
  await deleteFeed(tx, userId);
}

/**
 * The booked interviews behind a link. Throws the same `not_found` for links that never existed and for revoked
 * ones.
 */
export async function readCalendarFeed(deps: Deps, file: string): Promise<Buffer> {
  const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1];
  const owner = token === undefined ? null : await findFeedOwner(deps.database, hashToken(token));
  if (owner === null) throw new AppError("not_found", { msg: "There is no calendar at this address." });
  const now = deps.clock.now();
  const from = addMinutes(now, -lookBackMinutes);
  // The link itself is looked up on the primary: it stops working at once when it is revoked.
  const bookings = await deps.lagging.read((database) => selectFeedBookings(database, owner, from));
  const { business, publicUrl } = deps.config;
  const calendar = writeCalendar({
    name: business.name,
    method: "PUBLISH",
    now,
    subscription: { title: `${business.name} interviews`, refreshMinutes },
    entries: bookings.map((booking) => ({
      uid: calendarUid(booking.id),
      sequence: booking.inviteSequence,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      summary: `Mock interview with ${fullName(booking)}`,
      description: `Your calendar: ${publicUrl}/interviewer-dashboard/calendar`,
      location: booking.joinUrl ?? "",
      isCanceled: false,
      reminderMinutes,
    })),
  });
  return Buffer.from(calendar);
}

export function registerCalendarFeedRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getCalendarFeedEndpoint, ({ actor }) => getCalendarFeed(deps, actor));
  bind(app, deps, createCalendarFeedEndpoint, ({ actor }) => createCalendarFeed(deps, actor));
  bind(app, deps, revokeCalendarFeedEndpoint, ({ actor }) => revokeCalendarFeed(deps, actor));
  bind(app, deps, readCalendarFeedEndpoint, async ({ params, reply }) => {
    const content = await readCalendarFeed(deps, params.file);
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    return sendBytes(reply, {
      content,
      contentType: "text/calendar; charset=utf-8",
      fileName: "interviews.ics",
    });
  });
}
