import type { OperatorAccessState } from "@greenroom/contract/desk/access.ts";
import type { OperatorAccess } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { confirmedUntil, deskOpenUntil } from "./rules.ts";
import { countRecoveryCodes, findSecondFactor } from "./store.ts";

interface Reader {
  userId: string;
  operator: OperatorAccess;
  now: Date;
}

/** An operator's access to the desk in one browser. */
export async function readOperatorAccess(
  database: Database | Tx,
  { userId, operator, now }: Reader,
): Promise<OperatorAccessState> {
  const factor = await findSecondFactor(database, userId);
  return {
    level: operator.level,
    isEnrolled: factor !== undefined && factor.confirmedAt !== null,
    openUntil: deskOpenUntil(operator, now)?.toISOString() ?? null,
    confirmedUntil: confirmedUntil(operator, now)?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
  };
}
