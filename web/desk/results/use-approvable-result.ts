import {
  decideApproval,
  listApprovals,
  previewApprovalDecision,
} from "@greenroom/contract/desk/money/approvals.ts";
import { getDeskPayment } from "@greenroom/contract/desk/money/payments.ts";
import { getOpenBatch } from "@greenroom/contract/desk/money/payouts.ts";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "./result-notice.tsx";
import { useUndo } from "./use-undo.ts";

const decision = { preview: previewApprovalDecision, perform: decideApproval };
const changed = [listApprovals, getDeskPayment, getOpenBatch];

/**
 * The result of an action that a second operator may have to approve before anything happens. Until then its undo is to
 * withdraw the request.
 */
export function useApprovableResult(): (
  done: { msg: string; approvalId?: string | null | undefined },
  ifDone?: Partial<ActionResult>,
) => ActionResult {
  const inverse = useUndo();
  const refresh = useRefresh(changed);
  return ({ msg, approvalId = null }, ifDone = {}) => {
    if (approvalId === null) return { msg, ...ifDone };
    const withdraw = inverse({ subjectId: approvalId, action: decision, input: { decision: "withdraw" } });
    async function undo() {
      const { msg: withdrawn } = await withdraw();
      await refresh();
      return { msg: withdrawn };
    }
    return { msg, tone: "wait", undo, undoLabel: "Withdraw the request" };
  };
}
