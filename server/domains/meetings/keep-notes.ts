import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findNote, putNote } from "./chat-store.ts";

/** My notes of an interview that I hold; blank until I wrote some. Throws `not_found` for anybody else's. */
export async function getNotes(deps: Deps, actor: Actor, bookingId: string): Promise<{ body: string }> {
  await checkIsHost(deps, actor, bookingId);
  return { body: (await findNote(deps.database, bookingId, actor.userId))?.body ?? "" };
}

/** Saves my notes, also after the room closed. Throws `not_found` for anybody else's interview. */
export async function saveNotes(deps: Deps, actor: Actor, bookingId: string, body: string): Promise<void> {
  await checkIsHost(deps, actor, bookingId);
  const note = { bookingId, authorId: actor.userId, body, updatedAt: deps.clock.now() };
  await putNote(deps.database, note);
}

async function checkIsHost(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("not_found", { msg: "This booking does not exist." });
  }
}
