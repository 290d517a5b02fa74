import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import type { OperatorAccess } from "../../../kernel/actor.ts";

interface OperatorColumns {
  isOperator: boolean;
  operatorLevel: string | null;
  openedAt: Date | null;
  confirmedAt: Date | null;
}

/** Null for a user without the operator flag. An operator without a level counts as `support`. */
export function operatorAccess(columns: OperatorColumns): OperatorAccess | null {
  const { isOperator, operatorLevel, openedAt, confirmedAt } = columns;
  if (!isOperator) return null;
  return { level: (operatorLevel as OperatorLevel | null) ?? "support", openedAt, confirmedAt };
}
