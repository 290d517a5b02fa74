import { confirmationMinutes, operatorSignInHours } from "@greenroom/contract/desk/access.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { OperatorAccess } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";

/** The instant until which the desk is open in this browser; null while it is closed. */
export function deskOpenUntil({ openedAt }: Pick<OperatorAccess, "openedAt">, now: Date): Date | null {
  if (openedAt === null) return null;
  const until = addMinutes(openedAt, operatorSignInHours * 60);
  return now < until ? until : null;
}

/**
 * The instant until which money, roles and personal data need no new confirmation; null if they need one now.
 */
export function confirmedUntil(
  operator: Pick<OperatorAccess, "openedAt" | "confirmedAt">,
  now: Date,
): Date | null {
  if (operator.confirmedAt === null || deskOpenUntil(operator, now) === null) return null;
  const until = addMinutes(operator.confirmedAt, confirmationMinutes);
  return now < until ? until : null;
}

interface SignInCheck {
  now: Date;
  needsRecentConfirmation: boolean;
}

/**
 * Checks that the desk is open in the browser that asks. Throws `second_factor_required`, or
 * `confirmation_required` when the last confirmation is too old for the call.
 */
export function checkOperatorSignIn(
  operator: OperatorAccess | null,
  { now, needsRecentConfirmation }: SignInCheck,
): void {
  if (operator === null || deskOpenUntil(operator, now) === null) {
    throw new AppError("second_factor_required", {
      msg: "Open the operator's desk with your password and second factor first.",
    });
  }
  if (needsRecentConfirmation && confirmedUntil(operator, now) === null) {
    throw new AppError("confirmation_required", {
      msg: "Confirm with your password and second factor. You have to do that every ten minutes for money, roles and personal data.",
    });
  }
}
