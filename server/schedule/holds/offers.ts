import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { formatNamedMoment, formatNamedTime } from "@greenroom/contract/kernel/time-zones.ts";
import { maxTurns, offerMinutes, waitDays } from "@greenroom/contract/schedule/waits.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import {
  definePushHandler,
  definePushJob,
  type Notification,
  notify,
} from "../../people/notifications/notify.ts";
import { isBookable } from "../availability/open-slots.ts";
import { overlapsInterview } from "../bookings/find-booking.ts";

/* A slot that becomes free is offered to those who wait for it: held for one after the other. */

export type OfferDeps = Pick<Deps, "clock" | "jobs">;

/** A wait ends by itself after 30 days. */
export const oldestWait = (now: Date) => addMinutes(now, -waitDays * 24 * 60);

/** A turn counts for a day, even if the slot is booked and canceled meanwhile: nobody is mailed about it twice. */
const turnMinutes = 24 * 60;
/** So many offers and mails about free slots a person gets within an hour. */
const maxTurnsPerHour = 3;

/** The waits whose person can take `slot`, has not had their turn, and has not had many within the hour. */
const fromWaits = (now: Date, leftBy: string | null = null) => sql`
  from slot_waits wait
    join users person on person.id = wait.user_id and person.blocked_at is null and person.role = 'interviewee'
    join users mentor on mentor.id = wait.interviewer_id and mentor.blocked_at is null and mentor.role = 'interviewer'
  where wait.interviewer_id = slot.interviewer_id and (wait.slot_id is null or wait.slot_id = slot.id)
    and wait.created_at > ${oldestWait(now)} and wait.user_id is distinct from ${leftBy}
    and slot.starts_at > ${now} and (slot.bookable_until is null or slot.bookable_until > ${now})
    and not exists (select from slot_turns turn where turn.slot_id = slot.id and turn.user_id = wait.user_id)
    and (select count(*) from slot_turns turn
      where turn.user_id = wait.user_id and turn.created_at > ${addMinutes(now, -60)}) < ${maxTurnsPerHour}
    and not ${overlapsInterview({ intervieweeId: sql`wait.user_id`, startsAt: sql`slot.starts_at`, endsAt: sql`slot.ends_at` })}`;

const hasNoHold = sql`not exists (select from slot_holds other where other.user_id = wait.user_id)`;

const hasTurnsLeft = sql`(select count(*) from slot_turns turn where turn.slot_id = slot.id) < ${maxTurns}`;

/** Whether `slot` goes to somebody who waits when it becomes free. */
export const isWaitedFor = (now: Date) =>
  sql<boolean>`(${hasTurnsLeft} and exists (select ${fromWaits(now)} and ${hasNoHold}))`;

interface FreedSlot {
  slotId: string;
  /** Whoever has just let go of it does not get it back; null if nobody has. */
  leftBy: string | null;
}

/**
 * Offers a slot that has just become free to the first who waits, if anybody does. The transaction holds the lock of its
 * interviewer, and clears the cache of slots after the commit. It does not take the lock of the person: it locks
 * their wait instead, which nobody waits for while holding a lock that this needs.
 */
