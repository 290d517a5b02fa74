import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { HeldRows } from "./held-data.ts";

interface Person {
  userId: string;
  email: string;
}

/** The rows of one table about a person, without its secrets. */
export async function selectHeldRows(
  database: Database,
  { table, owner, by, omit = [] }: HeldRows,
  person: Person,
): Promise<Record<string, unknown>[]> {
  const value = by === "email" ? person.email : person.userId;
  const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const conditions = owner.map((column) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(name)} where ${sql.join(conditions, sql` or `)}`.execute(database);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !omit.includes(key))));
}

export interface HeldFile {
  key: string;
  name: string;
}

/** The files about a person: their resume and photo, and the feedback PDFs of their interviews. */
export async function selectHeldFiles(database: Database, userId: string): Promise<HeldFile[]> {
  const { rows } = await sql<HeldFile>`
    select storage_key as key, 'feedback/' || file.booking_id || '.pdf' as name
      from feedback_files file join bookings on bookings.id = file.booking_id
      where (bookings.interviewee_id = ${userId} or bookings.interviewer_id = ${userId}) and file.held_at is null
    union all select storage_key, 'resume.pdf' from resume_files where user_id = ${userId} and held_at is null
    union all select photo_key, 'photo' || substring(photo_key from '[.][a-z]+$')
      from interviewer_profiles where user_id = ${userId} and photo_key is not null`.execute(database);
  return rows;
}

export interface Standing {
  upcoming: number;
  pendingPaise: number;
  /** Credited and not paid out. */
  unpaidPaise: number;
}

/** What hangs on an account: interviews to come on either side, and what its interviews earned. */
export async function selectStanding(database: Database | Tx, userId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (select count(*) from bookings
        where status = 'pending' and (interviewee_id = ${userId} or interviewer_id = ${userId})) as upcoming,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'pending') as pending_paise,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'credited'
          and not exists (select from payout_lines where earning_id = earnings.id)) as unpaid_paise`.execute(
    database,
  );
  return rows[0] as Standing;
}

/** Messages that somebody wrote to us from this address. */
export async function deleteContactMessages(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("contactMessages").where(sql`lower(email)`, "=", email).execute();
}
