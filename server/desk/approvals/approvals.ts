import * as contract from "@greenroom/contract/desk/approvals.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit, wasAuditedSince } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage, type Waiting, type WaitingFilter } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { getOperator } from "../access/open-desk.ts";
import { type Action, action, prepare, runPrepared } from "../action.ts";
import { bindList } from "../list.ts";
import { presentSelected, selectPerson } from "../people/find-people.ts";

/** What waits for a second operator: the list, and the decision about one of these actions. */
export function registerApprovalRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listApprovals, {
    read: ({ query }) => selectApprovals(deps, query),
    present: (row, { actor }) => present(row, actor.userId, deps.clock.now()),
  });
}

type Decision = (typeof contract.approvalDecisions)[number];

const outcomes = { approve: "approved", decline: "declined", withdraw: "withdrawn" } as const;

/**
 * Decides an open approval of one of these actions. Approving runs its action once, in the name of the operator who
 * requested it. Throws `not_found`, `forbidden` for the actor's own request and for operators of the level support, who
 * may only withdraw theirs, and `conflict` if it was decided, has expired or is outdated.
 */
export function createDecision(actions: readonly Action[]): Action {
  return action(contract.decideApproval, {
    async lock({ tx, id }) {
      const approval = await lockApproval(tx, id);
      if (approval === undefined) throw new AppError("not_found", { msg: "This approval does not exist." });
      return approval;
    },
    async plan({ subject: approval, input: { decision }, ...call }) {
      const ofKind = actions.filter(({ limit }) => limit?.kind === approval.kind);
      const isForSupportOnly = ofKind.some(({ limit }) => limit?.isForSupportOnly === true);
      checkMayDecide(approval, { ...call, decision, isForSupportOnly });
      const asked = { by: approval.requesterEmail, reason: approval.reason };
      if (decision !== "approve")
        return { data: { asked, approved: null as Approved | null }, beneficiaries: [] };
      await checkLongEnoughOwner(call.tx, call.actor.userId, approval.askedAt);
      const { approved, prepared } = await prepareApproved(actions, approval, call);
      const { data, version, typed = null, beneficiaries } = prepared;
      // Whom it favors may have changed since.
      if (beneficiaries.includes(approval.askedBy)) {
        throw new AppError("forbidden", {
          msg: "This is in favor of the person who asked for it. Decline it.",
        });
      }
      return {
        data: { asked, approved: { at: actions.indexOf(approved), data, version } },
        typed,
        beneficiaries,
      };
    },
    describe: ({ asked, approved }, deps) => [
      { label: "Asked by", text: `${asked.by}. Reason: ${asSentence(asked.reason)}` },
      ...(approved === null
        ? [{ label: "Effect", text: "Nothing is done, and it can no longer be approved." }]
        : (actions[approved.at]?.describe(approved.data, deps) ?? [])),
    ],
    async run({ subject: approval, input: { decision }, ...call }, { actor, reason }) {
      const { id, kind, askedBy } = approval;
      const { tx, now } = call;
      const outcome = outcomes[decision];
      await tx
        .updateTable("operatorApprovals")
        .set({ outcome, decidedBy: actor.userId, decidedAt: now, decisionReason: reason })
        .where("id", "=", id)
        .execute();
      await recordAudit(tx, {
        actor,
        action: `approval.${outcome}`,
        subject: `approval:${id}`,
        // Without the reason, which `auditDetails` reads from the approval.
        details: { kind, askedBy },
        now,
      });
      if (decision !== "approve") return { msg: `This is ${outcome}. Nothing else was done.` };
      const { approved, prepared } = await prepareApproved(actions, approval, call);
      const { msg, undo } = await runPrepared(approved, prepared, {
        actor: { userId: askedBy },
        reason: approval.reason,
        approved: { approvalId: id, approvedBy: actor.userId },
      });
      return { msg, undo };
    },
    // Whichever was approved.
    afterwards: (deps) => {
      for (const one of actions) one.afterwards?.(deps);
    },
  });
}

/** What an approved action would do, with its place among the actions. */
interface Approved {
  at: number;
  data: unknown;
  version: string;
}

/** An approval, locked until the transaction ends, so that it is decided once. */
async function lockApproval(tx: Tx, id: string) {
  return await tx
    .selectFrom("operatorApprovals as approval")
    .innerJoin("users as requester", "requester.id", "approval.askedBy")
    .selectAll("approval")
    .select(["requester.operatorLevel as requesterLevel", "requester.email as requesterEmail"])
    .where("approval.id", "=", id)
    .forUpdate("approval")
    .executeTakeFirst();
}
type ApprovalRow = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

/** The action that was asked for, prepared again. Throws `conflict` if it has changed since; then it can only be declined. */
async function prepareApproved(
  actions: readonly Action[],
  { kind, payload, version }: ApprovalRow,
  call: Omit<Parameters<typeof prepare>[1], "input">,
) {
  const changed = conflict(
    "Something has changed since this was asked for. Decline it, and ask for it again if it is still right.",
  );
  const { userId: id = "", ...fields } = payload as { userId?: string };
  for (const approved of actions.filter(({ limit }) => limit?.kind === kind)) {
    const input = approved.contract.preview.body?.safeParse(fields);
    if (input?.success !== true) continue;
    const prepared = await prepare(approved, { ...call, id, input: input.data }).catch((error: unknown) => {
      // What was valid when it was asked for, such as a start or an end that has passed since.
      throw error instanceof AppError && error.code === "invalid_input" ? changed : error;
    });
    if (prepared.version !== version) throw changed;
    return { approved, prepared };
  }
  throw changed;
}

