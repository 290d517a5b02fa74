import { cancelAction } from "../bookings/cancel-bookings.ts";
import { refundAction } from "../payments/refund-action.ts";
import { payoutAction } from "../payouts/payout-action.ts";
import { grantAction } from "./grant-action.ts";

/** Every action that may need a second operator, by kind. */
export const approvableActions = {
  refund: refundAction,
  payout: payoutAction,
  grant: grantAction,
  cancel: cancelAction,
} as const;
