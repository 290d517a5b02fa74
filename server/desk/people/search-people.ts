import type { listPeople, PersonRow } from "@greenroom/contract/desk/people.ts";
import { type EndpointRequest, idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { escapeLike } from "../../kernel/escape.ts";
import { findBuyers } from "../../money/payments/purchases.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";

type Query = EndpointRequest<typeof listPeople>["query"];

/** The expression of the index `users_by_words`. */
const words = sql<string>`lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_number, '\\D', '', 'g'))`;

/**
 * A page of the people who match, the newest account first. Each page is audited, without the text of the
 * search.
 */
export async function searchPeople(deps: Deps, actor: Actor, query: Query): Promise<Page<PersonRow>> {
  const { q = "", role, blocked, operator, sort = "joined.desc", limit, after } = query;
  const ids = (await findIds(deps, q)) ?? (await findIdsByAddress(deps, q));
  let select = deps.database
    .selectFrom("users")
    .leftJoin("creditAccounts as account", "account.userId", "users.id")
    .select(["users.id", "users.email", "users.firstName", "users.lastName", "users.role"])
    .select(["users.isOperator", "users.blockedAt", "users.createdAt", "account.balance"])
    .where("users.deletedAt", "is", null);
  if (ids !== null) select = select.where("users.id", "in", ids);
  else for (const pattern of toPatterns(q)) select = select.where(words, "like", pattern);
  if (role !== undefined) select = select.where("users.role", "=", role);
  if (blocked !== undefined)
    select = select.where("users.blockedAt", blocked === "true" ? "is not" : "is", null);
  if (operator !== undefined) select = select.where("users.isOperator", "=", operator === "true");
  const direction = sort === "joined.desc" ? "desc" : "asc";
  const order = orderBy(direction, ["instant", "users.createdAt"], ["id", "users.id"]);
  const { rows, next } = await readPage(select, order, { limit: limit ?? 50, after });
  const details = { ...(q === "" ? {} : { characters: q.length }), role, blocked, operator };
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "desk.people-searched",
      subject: "everybody",
      details,
      now: deps.clock.now(),
    }),
  );
  return {
    rows: rows.map((row) => ({
      _id: row.id,
      name: fullName(row),
      email: row.email,
      role: row.role,
      isOperator: row.isOperator,
      isBlocked: row.blockedAt !== null,
      sessionsLeft: row.balance ?? 0,
      joinedAt: row.createdAt.toISOString(),
    })),
    next,
  };
}

/** The people that the id of a payment, a booking or a person refers to; null if the text is no such id. */
async function findIds(deps: Deps, text: string): Promise<string[] | null> {
  if (text === "" || /\s|@/.test(text)) return null;
  const payers = await findBuyers(deps, text);
  const id = idSchema.safeParse(text);
  if (!id.success) return payers.length > 0 ? payers : null;
  const booking = await findBooking(deps.database, id.data);
  return [id.data, ...payers, ...(booking === null ? [] : [booking.intervieweeId, booking.interviewerId])];
}

/** An address that is typed from its start is found by the index on addresses, whose cost does not grow with people. */
const maxByAddress = 20;

/**
 * The people whose address begins with the text; null if the text is no beginning of an address, nobody has such an
 * address, or too many have one. The text is then looked for in names and the middle of addresses, too.
 */
async function findIdsByAddress({ database }: Deps, text: string): Promise<string[] | null> {
  if (!/^[^\s@]+@[^\s@]*$/.test(text)) return null;
  const rows = await database
    .selectFrom("users")
    .select("id")
    .where("email", "like", `${escapeLike(text.toLowerCase())}%`)
    .limit(maxByAddress + 1)
    .execute();
  return rows.length === 0 || rows.length > maxByAddress ? null : rows.map(({ id }) => id);
}

/** Each word must occur somewhere. A word that looks like a phone number is compared by its digits. */
function toPatterns(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^\+?[\d()-]+$/.test(word) ? word.replace(/\D/g, "") : word))
    .filter((word) => word !== "")
    .slice(0, 8)
    .map((word) => `%${escapeLike(word)}%`);
}
