import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import { type ActionResult, approvalHours } from "@greenroom/contract/desk/money/approvals.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { checkPreview, makePreview } from "../preview.ts";
import type { ApprovableAction, DoneAction, PlannedAction } from "./approvable-action.ts";
import { insertApproval } from "./store.ts";
import { recordUnapproved, sumUnapproved } from "./unapproved-actions.ts";

type Requester = Pick<Actor, "userId" | "operator">;

/** The owner who decides, as the operator who asks would say it. */
const ownerFor = (operator: Requester["operator"]) =>
  operator?.level === "owner" ? "another owner" : "an owner";

interface ApprovalRequest<Payload> {
  planned: PlannedAction<Payload>;
  preview: Preview;
  /** The version of the plan without the line about the second operator, where one is needed. */
  plannedVersion: string | null;
}

/**
 * Plans an action for the operator who would run or request it. Everything that the operator has done alone
 * within 24 hours counts, so several small actions need a second operator just as one large action does.
 * Throws `forbidden` for an action in the operator's own favor.
 */
async function planForRequester<Payload>(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { action, payload }: { action: ApprovableAction<Payload>; payload: Payload },
): Promise<ApprovalRequest<Payload>> {
  const { userId, operator } = requester;
  // With two actions at the same time, the second one must count the first.
  await lockSubjects(tx, [`${action.kind}-by:${userId}`]);
  const planned = await action.plan(deps, tx, payload);
  // It is the same for every operator, so that the one who approves it can compare it.
  const preview = makePreview(requester, planned);
  const { amount, limit, format, lines } = planned;
  const isFree = action.isLimitForSupportOnly === true && operator?.level === "owner";
  const earlier = await sumUnapproved(tx, { userId, kind: action.kind, now: deps.clock.now() });
  if (isFree || earlier + amount <= limit) {
    return { planned, preview, plannedVersion: null };
  }
  const why =
    planned.why ??
    (amount > limit
      ? `it is over ${format(limit)}`
      : `you have done ${format(earlier)} alone within 24 hours, and this would be over ${format(limit)}`);
  const text = `Needed, because ${why}. Nothing happens until ${ownerFor(operator)} approves it within ${approvalHours} hours.`;
  const shown = { ...planned, lines: [...lines, { label: "Second operator", text }] };
  return { planned, preview: makePreview(requester, shown), plannedVersion: preview.version };
}

/** Previews an action, with a line about the second operator where it needs one. */
export async function previewAction<Payload>(
  deps: Deps,
  actor: Requester,
  action: ApprovableAction<Payload>,
  payload: Payload,
): Promise<Preview> {
  return await inTransaction(
    deps.database,
    async (tx) => (await planForRequester(deps, tx, actor, { action, payload })).preview,
  );
}

/**
 * Runs a previewed action, or requests a second operator if it is over its limit. Throws `conflict` if
 * something has changed since the preview, and the errors of the action.
 */
export async function performOrRequestApproval<Payload, Done extends DoneAction>(
  deps: Deps,
  requester: Requester,
  action: ApprovableAction<Payload, Done>,
  { payload, ...confirmed }: ConfirmedAction & { payload: Payload },
): Promise<ActionResult & Partial<Done>> {
  const { userId } = requester;
  const result = await inTransaction(deps.database, async (tx) => {
    const request = await planForRequester(deps, tx, requester, { action, payload });
    checkPreview(request.preview, confirmed);
    const { planned, plannedVersion } = request;
    const { reason } = confirmed;
    const now = deps.clock.now();
    const { kind } = action;
    if (plannedVersion === null) {
      const done = await action.run(deps, tx, planned.payload, { actor: { userId }, reason });
      if (planned.amount > 0) await recordUnapproved(tx, { userId, kind, amount: planned.amount, now });
      return { ...done, approvalId: null };
    }
    const approvalId = await insertApproval(tx, {
      kind,
      payload: planned.payload,
      lines: planned.lines,
      version: plannedVersion,
      reason,
      askedBy: userId,
      askedAt: now,
      expiresAt: addMinutes(now, 60 * approvalHours),
    });
    await recordAudit(tx, {
      actor: { userId },
      action: "approval.asked",
      subject: `approval:${approvalId}`,
      // Without the reason: the log is append-only, and a deleted account's address must leave the reason.
      details: { kind, payload: planned.payload },
      now,
    });
    return {
      msg: `Nothing has happened yet: ${ownerFor(requester.operator)} has to approve it within ${approvalHours} hours.`,
      approvalId,
    };
  });
  if (result.approvalId === null) action.afterwards?.(deps);
  return result as ActionResult & Partial<Done>;
}
