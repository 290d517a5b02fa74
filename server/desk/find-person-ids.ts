import { idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../kernel/db/database.ts";
import { invalidField } from "../kernel/errors.ts";
import { escapeLike } from "../kernel/escape.ts";

/** With more people than this, a list could not be read by the index on the person. */
const maxPeople = 50;

/**
 * If a filter's text is an id, returns that id, and for a whole address its person alone; otherwise the ids of everybody
 * whose name or address begins with the text. Throws `invalid_input` when too many match.
 */
export async function findPersonIds(database: Database, text: string, field = "person"): Promise<string[]> {
  const id = idSchema.safeParse(text);
  if (id.success) return [id.data];
  // A link from a person's page must not find another person whose address is longer.
  const exact = await database
    .selectFrom("users")
    .select("id")
    .where("email", "=", text.toLowerCase())
    .executeTakeFirst();
  if (exact !== undefined) return [exact.id];
  const start = `${escapeLike(text.toLowerCase())}%`;
  const { rows } = await sql<{ id: string }>`
    select id from users where email like ${start}
    union select id from users where lower(first_name || ' ' || last_name) like ${start}
    limit ${maxPeople + 1}`.execute(database);
  if (rows.length > maxPeople) {
    throw invalidField(field, `More than ${maxPeople} people match. Type more of the name or address.`);
  }
  return rows.map((row) => row.id);
}

/** The condition that a column names one of these people. */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}
