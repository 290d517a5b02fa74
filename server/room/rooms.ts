import { createHash, randomBytes } from "node:crypto";
import type { Room, RoomTicket } from "@greenroom/contract/room/room.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import type { Database, Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError, conflict } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { JobHandler } from "../kernel/jobs.ts";
import { lockAccount } from "../people/accounts/account.ts";
import { isSessionActive } from "../people/accounts/rules.ts";
import {
  definePushHandler,
  definePushJob,
  type Notification,
  notify,
} from "../people/notifications/notify.ts";
import { findUnclear, getOwnBooking } from "../schedule/bookings/find-booking.ts";
import { loadMailContext, partyPayload } from "../schedule/bookings/mail-context.ts";
import { type BookingRecord, otherParty, partyOf } from "../schedule/bookings/rules.ts";
import { roomTimes } from "../schedule/meetings/meeting-times.ts";
import { iceServersFor } from "./ice/ice-servers.ts";
import {
  checkMayEnterRoom,
  checkRoomNotClosed,
  presenceCutoff,
  recordDeletedAt,
  ticketSeconds,
} from "./rules.ts";
import { readTranscriptState } from "./transcript/consent.ts";

/** The two parties, and when each was last seen in a current visit. */
function selectParties(database: Database, bookingId: string) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as person", (join) =>
      join.on((on) =>
        on.or([
          on("person.id", "=", on.ref("booking.intervieweeId")),
          on("person.id", "=", on.ref("booking.interviewerId")),
        ]),
      ),
    )
    .leftJoin("roomVisits as visit", (join) =>
      join
        .onRef("visit.bookingId", "=", "booking.id")
        .onRef("visit.userId", "=", "person.id")
        .on("visit.leftAt", "is", null),
    )
    .leftJoin("bookingGoals as goals", "goals.bookingId", "booking.id")
    .select(["person.id", "person.firstName", "person.lastName", "visit.lastSeenAt", "goals.goal"])
    .where("booking.id", "=", bookingId)
    .execute();
}

interface Visit {
  bookingId: string;
  userId: string;
  now: Date;
  /** A visit last seen before this has ended, even if the person did not leave explicitly. */
  presentSince: Date;
}

/**
 * Starts a visit or extends the current one. One that timed out ends at its last heartbeat. True for the person's first
 * visit.
 */
