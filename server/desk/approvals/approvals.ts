import * as contract from "@greenroom/contract/desk/approvals.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit, wasAuditedSince } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getOperator } from "../access/open-desk.ts";
import { type Action, action, prepare, refuse, runPrepared } from "../action.ts";
import { bindList } from "../list.ts";
import { presentPerson } from "../people/find-people.ts";
import {
  type ApprovalRow,
  type ListedApproval,
  lockApproval,
  type OpenApprovalRow,
  selectApprovals,
  setDecision,
} from "./store.ts";

/** What waits for a second operator: the list, and the decision about one of these actions. */
export function registerApprovalRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listApprovals, contract.listApprovalsCsv, (call) =>
    listApprovals(deps, call.actor, call.query),
  );
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
      if (approval === null) throw new AppError("not_found", { msg: "This approval does not exist." });
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
      const decided = { outcome, decidedBy: actor.userId, decidedAt: now, decisionReason: reason };
      await setDecision(tx, id, decided);
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

/** The action that was asked for, prepared again. Throws `conflict` if it has changed since; then it can only be declined. */
async function prepareApproved(
  actions: readonly Action[],
  { kind, payload, version }: ApprovalRow,
  call: Omit<Parameters<typeof prepare>[1], "input">,
) {
  const changed = refuse(
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
  if (outcome !== null) throw refuse(`This was ${outcome} already.`);
  if (expiresAt <= now) throw refuse("This has expired, so nothing was done. Ask for it again.");
  if (decision === "approve" && (isForSupportOnly ? requesterLevel === null : requesterLevel !== "owner")) {
    throw refuse(
      `The person who asked for this is no longer an ${isForSupportOnly ? "operator" : "owner"}. Decline it, and ask for it yourself if it is right.`,
    );
  }
}

/** Approvals, newest first. */
async function listApprovals(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  { state, ...page }: PageQuery & { state?: "open" | "decided" | undefined },
): Promise<Page<contract.Approval>> {
  const now = deps.clock.now();
  const { rows, next } = await selectApprovals(deps.database, { state, now }, page);
  return { rows: rows.map((row) => present(row, actor.userId, now)), next };
}

function present(row: ListedApproval, userId: string, now: Date): contract.Approval {
  const name = (first: string | null, last: string | null) => `${first ?? ""} ${last ?? ""}`.trim();
  const state = row.outcome ?? (row.expiresAt <= now ? "expired" : "open");
  return {
    _id: row.id,
    kind: row.kind,
    lines: row.lines,
    reason: row.reason,
    askedBy: {
      _id: row.askedBy,
      name: name(row.requesterFirst, row.requesterLast),
      email: row.requesterEmail,
    },
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: state as contract.Approval["state"],
    decidedBy:
      row.decidedBy === null
        ? null
        : {
            _id: row.decidedBy,
            name: name(row.deciderFirst, row.deciderLast),
            email: row.deciderEmail ?? "",
          },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    isMine: row.askedBy === userId,
  };
}

export function presentOpenApproval(row: OpenApprovalRow): contract.OpenApproval {
  return { approvalId: row.id, askedBy: presentPerson(row), askedAt: row.askedAt.toISOString() };
}
