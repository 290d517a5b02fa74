import { sql } from "kysely";
import type { Tx } from "../kernel/db/database.ts";
import { deleteRoomContent } from "./chat-store.ts";
import { erasePads, eraseRuns } from "./code-pads/erase-pads.ts";
import { deleteTranscriptsOf } from "./transcript/transcript-store.ts";
import { eraseBoards, eraseBoardTexts } from "./whiteboards/read-board.ts";

/**
 * Deletes the utterances, chat, notes, marks, runs and texts on whiteboards of a person who closes their account. Code and
 * the shapes of a whiteboard are the work of both people and show no name, so they are deleted with the second account.
 */
export async function eraseRoomContent(tx: Tx, userId: string): Promise<void> {
  await deleteRoomContent(tx, userId);
  await deleteTranscriptsOf(tx, userId);
  await eraseRuns(tx, userId);
  await eraseBoardTexts(tx, userId);
  const orphaned = await selectOrphanedBookings(tx, userId);
  await erasePads(tx, orphaned);
  await eraseBoards(tx, orphaned);
}

/**
 * The bookings of a person whose other party has closed their account already. Looks at the other party of each booking:
 * a join would read everybody to find those.
 */
async function selectOrphanedBookings(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where interviewee_id = ${userId}
      and (select deleted_at from users where users.id = interviewer_id) is not null
    union all
    select id from bookings where interviewer_id = ${userId}
      and (select deleted_at from users where users.id = interviewee_id) is not null`.execute(tx);
  return rows.map(({ id }) => id);
}
