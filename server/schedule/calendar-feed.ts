import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import * as contract from "@greenroom/contract/schedule/calendar-feed.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../kernel/actor.ts";
import type { Database, Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { bind } from "../kernel/http/bind.ts";
import { sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { writeCalendar } from "../kernel/write-calendar.ts";
import { lockAccount } from "../people/accounts/account.ts";
import { hashToken, newToken } from "../people/accounts/requester.ts";
import { calendarUid } from "./bookings/mail-context.ts";

/** How far back the feed reaches, so that a calendar program that was off for a month misses nothing. */
const lookBackMinutes = 31 * 24 * 60;
/** The refresh interval that we suggest to calendar programs. */
const refreshMinutes = 15;
/** The subscriber's calendar reminds them this long before each interview. */
const reminderMinutes = 15;

export async function getCalendarFeed(deps: Deps, actor: Actor): Promise<{ createdAt: string | null }> {
  const feed = await deps.database
    .selectFrom("calendarFeeds")
    .select("createdAt")
    .where("userId", "=", actor.userId)
    .executeTakeFirst();
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
    const values = { tokenHash: hashToken(token), createdAt: now };
    await tx
      .insertInto("calendarFeeds")
      .values({ userId: actor.userId, ...values })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
      .execute();
  });
  return { url: `${deps.config.publicUrl}/api/calendar-feed/${token}.ics`, createdAt: now.toISOString() };
}

export async function revokeCalendarFeed(deps: Deps, actor: Actor): Promise<undefined> {
  await eraseFeed(deps.database, actor.userId);
  return undefined;
}

export async function eraseFeed(database: Database | Tx, userId: string): Promise<void> {
  await database.deleteFrom("calendarFeeds").where("userId", "=", userId).execute();
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
  bind(app, deps, contract.getCalendarFeed, ({ actor }) => getCalendarFeed(deps, actor));
  bind(app, deps, contract.createCalendarFeed, ({ actor }) => createCalendarFeed(deps, actor));
  bind(app, deps, contract.revokeCalendarFeed, ({ actor }) => revokeCalendarFeed(deps, actor));
  bind(app, deps, contract.readCalendarFeed, async ({ params, reply }) => {
    const content = await readCalendarFeed(deps, params.file);
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    return sendBytes(reply, {
      content,
      contentType: "text/calendar; charset=utf-8",
      fileName: "interviews.ics",
    });
  });
}

/** The owner of a link; null for people who are blocked or no longer interview. */
async function findFeedOwner(database: Database, tokenHash: Buffer): Promise<string | null> {
  const row = await database
    .selectFrom("calendarFeeds as feed")
    .innerJoin("users", "users.id", "feed.userId")
    .select("feed.userId")
    .where("feed.tokenHash", "=", tokenHash)
    .where("users.blockedAt", "is", null)
    .where("users.role", "=", "interviewer")
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Booked interviews that end after `from`, soonest first. */
function selectFeedBookings(database: Database, interviewerId: string, from: Date) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .select([
      "booking.id",
      "booking.startsAt",
      "booking.endsAt",
      "booking.inviteSequence",
      "interviewee.firstName",
      "interviewee.lastName",
      "meetings.joinUrl",
    ])
    .where("booking.interviewerId", "=", interviewerId)
    .where("booking.status", "in", ["pending", "completed"])
    .where("booking.endsAt", ">", from)
    .orderBy("booking.startsAt")
    .execute();
}
