import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { soonDays } from "@greenroom/contract/schedule/mentor-filters.ts";
import {
  type FreeAlreadyDetails,
  maxWaits,
  type Wait,
  type Waits,
} from "@greenroom/contract/schedule/waits.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { lastNameBeforeBooking } from "../../people/interviewers/interviewer-profile.ts";
import { findMentor } from "../../people/interviewers/listed-mentors.ts";
import { clearSlotCache, isBookable } from "../availability/open-slots.ts";
import { overlapsInterview } from "../bookings/find-booking.ts";
import { releaseHolds } from "./holds.ts";
import { oldestWait } from "./offers.ts";

/** A slot, or a mentor by id or by their page's slug. */
interface Wanted {
  slotId: string | null;
  mentor: string | null;
}

/**
 * Waits for a slot, or for any time of a mentor. Waiting for the same again changes nothing. Throws `not_found`, and
 * `conflict` for a slot that can never be booked, beyond five waits or, with the slot, if such a time is free already, for
 * any time within two weeks.
 */
export async function addWait(deps: Deps, actor: Actor, wanted: Wanted): Promise<Wait> {
  const { database } = deps;
  const { userId } = actor;
  const now = deps.clock.now();
  const { slotId } = wanted;
  const mentor = await findMentor(database, wanted.mentor ?? (await findInterviewerOf(database, slotId)));
  const id = await inTransaction(database, async (tx) => {
    // The lock of whoever frees a slot of the mentor: either they see the wait, or it sees the free slot.
    await lockSubjects(tx, [userId, mentor.id]);
    await lockAccount(tx, userId);
    const waits = await selectWaits(tx, userId, now).orderBy("wait.id").execute();
    const same = waits.find(
      (wait) => wait.interviewerId === mentor.id && (wait.slotId === null || wait.slotId === slotId),
    );
    if (same !== undefined) return same.id;
    const free = await findFree(tx, { userId, interviewerId: mentor.id, slotId, now });
    if (free !== undefined) {
      const details: FreeAlreadyDetails & Record<string, unknown> = {
        slotId: free.id,
        slotTime: free.startsAt.toISOString(),
      };
      const msg = `${mentor.firstName} has a free time already. You can book it now.`;
      throw new AppError("conflict", { msg, details });
    }
    if (slotId !== null) await checkMayBecomeFree(deps, tx, { slotId, userId, now });
    // Any time includes each slot, and keeps the place of the oldest wait for one.
    const [replaced] =
      slotId !== null ? [] : waits.filter(({ interviewerId }) => interviewerId === mentor.id);
    if (replaced === undefined && waits.length >= maxWaits)
      throw conflict(`You can wait for ${maxWaits} times at once. Stop waiting for one of them first.`);
    // Each person has one turn. Also what has run out and is not deleted yet.
    await tx
      .deleteFrom("slotWaits")
      .where("userId", "=", userId)
      .where("interviewerId", "=", mentor.id)
      .$if(slotId !== null, (one) =>
        one.where((on) => on.or([on("slotId", "is", null), on("slotId", "=", slotId)])),
      )
      .$if(replaced !== undefined, (one) => one.where("id", "<>", replaced?.id ?? null))
      .execute();
    if (replaced !== undefined) {
      const changes = { slotId: null, createdAt: now };
      await tx.updateTable("slotWaits").set(changes).where("id", "=", replaced.id).execute();
      return replaced.id;
    }
    const wait = { id: newId(), userId, interviewerId: mentor.id, slotId, createdAt: now };
    await tx.insertInto("slotWaits").values(wait).execute();
    return wait.id;
  });
  return presentWait(
    await selectWaits(database, userId, now).where("wait.id", "=", id).executeTakeFirstOrThrow(),
  );
}

async function findInterviewerOf(database: Database, slotId: string | null): Promise<string> {
  const slot = await database
    .selectFrom("availability")
    .select("interviewerId")
    .where("id", "=", slotId)
    .executeTakeFirst();
  if (slot === undefined) throw new AppError("not_found", { msg: "This slot does not exist." });
  return slot.interviewerId;
}

