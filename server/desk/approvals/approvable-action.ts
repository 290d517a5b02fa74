import type { ApprovalKind } from "@greenroom/contract/desk/money/approvals.ts";
import type { z } from "zod";
import type { Approved } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { Effect } from "../preview.ts";

/** The effect that an action would have now, with its rows locked. */
export interface PlannedAction<Payload> extends Effect {
  /** The payload with exact values: `all` sessions have become a number. */
  payload: Payload;
  /** The paise or sessions that it moves. */
  amount: number;
  /** How many paise or sessions one operator may move within 24 hours without a second one. */
  limit: number;
  /** `₹5,000`, `5 sessions` */
  format(amount: number): string;
  /** Why it is over the limit, where that is not a matter of the amount. */
  why?: string;
}

/** The operator who runs an action, and the reason. */
export interface RunBy {
  actor: { userId: string };
  reason: string;
  /** Where a second operator was needed. */
  approved?: Approved;
}

export interface DoneAction {
  /** A sentence about what was done. */
  msg: string;
  /** The lot that a grant created. */
  lotId?: string;
  /** The days off that a cancellation made, which `reopenDays` ends. */
  closedDays?: string[];
}

/** An action that needs a second operator above a limit. */
export interface ApprovableAction<Payload, Done extends DoneAction = DoneAction> {
  kind: ApprovalKind;
  /** The limit is for support: owners do this alone, and support may ask for it. */
  isLimitForSupportOnly?: true;
  payload: z.ZodType<Payload>;
  /** Throws what `run` would throw. */
  plan(deps: Deps, tx: Tx, payload: Payload): Promise<PlannedAction<Payload>>;
  run(deps: Deps, tx: Tx, payload: Payload, by: RunBy): Promise<Done>;
  /** Runs after the transaction. */
  afterwards?(deps: Deps): void;
}
