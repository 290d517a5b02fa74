import type { DeskPerson } from "@greenroom/contract/desk/actions.ts";
import { idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { escapeLike } from "../../kernel/escape.ts";

const noSuchPerson = () => new AppError("not_found", { msg: "There is no such person." });

/** Any account by id. Throws `not_found`. */
export async function getAccount(database: Database | Tx, userId: string) {
  const user = await database.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (user === undefined) throw noSuchPerson();
  return user;
}
export type Account = Awaited<ReturnType<typeof getAccount>>;

/** An account by id, locked for this transaction. Throws `not_found`. */
export async function lockAccountRow(tx: Tx, userId: string): Promise<Account> {
  const user = await tx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw noSuchPerson();
  return user;
}

/** With more people than this, a list could not be read by the index on the person. */
const maxPeople = 200;

/**
 * If a filter's text is an id, returns that id, and for a whole address its person alone; otherwise the ids of everybody
 * who matches all of its words. Throws `invalid_input` when too many match.
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
  const rows = await database
    .selectFrom("users")
    .select("id")
    .where(hasWords(text))
    // Many addresses share a domain, so only a search with an @ looks at it.
    .$if(!text.includes("@"), (query) => query.where(hasWords(text, shownText)))
    .limit(maxPeople + 1)
    .execute();
  if (rows.length > maxPeople) {
    throw invalidField(field, `More than ${maxPeople} people match. Type more of the name or address.`);
  }
  return rows.map((row) => row.id);
}

const searchedText = sql<string>`lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_number, '\\D', '', 'g'))`;

const shownText = sql<string>`lower(first_name || ' ' || last_name || ' ' || split_part(email, '@', 1))`;

/**
 * The condition on `users` that each word occurs somewhere in the name, the address or the phone number. A word that
 * looks like a phone number is compared by its digits. The index `users_by_words` answers it.
 */
export function hasWords(text: string, searched = searchedText): RawBuilder<boolean> {
  const patterns = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^\+?[\d()-]*\d[\d()-]*$/.test(word) ? word.replace(/\D/g, "") : word))
    .filter((word) => word !== "")
    .slice(0, 8)
    .map((word) => `%${escapeLike(word)}%`);
  const conditions = patterns.map((pattern) => sql`${searched} like ${pattern}`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The condition that a column names one of these people. */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}

type SelectedPerson = Omit<DeskPerson, "_id"> & { id: string };

export const presentSelected = ({ id, name, email }: SelectedPerson): DeskPerson => ({
  _id: id,
  name,
  email,
});

/**
 * In SQL: the person with this id, as a row of the desk shows them; null without one. A subquery, because for joins
 * PostgreSQL would prepare a cache of as many people as the list has rows.
 */
export function selectPerson(id: string): RawBuilder<SelectedPerson> {
  return sql<SelectedPerson>`(select json_build_object('id', person.id, 'email', person.email,
      'name', trim(person.first_name || ' ' || person.last_name)) from users person where person.id = ${sql.ref(id)})`;
}

interface PersonColumns {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The person whom a row of the desk concerns. */
export function presentPerson(person: PersonColumns): DeskPerson {
  return { _id: person.personId, name: fullName(person), email: person.email };
}
