import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Deps } from "../kernel/deps.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../kernel/jobs.ts";
import { presenceJobs } from "./rooms.ts";

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

/** How long before its last limit a purge looks again: some notes are written after the interview. */
const overlapMinutes = 24 * 60;

/**
 * Deletes the records of interviews that ended longer ago than the setting allows. Returns the number of rows. It looks
 * only at interviews that became old enough since the last time, so its cost does not grow with their number.
 */
export async function purgeOldRecords({ database, clock, config, log }: Deps): Promise<number> {
  const before = addMinutes(clock.now(), -config.recordDays * 24 * 60);
  const last = await database.selectFrom("recordPurges").select("endedBefore").executeTakeFirst();
  const limit = Math.min(last?.endedBefore.getTime() ?? 0, before.getTime());
  const since = addMinutes(new Date(limit), -overlapMinutes);
  let purged = 0;
  for (const table of tables) {
    let count: number;
    do {
      // Deletes few rows at a time, so that no lock is held for long.
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select record.ctid from ${sql.table(table)} record join bookings on bookings.id = record.booking_id
          where bookings.starts_at > ${addMinutes(since, -slotMinutes)} and bookings.ends_at > ${since}
            and bookings.starts_at < ${before} and bookings.ends_at < ${before}
          limit ${rowsAtATime})`.execute(database);
      count = Number(numAffectedRows ?? 0);
      purged += count;
    } while (count === rowsAtATime);
  }
  await sql`
    insert into record_purges (ended_before) values (${before})
    on conflict (is_only_row) do update set ended_before = excluded.ended_before`.execute(database);
  if (purged > 0) log.info({ purged, before }, "deleted records of old interviews");
  return purged;
}

/** Deletes the records of interviews that are older than the setting allows, every night. */
const purgeRecords = defineRecurringJob("meetings.purge-records", "41 20 * * *", { expireSeconds: 900 });

export const roomJobs: JobHandler<Deps>[] = [
  ...presenceJobs,
  defineHandler(purgeRecords, async (deps) => void (await purgeOldRecords(deps))),
];
