import type { AskedQuestion, ShownQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { getHostedBooking } from "../notes.ts";
import { presentAsked, presentShown } from "./present.ts";
import { type AskedRow, findOpenQuestion, selectAskedSince } from "./store.ts";

/**
 * The questions that the actor asked in an interview that they give, with their marks, oldest first. Throws
 * `not_found` for other people's interviews.
 */
export async function listAsked(deps: Deps, actor: Actor, bookingId: string): Promise<AskedQuestion[]> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const asked = await selectAskedSince(deps.database, booking.id, roomTimes(booking).opensAt);
  return asked.filter(({ interviewerId }) => interviewerId === actor.userId).map(presentAsked);
}

/** The questions that were shown in a room since it opened, oldest first, for its record. */
export async function listAskedForRecord(
  database: Database,
  bookingId: string,
  opensAt: Date,
): Promise<AskedRow[]> {
  return await selectAskedSince(database, bookingId, opensAt);
}

/** The question that both parties see now; null if none is shown. The caller has checked access to the room. */
export async function readShownQuestion(
  database: Database,
  bookingId: string,
  opensAt: Date,
): Promise<ShownQuestion | null> {
  const asked = await findOpenQuestion(database, bookingId, opensAt);
  return asked === null ? null : presentShown(asked);
}
