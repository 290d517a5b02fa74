import type { Approval } from "@greenroom/contract/desk/money/approvals.ts";
import type { PaymentState, UnpaidOrder, UnsentRefund } from "@greenroom/contract/desk/money/payments.ts";
import { Pill } from "../../ui/content.tsx";

type Appearance = readonly ["ready" | "wait" | "off" | "bad", string];

const payment: Record<PaymentState, Appearance> = {
  captured: ["ready", "Paid"],
  "part-refunded": ["off", "Part refunded"],
  refunded: ["off", "Refunded"],
  "refund-waiting": ["wait", "Refund on its way"],
  "refund-refused": ["bad", "Refund refused"],
};
const refund: Record<UnsentRefund["state"], Appearance> = {
  waiting: ["wait", "On its way"],
  refused: ["bad", "Refused"],
  sent: ["ready", "Sent"],
};
const order: Record<UnpaidOrder["state"], Appearance> = {
  open: ["wait", "Open"],
  "given-up": ["off", "Given up"],
  failed: ["bad", "Never opened"],
};
const approval: Record<Approval["state"], Appearance> = {
  open: ["wait", "Waiting"],
  approved: ["ready", "Approved"],
  declined: ["bad", "Declined"],
  withdrawn: ["off", "Withdrawn"],
  expired: ["off", "Expired"],
};

const render = ([status, text]: Appearance) => <Pill status={status}>{text}</Pill>;

export const PaymentPill = ({ state }: { state: PaymentState }) => render(payment[state]);
export const RefundPill = ({ state }: { state: UnsentRefund["state"] }) => render(refund[state]);
export const OrderPill = ({ state }: { state: UnpaidOrder["state"] }) => render(order[state]);
export const ApprovalPill = ({ state }: { state: Approval["state"] }) => render(approval[state]);
