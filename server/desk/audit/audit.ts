import type { Readable } from "node:stream";
import * as contract from "@greenroom/contract/desk/audit.ts";
import { type AuditFilter, type AuditLine, auditActionText } from "@greenroom/contract/desk/audit.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import {
  type AuditRow,
  readAudit,
  readAuditActions,
  readAuditPage,
  recordAudit,
} from "../../kernel/audit.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { spoolCsv } from "../../money/csv.ts";
import { findPersonIds } from "../people/find-people.ts";

/** The audit log at the operator's desk. Nothing can change it: the database refuses. */
export function registerAuditRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listAudit, async (call) =>
    sendPage(call, await listAudit(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.listAuditActions, () => readAuditActions(deps.database));
  bind(app, deps, contract.exportAudit, async ({ actor, query, reply }) =>
    sendBytes(reply, {
      content: await exportAudit(deps, actor, query, readerSignal(reply)),
      contentType: "text/csv; charset=utf-8",
      fileName: "audit.csv",
    }),
  );
}

const maxExportedLines = 50_000;

/** A page of the audit log, newest first. Reading it is audited, too. */
export async function listAudit(
  deps: Deps,
  actor: Actor,
  { limit, after, ...filter }: AuditFilter & PageQuery,
): Promise<Page<AuditLine>> {
  const found = await findPeople(deps, filter);
  const { rows, next } = await readAuditPage(deps.database, found, { limit, after });
  await recordAuditView(deps, actor, "desk.audit-viewed", filter);
  return { rows: rows.map(presentLine), next };
}

/** The audit log as a file, newest first. */
export async function exportAudit(
  deps: Deps,
  actor: Actor,
  filter: AuditFilter,
  reader: AbortSignal,
): Promise<Readable> {
  await recordAuditView(deps, actor, "desk.audit-exported", filter);
  const head = ["Time (UTC)", "Actor", "Action", "Code", "Subject", "Name", "Details"];
  const lines = readAudit(deps.database, await findPeople(deps, filter), maxExportedLines);
  return await spoolCsv(
    head,
    lines,
    (row) => {
      const { at, actor: name, action, subject, subjectName, details } = presentLine(row);
      const text = auditActionText(action);
      return [at, name, text, action, subject, subjectName ?? "", JSON.stringify(details)];
    },
    reader,
  );
}

/** Replaces the names in the filter by ids. Throws `invalid_input` when too many people match. */
async function findPeople({ database }: Pick<Deps, "database">, { doneBy, about, ...filter }: AuditFilter) {
  return {
    ...filter,
    ...(doneBy === undefined ? {} : { actorIds: await findPersonIds(database, doneBy, "doneBy") }),
    ...(about === undefined
      ? {}
      : { subjects: (await findPersonIds(database, about, "about")).map((id) => `user:${id}`) }),
  };
}

async function recordAuditView(
  deps: Deps,
  { userId }: Actor,
  action: string,
  filter: AuditFilter,
): Promise<void> {
  const { doneBy, about, ...rest } = filter;
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: { userId },
      action,
      subject: "everybody",
      // Records only that somebody was searched for, because the text may be anybody's name.
      details: { ...rest, ...(doneBy || about ? { byName: true } : {}) },
      now: deps.clock.now(),
    }),
  );
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
 * Records in the audit log that an operator looked at people's data at the desk: `payment-viewed` of
 * `payment:<id>`.
 */
export async function recordDataView(
  deps: Pick<Deps, "database" | "clock">,
  { userId }: { userId: string },
  view: string,
  subject = "everybody",
  details: Record<string, unknown> = {},
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, { actor: { userId }, action: `desk.${view}`, subject, details, now: deps.clock.now() }),
  );
}
