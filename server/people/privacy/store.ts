import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { readWithCursor } from "../../kernel/db/read-lists.ts";
import type { PersonalDataTable } from "./personal-data.ts";

export interface PersonKeys {
  userId: string;
  email: string;
}

/** The rows of one table about a user, without its secrets, read in batches. */
export async function* readPersonalRows(
  tx: Tx,
  rows: PersonalDataTable,
  person: PersonKeys,
): AsyncGenerator<Record<string, unknown>> {
  const { omit = [] } = rows;
  for await (const row of readWithCursor(tx, selectPersonalRows(rows, person)))
    yield Object.fromEntries(Object.entries(row).filter(([key]) => !omit.includes(key)));
}

/** As two parts, because PostgreSQL uses no index for "mine, or of a row that is mine". */
export function selectPersonalRows({ table, owner, by, through }: PersonalDataTable, person: PersonKeys) {
  const name = sql.table(table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const isOwn = isOwnedBy(owner, by, person);
  if (through === undefined) return sql<Record<string, unknown>>`select * from ${name} where ${isOwn}`;
  const isNotOwn = owner.length === 0 ? sql`true` : sql`(${isOwn}) is not true`;
  // With `offset 0` PostgreSQL looks the rows of each parent up by index. It would otherwise scan the whole table
  // once that holds some ten thousand rows.
  const others = sql<Record<string, unknown>>`
    select child.* from ${sql.table(through.table)} parent cross join lateral (
      select * from ${name} where ${sql.ref(through.column)} = parent.id and ${isNotOwn} offset 0) child
    where ${isOwnedBy(through.owner, through.by, person)}`;
  if (owner.length === 0) return others;
  return sql<Record<string, unknown>>`select * from ${name} where ${isOwn} union all (${others})`;
}

function isOwnedBy(columns: readonly string[], by: "email" | undefined, { email, userId }: PersonKeys) {
  const value = by === "email" ? email : userId;
  return sql.join(
    columns.map((column) => sql`${sql.raw(column)} = ${value}`),
    sql` or `,
  );
}

export interface PersonalFile {
  key: string;
  name: string;
}

/** The files about a user: their resume and photo, and the feedback PDFs of their interviews. */
export async function selectPersonalFiles(database: Database | Tx, userId: string): Promise<PersonalFile[]> {
  const { rows } = await sql<PersonalFile>`
    select storage_key as key, 'feedback/' || file.booking_id || '.pdf' as name
      from feedback_files file join bookings on bookings.id = file.booking_id
      where (bookings.interviewee_id = ${userId} or bookings.interviewer_id = ${userId}) and file.held_at is null
    union all select storage_key, 'resume.pdf' from resume_files where user_id = ${userId} and held_at is null
    union all select photo_key, 'photo' || substring(photo_key from '[.][a-z]+$')
      from interviewer_profiles where user_id = ${userId} and photo_key is not null`.execute(database);
  return rows;
}

export interface AccountObligations {
  upcoming: number;
  /** Interviews that are over and wait for an answer whether they took place. */
  unclear: number;
  pendingPaise: number;
  /** Credited and not paid out. */
  unpaidPaise: number;
}

const isUnclear = sql`exists (select from unclear_interviews where booking_id = bookings.id)`;

/** The data that depends on an account: upcoming interviews on either side, and its interviews' earnings. */
export async function selectAccountObligations(
  database: Database | Tx,
  userId: string,
): Promise<AccountObligations> {
  const { rows } = await sql<AccountObligations>`
    select
      (select count(*) from bookings
        where status = 'pending' and (interviewee_id = ${userId} or interviewer_id = ${userId})
          and not ${isUnclear}) as upcoming,
      (select count(*) from bookings
        where status = 'pending' and (interviewee_id = ${userId} or interviewer_id = ${userId})
          and ${isUnclear}) as unclear,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'pending') as pending_paise,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'credited' and not paid_out) as unpaid_paise`.execute(
    database,
  );
  return rows[0] as AccountObligations;
}

/** True if a payment of the user was settled at this instant or later. */
export async function hasPaymentSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("payments")
    .select("id")
    .where("userId", "=", userId)
    .where("capturedAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
