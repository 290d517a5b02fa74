import type { AuditFilter as WireFilter } from "@greenroom/contract/desk/audit.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import { orderBy, readPage } from "../db/keyset.ts";
import { readWithCursor } from "../db/read-with-cursor.ts";
import { auditDetails } from "./audit-reason.ts";
import { nameAt } from "./former-names.ts";

/** The caller has already replaced the names in the filter by ids. */
type AuditFilter = Omit<WireFilter, "doneBy" | "about"> & { actorIds?: string[]; subjects?: string[] };

const newestFirst = orderBy("desc", ["number", "auditLog.id"]);

/** A page of the audit log, newest first. */
export function readAuditPage(database: Database, filter: AuditFilter, page: PageQuery) {
  return readPage(selectAudit(database, filter), newestFirst, page);
}

/** Few enough that other calls do not wait while they are parsed. */
const auditBatch = 200;

/** At most `limit` entries of the audit log, newest first, read in batches. */
export function readAudit(database: Database, filter: AuditFilter, limit: number) {
  const query = selectAudit(database, filter).orderBy("auditLog.id", "desc").limit(limit);
  return readWithCursor(database, query, { batchSize: auditBatch });
}

export type AuditRow = Awaited<ReturnType<typeof readAuditPage>>["rows"][number];

function selectAudit(
  database: Database,
  { actor, action, subject, actorIds, subjects, from, to }: AuditFilter,
) {
  const at = sql.ref("auditLog.createdAt");
  // Not every subject is a person, and not every subject that begins with `user:` contains an id.
  const concernedId = sql`case when audit_log.subject ~ '^user:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then substr(audit_log.subject, 6)::uuid end`;
  // Subqueries, because for joins PostgreSQL would prepare a cache of as many people as the log has lines.
  let query = database
    .selectFrom("auditLog")
    .select(["auditLog.id", "auditLog.createdAt", "auditLog.actorUserId", "auditLog.actor"])
    .select(["auditLog.action", "auditLog.subject"])
    .select(auditDetails("auditLog").as("details"))
    .select(ofPerson(sql.ref("auditLog.actorUserId"), nameAt("person", at)).as("actorName"))
    .select(ofPerson(concernedId, nameAt("person", at)).as("subjectName"))
    .select(ofPerson(sql.ref("auditLog.actorUserId"), sql<string>`person.email`).as("email"));
  if (actor === "command line" || actor === "system")
    query = query.where("auditLog.actor", "=", actor).where("auditLog.actorUserId", "is", null);
  else if (actor !== undefined) query = query.where("auditLog.actorUserId", "=", actor);
  if (action !== undefined) query = query.where("auditLog.action", "=", action);
  if (subject !== undefined) query = query.where("auditLog.subject", "=", subject);
  if (actorIds !== undefined)
    query = query.where(sql<boolean>`audit_log.actor_user_id = any(${actorIds}::uuid[])`);
  if (subjects !== undefined) query = query.where(sql<boolean>`audit_log.subject = any(${subjects}::text[])`);
  // Ids grow with time, so a time is converted to an id, and the read starts there instead of scanning all newer
  // entries.
  if (to !== undefined) query = query.where("auditLog.id", "<=", idAt(database, to));
  if (from !== undefined) query = query.where("auditLog.createdAt", ">=", new Date(from));
  return query;
}

/** A value of the row of `users` with this id, with the alias `person`; null without one. */
function ofPerson<Value>(id: RawBuilder<unknown>, value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql<Value | null>`(select ${value} from users person where person.id = ${id})`;
}

function idAt(database: Database, instant: string) {
  return database
    .selectFrom("auditLog as line")
    .select(sql<number>`line.id`.as("id"))
    .where("line.createdAt", "<=", new Date(instant))
    .orderBy("line.createdAt", "desc")
    .orderBy("line.id", "desc")
    .limit(1);
}

/** Every action in the log. Reads one index entry per action, however long the log is. */
export async function readAuditActions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions as (
      (select action from audit_log order by action limit 1)
      union all
      select (select line.action from audit_log line where line.action > actions.action order by line.action limit 1)
      from actions where actions.action is not null)
    select action from actions where action is not null`.execute(database);
  return rows.map(({ action }) => action);
}

/** When an action was last recorded; null if it never was. */
export async function findLastAudit(database: Database, action: string): Promise<Date | null> {
  const line = await database
    .selectFrom("auditLog")
    .select("createdAt")
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return line?.createdAt ?? null;
}
