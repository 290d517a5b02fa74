import { addMinutes } from "@greenroom/contract/core/time.ts";
import { sql } from "kysely";
import type { Deps } from "../../../deps.ts";

/** The tables of everything that people wrote in a room. Visits (`room_visits`) stay with the booking. */
const tables = [
  "room_code_snapshots",
  "room_code_updates",
  "room_code",
  "room_code_runs",
  "room_board_elements",
  "room_messages",
  "room_marks",
  "room_notes",
  "room_utterances",
  "room_transcript_reviews",
  "room_consents",
  "room_question_marks",
  "room_questions",
] as const;

const rowsAtATime = 5_000;

/** Deletes the records of interviews that ended longer ago than the setting allows. Returns the number of rows. */
export async function purgeOldRecords({ database, clock, config, log }: Deps): Promise<number> {
  const before = addMinutes(clock.now(), -config.recordDays * 24 * 60);
  let purged = 0;
  for (const table of tables) {
    let count: number;
    do {
      // Deletes few rows at a time, so that no lock is held for long.
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select record.ctid from ${sql.table(table)} record join bookings on bookings.id = record.booking_id
          where bookings.ends_at < ${before} limit ${rowsAtATime})`.execute(database);
      count = Number(numAffectedRows ?? 0);
      purged += count;
    } while (count === rowsAtATime);
  }
  if (purged > 0) log.info({ purged, before }, "deleted records of old interviews");
  return purged;
}
