import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import {
  type ApprovalKind,
  type approvalDecisions,
  approvalHours,
  type DecisionResult,
} from "@greenroom/contract/desk/money/approvals.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor, OperatorAccess } from "../../kernel/actor.ts";
import { recordAudit, wasAuditedSince } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getOperator } from "../access/open-desk.ts";
import { cancelAction } from "../bookings/cancel-bookings.ts";
import { refundAction } from "../payments/refund-action.ts";
import { payoutAction } from "../payouts/payout-action.ts";
import { checkPreview, makePreview } from "../preview.ts";
import { priceAction } from "../prices/change-desk-prices.ts";
import { couponAction } from "../prices/desk-coupons.ts";
import type { ApprovableAction } from "./approvable-action.ts";
import { grantAction } from "./grant-action.ts";
import { type ApprovalRow, lockApproval, setDecision } from "./store.ts";

type Decision = (typeof approvalDecisions)[number];

interface DecisionRequest {
  id: string;
  decision: Decision;
}

const outcomes = { approve: "approved", decline: "declined", withdraw: "withdrawn" } as const;

const changedError = () =>
  new AppError("conflict", {
    msg: "Something has changed since this was asked for. Decline it, and ask for it again if it is still right.",
  });

/** Previews a decision. Throws as `decideApproval` does. */
export async function previewDecision(deps: Deps, actor: Actor, request: DecisionRequest): Promise<Preview> {
  return await inTransaction(
    deps.database,
    async (tx) => (await prepareDecision(deps, tx, actor, request)).preview,
  );
}

/**
 * Decides an open approval. Approving runs its action once, in the name of the operator who requested it.
 * Throws `not_found`, `forbidden` for the actor's own request and for operators of the level support, who may only withdraw theirs, and `conflict` if it was decided, has expired
 * or is outdated.
 */
export async function decideApproval(
  deps: Deps,
  actor: Actor,
  { id, decision, ...confirmed }: DecisionRequest & ConfirmedAction,
): Promise<DecisionResult> {
  let afterwards: (() => void) | undefined;
  const result = await inTransaction(deps.database, async (tx) => {
    const { preview, approval, action, payload } = await prepareDecision(deps, tx, actor, { id, decision });
    checkPreview(preview, confirmed);
    const now = deps.clock.now();
    const outcome = outcomes[decision];
    await setDecision(tx, id, {
      outcome,
      decidedBy: actor.userId,
      decidedAt: now,
      decisionReason: confirmed.reason,
    });
    const { askedBy, kind } = approval;
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: `approval.${outcome}`,
      subject: `approval:${id}`,
      // Without the reason, which `auditDetails` reads from the approval.
      details: { kind, askedBy },
      now,
    });
    if (decision !== "approve")
      return {
        msg: `This is ${outcome}. Nothing else was done.`,
        approvalId: id,
        lotId: null,
        closedDays: [],
      };
    const approved = { approvalId: id, approvedBy: actor.userId };
    const by = { actor: { userId: askedBy }, reason: approval.reason, approved };
    afterwards = () => action.afterwards?.(deps);
    const { msg, lotId = null, closedDays = [] } = await action.run(deps, tx, payload, by);
    return { msg, approvalId: id, lotId, closedDays };
  });
  afterwards?.();
  return result;
}

async function prepareDecision(deps: Deps, tx: Tx, actor: Actor, { id, decision }: DecisionRequest) {
  const { userId } = actor;
  const approval = await lockApproval(tx, id);
  if (approval === null) throw new AppError("not_found", { msg: "This approval does not exist." });
  const action = approvableActions[approval.kind] as ApprovableAction<unknown>;
  const { isLimitForSupportOnly = false } = action;
  const { level } = getOperator(actor);
  checkMayDecide(approval, { userId, level, decision, isLimitForSupportOnly, now: deps.clock.now() });
  const asked = {
    label: "Asked by",
    text: `${approval.requesterEmail}. Reason: ${asSentence(approval.reason)}`,
  };
  if (decision !== "approve") {
    const effect = { label: "Effect", text: "Nothing is done, and it can no longer be approved." };
    const preview = makePreview(actor, { lines: [asked, effect], state: [id, decision], beneficiaries: [] });
    return { approval, action, payload: null, preview };
  }
  // Its action may have changed since. Such a request can only be declined.
  const parsed = action.payload.safeParse(approval.payload);
  if (!parsed.success) throw changedError();
  const payload = parsed.data;
  await checkLongEnoughOwner(tx, userId, approval.askedAt);
  const planned = await action.plan(deps, tx, payload);
  if (makePreview(actor, planned).version !== approval.version) throw changedError();
  // Whom it favors may have changed since.
  if (planned.beneficiaries.includes(approval.askedBy)) {
    throw new AppError("forbidden", { msg: "This is in favor of the person who asked for it. Decline it." });
  }
  const lines = [asked, ...planned.lines];
  const preview = makePreview(actor, { ...planned, lines, state: [id, decision] });
  return { approval, action, payload, preview };
}

/**
 * Throws `forbidden` for a recent owner. Otherwise an owner could make an accomplice or their own second
 * account an owner, and approve with it.
 */
async function checkLongEnoughOwner(tx: Tx, userId: string, askedAt: Date): Promise<void> {
  if (
    !(await wasAuditedSince(
      tx,
      `user:${userId}`,
      "role.operator-granted",
      addMinutes(askedAt, -60 * approvalHours),
    ))
  )
    return;
  throw new AppError("forbidden", {
    msg: `You became an operator or changed your level less than ${approvalHours} hours before this was asked for, so another owner has to decide.`,
  });
}

interface Deciding {
  userId: string;
  level: OperatorAccess["level"];
  decision: Decision;
  isLimitForSupportOnly: boolean;
  now: Date;
}

function checkMayDecide(
  { outcome, expiresAt, askedBy, requesterLevel }: ApprovalRow,
  { userId, level, decision, isLimitForSupportOnly, now }: Deciding,
): void {
  const isMine = askedBy === userId;
  if (level !== "owner" && !(isMine && decision === "withdraw")) {
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
  if (outcome !== null) throw new AppError("conflict", { msg: `This was ${outcome} already.` });
  if (expiresAt <= now) {
    throw new AppError("conflict", { msg: "This has expired, so nothing was done. Ask for it again." });
  }
  if (
    decision === "approve" &&
    (isLimitForSupportOnly ? requesterLevel === null : requesterLevel !== "owner")
  ) {
    throw new AppError("conflict", {
      msg: `The person who asked for this is no longer an ${isLimitForSupportOnly ? "operator" : "owner"}. Decline it, and ask for it yourself if it is right.`,
    });
  }
}

/** Every action that may need a second operator, by kind. */
const approvableActions: Record<ApprovalKind, unknown> = {
  refund: refundAction,
  payout: payoutAction,
  grant: grantAction,
  cancel: cancelAction,
  price: priceAction,
  coupon: couponAction,
};