/**
 * Throws `forbidden` for a recent owner. Otherwise an owner could make an accomplice or their own second
 * account an owner, and approve with it.
 */
async function checkLongEnoughOwner(tx: Tx, userId: string, askedAt: Date): Promise<void> {
  const { approvalHours } = contract;
  const since = addMinutes(askedAt, -60 * approvalHours);
  if (!(await wasAuditedSince(tx, `user:${userId}`, "role.operator-granted", since))) return;
  throw new AppError("forbidden", {
    msg: `You became an operator or changed your level less than ${approvalHours} hours before this was asked for, so another owner has to decide.`,
  });
}

interface Deciding {
  actor: Actor;
  decision: Decision;
  isForSupportOnly: boolean;
  now: Date;
}

function checkMayDecide(
  { outcome, expiresAt, askedBy, requesterLevel }: ApprovalRow,
  { actor, decision, isForSupportOnly, now }: Deciding,
): void {
  const isMine = askedBy === actor.userId;
  if (getOperator(actor).level !== "owner" && !(isMine && decision === "withdraw")) {
    throw new AppError("forbidden", {
      msg: isMine
        ? "An owner has to decide this. You can only withdraw it."
        : "Only an owner can decide this.",
    });
  }
  if (isMine && decision !== "withdraw") {
    throw new AppError("forbidden", { msg: "You asked for this yourself, so another owner has to decide." });
  }
  if (!isMine && decision === "withdraw") {
    throw new AppError("forbidden", { msg: "Only the operator who asked for this can withdraw it." });
  }
  if (outcome !== null) throw conflict(`This was ${outcome} already.`);
  if (expiresAt <= now) throw conflict("This has expired, so nothing was done. Ask for it again.");
  if (decision === "approve" && (isForSupportOnly ? requesterLevel === null : requesterLevel !== "owner")) {
    throw conflict(
      `The person who asked for this is no longer an ${isForSupportOnly ? "operator" : "owner"}. Decline it, and ask for it yourself if it is right.`,
    );
  }
}

const newestFirst = orderBy("desc", ["instant", "approval.askedAt"], ["id", "approval.id"]);

/** A page of approvals: open ones, those that were decided or have expired, or all if `state` is undefined. */
function selectApprovals(
  { database, clock }: Deps,
  { state, ...page }: PageQuery & { state?: "open" | "decided" | undefined },
) {
  const now = clock.now();
  let query = database
    .selectFrom("operatorApprovals as approval")
    .selectAll("approval")
    .select(selectPerson("approval.askedBy").as("requester"))
    .select(selectPerson("approval.decidedBy").as("decider"));
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
type ListedApproval = Awaited<ReturnType<typeof selectApprovals>>["rows"][number];

function present(row: ListedApproval, userId: string, now: Date): contract.Approval {
  const state = row.outcome ?? (row.expiresAt <= now ? "expired" : "open");
  return {
    _id: row.id,
    kind: row.kind,
    lines: row.lines,
    reason: row.reason,
    askedBy: presentSelected(row.requester),
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: state as contract.Approval["state"],
    decidedBy: row.decider && presentSelected(row.decider),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    isMine: row.askedBy === userId,
  };
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

/**
 * The oldest open approvals of this kind whose payload contains these values. Few approvals are open at a time, and an
 * index has them.
 */
export async function listOpenApprovalsOf(
  database: Database,
  now: Date,
  { kind, payload }: { kind: contract.ApprovalKind; payload: object },
) {
  const rows = await database
    .selectFrom("operatorApprovals as approval")
    .select(["approval.id", "approval.askedAt", "approval.payload"])
    .select(selectPerson("approval.askedBy").as("askedBy"))
    .where("approval.kind", "=", kind)
    .where("approval.outcome", "is", null)
    .where("approval.expiresAt", ">", now)
    // The oldest possible time keeps expired ones out of the index scan.
    .where("approval.askedAt", ">", addMinutes(now, -60 * contract.approvalHours))
    .where(sql<boolean>`approval.payload @> ${JSON.stringify(payload)}::jsonb`)
    .orderBy("approval.askedAt")
    .orderBy("approval.id")
    .limit(contract.mostOpenApprovals)
    .execute();
  return rows.map(({ id, askedAt, askedBy, payload }) => ({
    approvalId: id,
    askedBy: presentSelected(askedBy),
    askedAt: askedAt.toISOString(),
    payload,
  }));
}

interface OpenApproval extends Waiting {
  askedBy: string;
  kind: contract.ApprovalKind;
  reason: string;
  /** The first line of its preview. */
  change: string | null;
}

/** Approvals that another owner can still decide, with the same oldest time. */
export async function listOpenApprovals(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<OpenApproval[]> {
  const { rows } = await sql<OpenApproval>`
    select id::text as subject, asked_at as since, asked_by, kind, reason, lines -> 0 ->> 'text' as change
    from operator_approvals
    where outcome is null and expires_at > ${now} and asked_at > ${addMinutes(now, -60 * contract.approvalHours)}
      and ${matches(sql`id::text`, sql`asked_at`)}
    order by asked_at limit ${limit}`.execute(database);
  return rows;
}
