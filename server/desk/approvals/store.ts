import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { type ApprovalKind, approvalHours, mostOpenApprovals } from "@greenroom/contract/desk/approvals.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage, type Waiting, type WaitingFilter } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";

interface NewApproval {
  kind: ApprovalKind;
  payload: unknown;
  lines: Preview["lines"];
  version: string;
  reason: string;
  askedBy: string;
  askedAt: Date;
  expiresAt: Date;
}

export async function insertApproval(tx: Tx, { payload, lines, ...approval }: NewApproval): Promise<string> {
  const id = newId();
  await tx
    .insertInto("operatorApprovals")
    .values({ id, ...approval, payload: JSON.stringify(payload), lines: JSON.stringify(lines) })
    .execute();
  return id;
}

/** Whether this operator has asked for exactly this, and nobody has decided it. */
export async function isAskedFor(
  tx: Tx,
  { kind, askedBy, version, now }: Pick<NewApproval, "kind" | "askedBy" | "version"> & { now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom("operatorApprovals")
    .select("id")
    .where("kind", "=", kind)
    .where("askedBy", "=", askedBy)
    .where("version", "=", version)
    .where("outcome", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** An approval, locked until the transaction ends, so that it is decided once. */
export async function lockApproval(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("operatorApprovals as approval")
    .innerJoin("users as requester", "requester.id", "approval.askedBy")
    .selectAll("approval")
    .select(["requester.operatorLevel as requesterLevel", "requester.email as requesterEmail"])
    .where("approval.id", "=", id)
    .forUpdate("approval")
    .executeTakeFirst();
  return row ?? null;
}
export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

interface Decision {
  outcome: "approved" | "declined" | "withdrawn";
  decidedBy: string;
  decidedAt: Date;
  decisionReason: string;
}

export async function setDecision(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx.updateTable("operatorApprovals").set(decision).where("id", "=", id).execute();
}

/**
 * Replaces address and name of a person who deletes their account in the lines and reasons of all approvals. `naming` is a
 * regular expression of PostgreSQL for both. Two indexes of words find the approvals.
 */
export async function eraseFromApprovals(tx: Tx, email: string, naming: string): Promise<void> {
  await sql`
    update operator_approvals set lines = regexp_replace(lines::text, ${naming}, 'Deleted user', 'gi')::jsonb,
      reason = regexp_replace(reason, ${naming}, 'Deleted user', 'gi'),
      decision_reason = regexp_replace(decision_reason, ${naming}, 'Deleted user', 'gi')
    where to_tsvector('simple', lines) @@ plainto_tsquery('simple', ${email})
      or to_tsvector('simple', reason || ' ' || coalesce(decision_reason, '')) @@ plainto_tsquery('simple', ${email})`.execute(
    tx,
  );
}

const newestFirst = orderBy("desc", ["instant", "approval.askedAt"], ["id", "approval.id"]);

/**
 * A page of approvals: open ones, those that were decided or have expired, or all if `state` is undefined.
 */
export function selectApprovals(
  database: Database,
  { state, now }: { state: "open" | "decided" | undefined; now: Date },
  page: PageQuery,
) {
  let query = database
    .selectFrom("operatorApprovals as approval")
    .innerJoin("users as requester", "requester.id", "approval.askedBy")
    .leftJoin("users as decider", "decider.id", "approval.decidedBy")
    .selectAll("approval")
    .select([
      "requester.email as requesterEmail",
      "requester.firstName as requesterFirst",
      "requester.lastName as requesterLast",
    ])
    .select([
      "decider.email as deciderEmail",
      "decider.firstName as deciderFirst",
      "decider.lastName as deciderLast",
    ]);
  if (state === "open") {
    query = query.where("approval.outcome", "is", null).where("approval.expiresAt", ">", now);
  }
  if (state === "decided") {
    query = query.where((is) =>
      is.or([is("approval.outcome", "is not", null), is("approval.expiresAt", "<=", now)]),
    );
  }
  return readPage(query, newestFirst, page);
}
export type ListedApproval = Awaited<ReturnType<typeof selectApprovals>>["rows"][number];

/**
 * The oldest open approvals of this kind whose payload contains these values. Few approvals are open at a time, and an
 * index has them.
 */
export async function listOpenApprovalsOf(
  database: Database,
  now: Date,
  { kind, payload }: { kind: ApprovalKind; payload: object },
) {
  return await database
    .selectFrom("operatorApprovals as approval")
    .innerJoin("users as requester", "requester.id", "approval.askedBy")
    .select(["approval.id", "approval.askedAt", "approval.payload", "requester.id as personId"])
    .select(["requester.firstName", "requester.lastName", "requester.email"])
    .where("approval.kind", "=", kind)
    .where("approval.outcome", "is", null)
    .where("approval.expiresAt", ">", now)
    // The oldest possible time keeps expired ones out of the index scan.
    .where("approval.askedAt", ">", addMinutes(now, -60 * approvalHours))
    .where(sql<boolean>`approval.payload @> ${JSON.stringify(payload)}::jsonb`)
    .orderBy("approval.askedAt")
    .orderBy("approval.id")
    .limit(mostOpenApprovals)
    .execute();
}
export type OpenApprovalRow = Awaited<ReturnType<typeof listOpenApprovalsOf>>[number];

/** Approvals that another owner can still decide, with the same oldest time. */
export async function listOpenApprovals(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<(Waiting & { askedBy: string; kind: ApprovalKind; reason: string })[]> {
  const { rows } = await sql<Waiting & { askedBy: string; kind: ApprovalKind; reason: string }>`
    select id::text as subject, asked_at as since, asked_by, kind, reason from operator_approvals
    where outcome is null and expires_at > ${now} and asked_at > ${addMinutes(now, -60 * approvalHours)}
      and ${matches(sql`id::text`, sql`asked_at`)}
    order by asked_at limit ${limit}`.execute(database);
  return rows;
}
