import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { derivedId } from "../../kernel/ids.ts";
import { JsonText } from "../../kernel/json-text.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import {
  type BoardText,
  deleteBoards,
  deleteTextsOf,
  hasShownElements,
  selectShownJson,
  selectTexts,
} from "./board-store.ts";

/**
 * The board of one of the actor's interviews, without deleted elements. Throws `not_found` for other people's
 * interviews.
 */
export async function readBoard(deps: Deps, actor: Actor, bookingId: string): Promise<JsonText> {
  await getOwnBooking(deps.database, actor, bookingId);
  return new JsonText(`{"elements":[${await selectShownJson(deps.database, bookingId)}]}`);
}

/** Whether the board of an interview shows anything. */
export async function hasBoard(database: Database, bookingId: string): Promise<boolean> {
  return await hasShownElements(database, bookingId);
}

/** The texts on a board, for the interview's record. Each id stays the same for as long as the element exists. */
export async function listBoardTexts(database: Database, bookingId: string): Promise<BoardText[]> {
  const texts = await selectTexts(database, bookingId);
  return texts.map((text) => ({ ...text, id: derivedId(`board ${bookingId} ${text.id}`) }));
}

/** Deletes the texts that a person wrote on boards; the shapes, which are the work of both, stay. */
export async function eraseBoardTexts(tx: Tx, authorId: string): Promise<void> {
  await deleteTextsOf(tx, authorId);
}

/** Deletes the boards of interviews that nobody is left to read. */
export async function eraseBoards(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await deleteBoards(tx, bookingIds);
}