export async function offerToWaiting(
  { clock, jobs }: OfferDeps,
  tx: Tx,
  { slotId, leftBy }: FreedSlot,
): Promise<void> {
  const now = clock.now();
  for (;;) {
    const { rows } = await sql<{ userId: string; startsAt: Date; bookableUntil: Date | null }>`
      select wait.user_id as "userId", slot.starts_at as "startsAt", slot.bookable_until as "bookableUntil"
        from availability slot join lateral (select wait.id ${fromWaits(now, leftBy)} and ${hasNoHold}) able on true
          join slot_waits wait on wait.id = able.id
        where slot.id = ${slotId} and slot.status = 'available' and ${hasTurnsLeft}
        order by wait.id limit 1 for no key update of wait skip locked`.execute(tx);
    const [next] = rows;
    if (next === undefined) return await tellOthers({ clock, jobs }, tx, { slotId, leftBy });
    const { userId } = next;
    const ends = [addMinutes(now, offerMinutes), next.bookableUntil ?? next.startsAt];
    const expiresAt = new Date(Math.min(...ends.map((end) => end.getTime())));
    const { numAffectedRows } = await sql`
      with held as (
        insert into slot_holds (slot_id, user_id, offered, held_at, expires_at)
          values (${slotId}, ${userId}, true, ${now}, ${expiresAt})
          on conflict (user_id) do nothing returning slot_id, user_id, held_at
      ), turn as (
        insert into slot_turns (slot_id, user_id, created_at) select slot_id, user_id, held_at from held
      )
      update availability slot set status = 'held' from held where slot.id = held.slot_id`.execute(tx);
    // Otherwise another slot has been offered to them in this moment.
    if (numAffectedRows === 1n) return await announceOffers({ clock, jobs }, tx, slotId, [userId]);
  }
}

/**
 * Offers the slots that an interviewer has added at `createdAt`, soonest first: only a few, because many free times need
 * no turns. The rules of `offerToWaiting` apply.
 */
export async function offerNewSlots(
  deps: OfferDeps,
  tx: Tx,
  { interviewerId, createdAt }: { interviewerId: string; createdAt: Date },
): Promise<void> {
  const added = await tx
    .selectFrom("availability")
    .select("id")
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("createdAt", "=", createdAt)
    .where("startsAt", ">", createdAt)
    .orderBy("startsAt")
    .limit(maxTurns)
    .execute();
  for (const { id: slotId } of added) await offerToWaiting(deps, tx, { slotId, leftBy: null });
}

/** Deletes the waits and turns that have run out, and the waits for slots of the past. */
export async function deleteOldWaits({ database, clock }: Pick<Deps, "database" | "clock">): Promise<void> {
  const now = clock.now();
  const isPast = sql<boolean>`exists (select from availability slot where slot.id = slot_id and slot.starts_at <= ${now})`;
  await database
    .deleteFrom("slotWaits")
    .where((on) => on.or([on("createdAt", "<=", oldestWait(now)), isPast]))
    .execute();
  await database.deleteFrom("slotTurns").where("createdAt", "<=", addMinutes(now, -turnMinutes)).execute();
}

/** So many are told at most, the others see it on the booking page. */
const maxTold = 20;

/**
 * Tells those who had no turn that a slot is free for everybody, also who holds another slot. That is in place of their
 * turn.
 */
async function tellOthers({ clock, jobs }: OfferDeps, tx: Tx, { slotId, leftBy }: FreedSlot): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ userId: string }>`
    insert into slot_turns (slot_id, user_id, created_at)
      select slot.id, able.user_id, ${now} from availability slot
        cross join lateral (select wait.user_id ${fromWaits(now, leftBy)} order by wait.id limit ${maxTold}) able
        where slot.id = ${slotId} and slot.status = 'available'
      on conflict do nothing returning user_id as "userId"`.execute(tx);
  await announceOffers(
    { clock, jobs },
    tx,
    slotId,
    rows.map(({ userId }) => userId),
  );
}

const offerPayload = z.object({ slotId: z.string(), userId: z.string() });
type Offer = z.infer<typeof offerPayload>;

const mailOffer = defineMailJob("holds.mail-offer", offerPayload);
const pushOffer = definePushJob("holds.push-offer", offerPayload);

/** Tells people who waited that a slot is theirs for some minutes, or free for everybody. */
async function announceOffers(deps: OfferDeps, tx: Tx, slotId: string, userIds: string[]): Promise<void> {
  const recipients = userIds.map((userId) => ({ userId, payload: { slotId, userId } }));
  await notify(deps, tx, { kind: "offers", mail: mailOffer, push: pushOffer }, recipients);
}

