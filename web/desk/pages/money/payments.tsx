import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import type { DeskPayment } from "@greenroom/contract/desk/money/payments.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { planTypes } from "@greenroom/contract/money/plans.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { periodFilters, personFilter } from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta } from "../../layout/desk-parts.tsx";
import { fullRefundProblem, PaymentPill, personColumn, rupees } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Payments");

const states = { captured: "Paid or partly refunded", refunded: "Refunded" };
const plans = Object.fromEntries(planTypes.map((plan) => [plan, plan]));

/** Payments, newest first. */
export default function PaymentsPage() {
  const isOwner = useIsOwner();
  return (
    <>
      <PageHeader title="Payments" detail="Newest first." />
      <DeskList
        list={"GET /api/operator/payments"}
        caption="Payments"
        noun="payments"
        filters={[
          personFilter,
          { name: "reference", label: "Reference", hint: "A receipt, or the provider's id" },
          { name: "state", label: "State", all: "Every state", choices: states },
          { name: "plan", label: "Plan", all: "Every plan", choices: plans },
          ...periodFilters,
        ]}
        empty={{ title: "No payments", detail: "Change the filters to see more." }}
        {...(isOwner && {
          selection: {
            label: ({ receipt }: DeskPayment) => receipt,
            actions: (rows: DeskPayment[], clear: () => void) => <RefundAll rows={rows} onDone={clear} />,
          },
        })}
        columns={[
          {
            header: "Paid",
            cell: ({ _id, paidAt }) => (
              <Link to={paths.operatorPayment(_id)} className="link whitespace-nowrap">
                <DeskTime at={paidAt} />
              </Link>
            ),
          },
          personColumn,
          {
            header: "Plan",
            cell: ({ planType, sessions }) => `${planType}, ${countOf(sessions, "session")}`,
          },
          { header: "State", cell: ({ state }) => <PaymentPill state={state} /> },
          {
            header: "Amount",
            align: "end",
            cell: ({ amount, refunded }) => (
              <>
                {rupees(amount)}
                {refunded > 0 && (
                  <span className="block text-sm text-ink-3">{rupees(refunded)} refunded</span>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** Refunds the selected payments in full, or says why they cannot all be. */
function RefundAll({ rows, onDone }: { rows: readonly DeskPayment[]; onDone: () => void }) {
  const problem = rows.map(fullRefundProblem).find((text) => text !== null);
  return (
    <>
      <ActionButton
        button={{ variant: "danger", disabled: rows.length > maxActionRows || problem !== undefined }}
        title={rows.length === 1 ? "Refund a payment" : `Refund ${rows.length} payments`}
        action={"POST /api/operator/refunds"}
        input={{ items: rows.map(({ _id }) => ({ paymentId: _id, sessions: "all" as const })) }}
        confirmLabel="Refund"
        danger
        reasonHint="The buyer reads it in their list of sessions."
        onDone={onDone}
      >
        Refund them in full
      </ActionButton>
      {problem && <span className="text-sm text-ink-2">{problem}</span>}
    </>
  );
}