export async function recordPresence(tx: Tx, visit: Visit): Promise<boolean> {
  const { bookingId, userId, now } = visit;
  await tx
    .updateTable("roomVisits")
    .set((update) => ({ leftAt: update.ref("lastSeenAt") }))
    .where("bookingId", "=", bookingId)
    .where("userId", "=", userId)
    .where("leftAt", "is", null)
    .where("lastSeenAt", "<", visit.presentSince)
    .execute();
  const id = newId();
  const current = await tx
    .insertInto("roomVisits")
    .values({ id, bookingId, userId, enteredAt: now, lastSeenAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["bookingId", "userId"])
        .where("leftAt", "is", null)
        .doUpdateSet({ lastSeenAt: sql`greatest(room_visits.last_seen_at, excluded.last_seen_at)` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  if (current.id !== id) return false;
  const earlier = await tx
    .selectFrom("roomVisits")
    .select("id")
    .where("bookingId", "=", bookingId)
    .where("userId", "=", userId)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

/** Ends the current visit, if any: now, or at its last heartbeat if it timed out. */
export async function endVisit(database: Database, visit: Visit): Promise<void> {
  await database
    .updateTable("roomVisits")
    .set({
      leftAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else ${visit.now}::timestamptz end`,
      lastSeenAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else greatest(last_seen_at, ${visit.now}::timestamptz) end`,
    })
    .where("bookingId", "=", visit.bookingId)
    .where("userId", "=", visit.userId)
    .where("leftAt", "is", null)
    .execute();
}

/**
 * The room of the actor's booking, also before it opens. Throws `not_found` for people who are not a party,
 * `conflict` after it closes.
 */
export async function getRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  checkRoomNotClosed(booking, deps.clock.now());
  return await loadRoom(deps, actor, booking);
}

/** The room as it is now. The caller has checked access. */
export async function loadRoom(deps: Deps, actor: Actor, booking: BookingRecord): Promise<Room> {
  const parties = await selectParties(deps.database, booking.id);
  const transcript = await readTranscriptState(deps, booking);
  const isUnclear = booking.status === "pending" && (await findUnclear(deps.database, booking.id)) !== null;
  const view = { viewerId: actor.userId, now: deps.clock.now(), isUnclear, transcript };
  return presentRoom(booking, parties, view);
}

/**
 * Records that the actor is in the room. Throws `not_found` for people who are not a party, `conflict` before the
 * room opens and after it closes.
 */
export async function enterRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const visit = { bookingId: booking.id, userId: actor.userId, now, presentSince: presenceCutoff(now) };
  await inTransaction(deps.database, async (tx) => {
    if (!(await recordPresence(tx, visit))) return;
    const to = otherParty(partyOf(booking, actor));
    const recipient = { userId: booking[`${to}Id`], payload: { bookingId, to } };
    await notify(deps, tx, { kind: "presence", push: pushPresence }, [recipient]);
  });
  return await loadRoom(deps, actor, booking);
}

/** Tells a party that the other has entered the room for the first time. */
const pushPresence = definePushJob("rooms.push-presence", partyPayload);

async function composePresence(
  deps: Deps,
  { bookingId, to }: z.infer<typeof partyPayload>,
): Promise<Notification | null> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "pending") return null;
  const since = presenceCutoff(deps.clock.now());
  const parties = await selectParties(deps.database, bookingId);
  const isPresent = ({ id }: { id: string }) =>
    parties.some((party) => party.id === id && party.lastSeenAt !== null && party.lastSeenAt >= since);
  if (isPresent(context.reader) || !isPresent(context.other)) return null;
  return {
    title: `${context.other.firstName} is in the room`,
    body: `Your interview: ${context.when.short}`,
    path: `/room/${bookingId}`,
    tag: `presence-${bookingId}`,
    until: context.booking.endsAt,
  };
}

export const presenceJobs: JobHandler<Deps>[] = [definePushHandler(pushPresence, composePresence)];

/**
 * Records that the actor has left the room. Does nothing if they were not in it. Throws `not_found` for people who
 * are not a party.
 */
export async function leaveRoom(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  const visit = { bookingId: booking.id, userId: actor.userId, now, presentSince: presenceCutoff(now) };
  await endVisit(deps.database, visit);
}

type PartyRow = Awaited<ReturnType<typeof selectParties>>[number];

interface RoomView {
  viewerId: string;
  now: Date;
  isUnclear: boolean;
  transcript: Room["transcript"];
}

/** Lists the interviewee first. */
export function presentRoom(
  booking: BookingRecord,
  parties: PartyRow[],
  { viewerId, now, isUnclear, transcript }: RoomView,
): Room {
  const { opensAt, feedbackAt, wrapUpAt, closesAt } = roomTimes(booking);
  const presentParty = (party: PartyRow): Room["parties"][number] => ({
    _id: party.id,
    firstName: party.firstName,
    lastName: party.lastName,
    role: party.id === booking.intervieweeId ? "interviewee" : "interviewer",
    isYou: party.id === viewerId,
    isPresent: party.lastSeenAt !== null && party.lastSeenAt >= presenceCutoff(now),
  });
  return {
    bookingId: booking.id,
    status: booking.status,
    isUnclear,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    feedbackAt: feedbackAt.toISOString(),
    wrapUpAt: wrapUpAt.toISOString(),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    now: now.toISOString(),
    // The goal was checked against its schema before it was stored.
    goal: (parties[0]?.goal ?? null) as Room["goal"],
    transcript,
    parties: parties.map(presentParty).sort((a, b) => a.role.localeCompare(b.role)),
  };
}

/**
 * Issues a ticket for the room's socket, so that no URL contains a bearer token, with the STUN and TURN servers for
 * the call. Throws `not_found` for people who are not a party, `conflict` before the room opens and after it
 * closes, and `too_many_requests`.
 */
