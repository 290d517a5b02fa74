import type { AuditFilter as WireFilter } from "@greenroom/contract/desk/audit.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./db/database.ts";
import { orderBy, readPage, readWithCursor } from "./db/read-lists.ts";
import { inTransaction } from "./db/transaction.ts";
import type { Deps } from "./deps.ts";

/** A user, someone at the command line, or the system itself. */
export type AuditActor = { userId: string } | "command line" | "system";

interface AuditEntry {
  actor: AuditActor;
  action: string;
  /** The subject of the action, `user:<id>`. */
  subject: string;
  details?: Record<string, unknown>;
  now: Date;
}

/** Records who did what, in the transaction that does it. */
export async function recordAudit(
  tx: Tx,
  { actor, action, subject, details = {}, now }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto("auditLog")
    .values({
      actorUserId: typeof actor === "object" ? actor.userId : null,
      actor: typeof actor === "object" ? "user" : actor,
      action,
      subject,
      details: JSON.stringify(details),
      createdAt: now,
    })
    .execute();
}

/**
 * True if this was recorded before. The caller holds the subject's lock; otherwise two callers may both get false.
 */
export async function wasAudited(
  tx: Tx,
  { action, subject }: Pick<AuditEntry, "action" | "subject">,
): Promise<boolean> {
  const row = await tx
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if this was recorded at or after `since`. */
export async function wasAuditedSince(
  tx: Tx,
  subject: string,
  action: string,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .where("createdAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a read-only command, because reading people's data is audited too. */
export async function recordCommand(
  deps: Pick<Deps, "database" | "clock">,
  command: string,
  subject = "everybody",
  details: Record<string, unknown> = {},
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: "command line",
      action: `command.${command}`,
      subject,
      details,
      now: deps.clock.now(),
    }),
  );
}

/** The approval of an action by a second operator. */
export interface Approved {
  approvalId: string;
  /** The operator who approved it. */
  approvedBy: string;
}

/**
 * The details of an audit line that say why. The reason of an approved action is stored in its approval alone: there the
 * deletion of an account removes the person's address, and nothing can be removed from the audit log.
 */
export function auditReason(reason: string, approved: Approved | undefined): Approved | { reason: string } {
  return approved ?? { reason };
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

/** Remembers a name that is about to change. */
export async function recordFormerName(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("formerNames")
    .values({ userId, until: now, name })
    // Of two changes at the same moment, the first one has the earlier name.
    .onConflict((conflict) => conflict.columns(["userId", "until"]).doNothing())
    .execute();
}

export async function deleteFormerNames(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("formerNames").where("userId", "=", userId).execute();
}

/** In SQL: the name that a person (an alias of `users`) had at a time; null without a person. */
export function nameAt(person: string, at: RawBuilder<unknown>): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql<string | null>`coalesce(
    (select former.name from former_names former where former.user_id = ${column("id")} and former.until > ${at}
      order by former.until limit 1),
    trim(${column("firstName")} || ' ' || ${column("lastName")}))`;
}

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
