import type { AuditLine } from "@greenroom/contract/desk/audit.ts";
import * as contract from "@greenroom/contract/desk/audit.ts";
import type { EndpointRequest, PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { bindList, recordDataView } from "../list.ts";
import { findPersonIds } from "../people/find-people.ts";

/** The audit log at the operator's desk. Nothing can change it: the database refuses. */
export function registerAuditRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listAudit, {
    async read({ actor, query: { doneBy, about, limit, after, ...filter } }) {
      const { database } = deps;
      // Records only that somebody was searched for, because the text may be anybody's name.
      const details = { ...filter, ...(doneBy || about ? { byName: true } : {}) };
      const subjects = about && (await findPersonIds(database, about, "about")).map((id) => `user:${id}`);
      const actorIds = doneBy && (await findPersonIds(database, doneBy, "doneBy"));
      const page = await readAuditPage(database, { ...filter, actorIds, subjects }, { limit, after });
      await recordDataView(deps, actor as Actor, "audit-viewed", "everybody", details);
      return page;
    },
    present: presentLine,
  });
  bind(app, deps, contract.listAuditActions, () => readAuditActions(deps.database));
}

function presentLine(row: AuditRow): AuditLine {
  return {
    _id: String(row.id),
    at: row.createdAt.toISOString(),
    actorId: row.actorUserId,
    actor: row.actorUserId === null ? row.actor : `${row.actorName} (${row.email})`,
    action: row.action,
    subject: row.subject,
    subjectName: row.subjectName,
    details: row.details as Record<string, unknown>,
  };
}

/**
 * In SQL: the details of a line (an alias of `audit_log`) with the reason as its approval has it now. Lines of earlier
 * versions about an approval contain the reason, too; that of the approval is shown instead.
 */
export function auditDetails(line: string): RawBuilder<unknown> {
  const [action, subject, details] = ["action", "subject", "details"].map((name) =>
    sql.ref(`${line}.${name}`),
  ) as [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
  return sql`coalesce(
    (select (${details} - 'approvalId') || jsonb_build_object('reason',
        case when ${action} in ('approval.approved', 'approval.declined', 'approval.withdrawn')
          then approval.decision_reason else approval.reason end)
      from operator_approvals approval
      where approval.id = case when ${subject} ~ '^approval:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then substr(${subject}, 10)::uuid else (${details}->>'approvalId')::uuid end),
    ${details})`;
}

/** In SQL: the name that a person (an alias of `users`) had at a time; null without a person. */
export function nameAt(person: string, at: RawBuilder<unknown>): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql<string | null>`coalesce(
    (select former.name from former_names former where former.user_id = ${column("id")} and former.until > ${at}
      order by former.until limit 1),
    trim(${column("firstName")} || ' ' || ${column("lastName")}))`;
}

type AuditFilter = Omit<EndpointRequest<typeof contract.listAudit>["query"], keyof PageQuery>;
/** With the ids of the people whom the filter names. */
type FoundFilter = Omit<AuditFilter, "doneBy" | "about"> & {
  actorIds?: string[] | "" | undefined;
  subjects?: string[] | "" | undefined;
};

const newestFirst = orderBy("desc", ["number", "auditLog.id"]);

/** A page of the audit log, newest first. */
function readAuditPage(database: Database, filter: FoundFilter, page: PageQuery) {
  return readPage(selectAudit(database, filter), newestFirst, page);
}

type AuditRow = Awaited<ReturnType<typeof readAuditPage>>["rows"][number];

function selectAudit(
  database: Database,
  { actor, action, subject, actorIds, subjects, from, to }: FoundFilter,
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
  if (actorIds) query = query.where(sql<boolean>`audit_log.actor_user_id = any(${actorIds}::uuid[])`);
  if (subjects) query = query.where(sql<boolean>`audit_log.subject = any(${subjects}::text[])`);
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
async function readAuditActions(database: Database): Promise<string[]> {
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