/** The slot that is wanted, or the first one soon, if the person can book it now. */
function findFree(
  tx: Tx,
  {
    userId,
    interviewerId,
    slotId,
    now,
  }: { userId: string; interviewerId: string; slotId: string | null; now: Date },
) {
  const times = { startsAt: sql`slot.starts_at`, endsAt: sql`slot.ends_at` };
  const free = tx
    .selectFrom("availability as slot")
    .select(["slot.id", "slot.startsAt"])
    .where("slot.interviewerId", "=", interviewerId)
    .where(isBookable(now))
    .where("slot.startsAt", ">", now)
    .where(({ not }) => not(overlapsInterview({ intervieweeId: userId, ...times })));
  return (
    slotId === null
      ? free.where("slot.startsAt", "<", addMinutes(now, soonDays * 24 * 60))
      : free.where("slot.id", "=", slotId)
  )
    .orderBy("slot.startsAt")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Throws `conflict` if it was withdrawn, is past or within the notice, is theirs, overlaps an interview of theirs, or
 * cannot become free: its booking can no longer be canceled for free, or its mentor has withdrawn it.
 */
async function checkMayBecomeFree(
  { config }: Deps,
  tx: Tx,
  { slotId, userId, now }: { slotId: string; userId: string; now: Date },
): Promise<void> {
  const times = { startsAt: sql`slot.starts_at`, endsAt: sql`slot.ends_at` };
  const slot = await tx
    .selectFrom("availability as slot")
    .leftJoin("slotHolds as hold", "hold.slotId", "slot.id")
    .select([overlapsInterview({ intervieweeId: userId, ...times }).as("isBusy"), "hold.userId as heldFor"])
    .select(["slot.status", "slot.startsAt", "slot.removedWhenReleased"])
    .where("slot.id", "=", slotId)
    .where("slot.status", "<>", "removed")
    .where("slot.startsAt", ">", now)
    .where((on) => on.or([on("slot.bookableUntil", "is", null), on("slot.bookableUntil", ">", now)]))
    .executeTakeFirst();
  if (slot === undefined) throw conflict("This time can no longer be booked.");
  if (slot.heldFor === userId) throw conflict("This time is held for you. You can book it now.");
  if (slot.isBusy) throw conflict("You already have an interview at this time.");
  const isFinal =
    slot.status === "booked" && addMinutes(slot.startsAt, -60 * config.cancelNoticeHours) <= now;
  if (isFinal || slot.removedWhenReleased)
    throw conflict("This time will not become free again. You can wait for any time of this mentor.");
}

/** The actor's waits, oldest first, and the slot that is offered to them now. */
export async function listWaits({ database, clock }: Deps, actor: Actor): Promise<Waits> {
  const now = clock.now();
  const [waits, offer] = await Promise.all([
    selectWaits(database, actor.userId, now).orderBy("wait.id").limit(maxWaits).execute(),
    database
      .selectFrom("slotHolds as hold")
      .innerJoin("availability as slot", "slot.id", "hold.slotId")
      .innerJoin("users as mentor", "mentor.id", "slot.interviewerId")
      .select(["slot.id", "slot.startsAt", "slot.interviewerId", "hold.expiresAt"])
      .select(["mentor.firstName", lastNameBeforeBooking("mentor").as("lastName")])
      .where("hold.userId", "=", actor.userId)
      .where("hold.offered", "=", true)
      .where("hold.expiresAt", ">", now)
      .executeTakeFirst(),
  ]);
  if (offer === undefined) return { waits: waits.map(presentWait), offer: null };
  const { id, startsAt, interviewerId, expiresAt, firstName, lastName } = offer;
  return {
    waits: waits.map(presentWait),
    offer: {
      slot: {
        _id: id,
        slotTime: startsAt.toISOString(),
        interviewerId: { _id: interviewerId, firstName, lastName },
      },
      heldUntil: expiresAt.toISOString(),
    },
  };
}

/** A person's waits that have not ended, with the names of the mentors. */
function selectWaits(database: Database | Tx, userId: string, now: Date) {
  return database
    .selectFrom("slotWaits as wait")
    .innerJoin("users as mentor", "mentor.id", "wait.interviewerId")
    .leftJoin("availability as slot", "slot.id", "wait.slotId")
    .select(["wait.id", "wait.interviewerId", "wait.slotId", "slot.startsAt"])
    .select(["mentor.firstName", lastNameBeforeBooking("mentor").as("lastName")])
    .where("wait.userId", "=", userId)
    .where("wait.createdAt", ">", oldestWait(now))
    .where((on) => on.or([on("slot.startsAt", "is", null), on("slot.startsAt", ">", now)]));
}

function presentWait(
  row: Awaited<ReturnType<ReturnType<typeof selectWaits>["executeTakeFirstOrThrow"]>>,
): Wait {
  const { id, interviewerId, firstName, lastName, slotId, startsAt } = row;
  return {
    _id: id,
    mentor: { _id: interviewerId, firstName, lastName },
    slotId,
    startsAt: startsAt?.toISOString() ?? null,
  };
}

/** Ends a wait of the actor. What is offered for it goes on to the next person. Throws `not_found`. */
export async function deleteWait(deps: Deps, actor: Actor, id: string): Promise<{ msg: string }> {
  const { userId } = actor;
  await inTransaction(deps.database, async (tx) => {
    const wait = await tx
      .selectFrom("slotWaits")
      .select(["interviewerId", "slotId"])
      .where("id", "=", id)
      .where("userId", "=", userId)
      .executeTakeFirst();
    if (wait === undefined) throw new AppError("not_found", { msg: "You are not waiting for this." });
    await lockSubjects(tx, [userId, wait.interviewerId]);
    await tx.deleteFrom("slotWaits").where("id", "=", id).execute();
    await releaseHolds(
      deps,
      tx,
      sql`user_id = ${userId} and offered
        and slot_id in (select slot.id from availability slot where slot.interviewer_id = ${wait.interviewerId}
          and (${wait.slotId}::uuid is null or slot.id = ${wait.slotId}))`,
    );
  });
  clearSlotCache(deps);
  return { msg: "You are no longer waiting for this." };
}

/**
 * Deletes a person's waits, and the waits for them. The caller holds their lock. Their turns count until the end of the
 * day: whoever signs up again must not have more.
 */
export async function eraseWaits(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("slotWaits")
    .where((on) => on.or([on("userId", "=", userId), on("interviewerId", "=", userId)]))
    .execute();
}
