import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/waiting.ts";

interface HeldFile extends Waiting {
  /** The uploader. */
  userId: string;
  /** Null for a resume. */
  bookingId: string | null;
  fileName: string;
}

/** Uploads that cannot be opened until the virus scanner has found them clean, by storage key. */
export async function listHeldFiles(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<HeldFile[]> {
  const { rows } = await sql<HeldFile>`
    select subject, since, user_id, booking_id, file_name from (
      select storage_key as subject, held_at as since, user_id, null::uuid as booking_id, file_name from resume_files
        where held_at is not null
      union all
      select file.storage_key, file.held_at, booking.interviewer_id, file.booking_id, file.file_name
        from feedback_files file join bookings booking on booking.id = file.booking_id
        where file.held_at is not null
    ) held
    where ${matches(sql`subject`, sql`since`)}
    order by since limit ${limit}`.execute(database);
  return rows;
}