export async function issueTicket(deps: Deps, actor: Actor, bookingId: string): Promise<RoomTicket> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000);
  const { sessionId } = actor;
  await inTransaction(deps.database, async (tx) => {
    await tx.deleteFrom("roomTickets").where("expiresAt", "<=", now).execute();
    await tx
      .insertInto("roomTickets")
      .values({ ticketHash: hashTicket(ticket), bookingId, sessionId, expiresAt })
      .execute();
  });
  return {
    ticket,
    expiresAt: expiresAt.toISOString(),
    iceServers: iceServersFor(deps.config.ice, actor.userId, now),
  };
}

const hashTicket = (ticket: string) => createHash("sha256").update(ticket).digest();

/**
 * Admits the holder of a ticket, once. Throws `not_signed_in` for a ticket that is used, expired, for another room
 * or of an ended sign-in, and `conflict` if the room closed meanwhile.
 */
export async function redeemTicket(
  deps: Deps,
  { bookingId, ticket }: { bookingId: string; ticket: string },
): Promise<Actor> {
  // Of two concurrent uses, one succeeds.
  const consumed = await deps.database
    .deleteFrom("roomTickets")
    .where("ticketHash", "=", hashTicket(ticket))
    .returning(["bookingId", "sessionId", "expiresAt"])
    .executeTakeFirst();
  const now = deps.clock.now();
  const isValid = consumed !== undefined && consumed.bookingId === bookingId && now < consumed.expiresAt;
  const actor = isValid ? await findSessionActor(deps, consumed.sessionId) : null;
  if (actor === null) {
    throw new AppError("not_signed_in", { msg: "This room ticket is no longer valid. Please join again." });
  }
  checkMayEnterRoom(await getOwnBooking(deps.database, actor, bookingId), now);
  return actor;
}

/** The person of a sign-in; null once they signed out, it expired or they were blocked. */
export async function findSessionActor(deps: Deps, sessionId: string): Promise<Actor | null> {
  const session = await deps.database
    .selectFrom("authSessions as session")
    .innerJoin("users as person", "person.id", "session.userId")
    .select(["session.userId", "session.lastSeenAt", "session.expiresAt", "person.role"])
    .where("session.id", "=", sessionId)
    .where("session.endedAt", "is", null)
    .where("person.blockedAt", "is", null)
    .executeTakeFirst();
  if (session === undefined || !isSessionActive(session, deps.clock.now())) return null;
  const { userId, role } = session;
  // Operators have no special rights in a room.
  return { userId, sessionId, role, operator: null };
}

/** The actor's notes of an interview that they give; empty until written. Throws `not_found`. */
export async function getNotes(deps: Deps, actor: Actor, bookingId: string): Promise<{ body: string }> {
  await getHostedBooking(deps, actor, bookingId);
  return { body: (await findNote(deps.database, bookingId, actor.userId))?.body ?? "" };
}

export async function findNote(
  database: Database,
  bookingId: string,
  authorId: string,
): Promise<{ body: string; updatedAt: Date } | undefined> {
  return await database
    .selectFrom("roomNotes")
    .select(["body", "updatedAt"])
    .where("bookingId", "=", bookingId)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
}

/**
 * Saves the actor's notes, also after the room closed. Throws `not_found` for other people's interviews, and `conflict`
 * once the interview's record is old enough to be deleted.
 */
export async function saveNotes(deps: Deps, actor: Actor, bookingId: string, body: string): Promise<void> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  // The deletion of old records does not look at this interview again.
  if (recordDeletedAt(booking, deps.config.recordDays) < now) {
    throw conflict("The record of this interview was deleted, so it takes no notes.");
  }
  const note = { authorId: actor.userId, body, updatedAt: now };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await tx
      .insertInto("roomNotes")
      .values({ bookingId, ...note })
      // A booking that moved to another interviewer starts with empty notes, so nobody reads the former interviewer's
      // notes.
      .onConflict((conflict) => conflict.column("bookingId").doUpdateSet(note))
      .execute();
  });
}

/** Returns a booking that the actor gives as interviewer. Throws `not_found` for any other booking. */
export async function getHostedBooking(deps: Deps, actor: Actor, bookingId: string): Promise<BookingRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("not_found", { msg: "This booking does not exist." });
  }
  return booking;
}
