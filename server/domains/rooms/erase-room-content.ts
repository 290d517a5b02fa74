import type { Tx } from "../../db/database.ts";
import { eraseOrphanedPads, eraseRuns } from "../code-pads/erase-pads.ts";
import { eraseOrphanedBoards } from "../whiteboards/read-board.ts";
import { deleteRoomContent } from "./chat-store.ts";
import { deleteTranscriptsOf } from "./transcript/transcript-store.ts";

/**
 * Deletes the utterances, chat, notes, marks and runs of a person who closes their account. Code and whiteboard are
 * the work of both people and show no name, so they are deleted with the second account.
 */
export async function eraseRoomContent(tx: Tx, userId: string): Promise<void> {
  await deleteRoomContent(tx, userId);
  await deleteTranscriptsOf(tx, userId);
  await eraseRuns(tx, userId);
  await eraseOrphanedPads(tx, userId);
  await eraseOrphanedBoards(tx, userId);
}