/** The slot with its time in the reader's zone; null if it is gone. */
async function loadOffer(deps: Deps, { slotId, userId }: Offer) {
  const now = deps.clock.now();
  const slot = await deps.database
    .selectFrom("availability as slot")
    .innerJoin("users as mentor", "mentor.id", "slot.interviewerId")
    .leftJoin("slotHolds as offer", (join) =>
      join
        .onRef("offer.slotId", "=", "slot.id")
        .on("offer.userId", "=", userId)
        .on("offer.offered", "=", true)
        .on("offer.expiresAt", ">", now),
    )
    .select(["offer.expiresAt", "slot.startsAt", "mentor.firstName"])
    .where("slot.id", "=", slotId)
    .where((on) => on.or([on("offer.slotId", "is not", null), isBookable(now)]))
    .executeTakeFirst();
  const reader = (await findPeople(deps.database, [userId])).get(userId);
  if (slot === undefined || reader === undefined) return null;
  const timeZone = reader.timeZone ?? deps.config.business.timeZone;
  const when = formatNamedMoment(slot.startsAt, timeZone);
  return { slot, reader, timeZone, when, path: `/interviewee-dashboard/booking?slot=${slotId}` };
}

async function sendOffer(deps: Deps, offer: Offer): Promise<void> {
  const loaded = await loadOffer(deps, offer);
  if (loaded === null) return;
  const { slot, reader, timeZone, when, path } = loaded;
  const { business, publicUrl } = deps.config;
  const terms =
    slot.expiresAt === null
      ? "It is free for everybody. Whoever books first gets it."
      : `You can book it until ${formatNamedTime(slot.expiresAt, timeZone)}, unless ${slot.firstName} withdraws it. If you don't, or choose another time, the next person gets it.`;
  await deps.mail.send(
    composeMail(business, {
      to: reader.email,
      subject: `A time with ${slot.firstName} is free: ${when}`,
      listedSubject: `A time that you waited for is free: ${when}`,
      heading: `A time with ${slot.firstName} is free.`,
      paragraphs: [`When: ${when}`, terms],
      action: { label: "Book this time", url: publicUrl + path },
    }),
  );
}

async function composeOffer(deps: Deps, offer: Offer): Promise<Notification | null> {
  const loaded = await loadOffer(deps, offer);
  if (loaded === null) return null;
  const { slot, timeZone, when, path } = loaded;
  const until = slot.expiresAt ?? slot.startsAt;
  return {
    title: `A time with ${slot.firstName} is free`,
    body: slot.expiresAt === null ? when : `${when}. It is yours until ${formatNamedTime(until, timeZone)}.`,
    path,
    tag: `offer-${offer.slotId}`,
    until,
  };
}

/** For somebody who may be about to book or pay it. */
export const mailWithdrawal = defineMailJob(
  "holds.mail-withdrawal",
  z.object({ slotId: z.string(), userId: z.string() }),
);

/** Tells somebody that the slot that was offered to them is withdrawn. */
async function sendWithdrawal(
  deps: Deps,
  { slotId, userId }: z.infer<typeof mailWithdrawal.payload>,
): Promise<void> {
  const { business, publicUrl } = deps.config;
  const slot = await deps.database
    .selectFrom("availability")
    .select("startsAt")
    .where("id", "=", slotId)
    .executeTakeFirst();
  const reader = (await findPeople(deps.database, [userId])).get(userId);
  if (slot === undefined || reader === undefined) return;
  const when = formatNamedMoment(slot.startsAt, reader.timeZone ?? business.timeZone);
  await deps.mail.send(
    composeMail(business, {
      to: reader.email,
      subject: `The time that was free for you is withdrawn: ${when}`,
      heading: "The time that was free for you is withdrawn.",
      paragraphs: [`When: ${when}`, "The interviewer has withdrawn it, so nobody can book it."],
      action: { label: "See other times", url: `${publicUrl}/interviewee-dashboard/booking` },
    }),
  );
}

export const offerJobs: JobHandler<Deps>[] = [
  defineHandler(mailOffer, sendOffer),
  definePushHandler(pushOffer, composeOffer),
  defineHandler(mailWithdrawal, sendWithdrawal),
];
