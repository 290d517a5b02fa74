import type { DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { DescriptionList, EmptyState, PageHeader } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { Table } from "../../../ui/table.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { BackLink, deskMeta, PersonCell, useDeskTime } from "../../layout/desk-parts.tsx";
import {
  OpenApprovalNote,
  PaymentPill,
  RefundPill,
  RetryRefund,
  remainingText,
  rupees,
} from "../../money/money-parts.tsx";

export const meta = () => deskMeta("Payment");

/** One payment: order, sessions, refunds and actions. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  const payment = useQuery(queryOptionsFor("GET /api/operator/payments/:id", { params: { id } }));
  return (
    <>
      <BackLink to={paths.operatorMoney}>All payments</BackLink>
      <PageHeader title="Payment" detail={payment.data?.receipt} />
      <OperatorQueryContent query={payment} loadingLabel="Loading the payment…">
        {(data) => <Payment payment={data} />}
      </OperatorQueryContent>
    </>
  );
}

function Payment({ payment }: { payment: DeskPaymentDetail }) {
  const isOwner = useIsOwner();
  const at = useDeskTime();
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-xl">{rupees(payment.amount)}</h2>
            <PaymentPill state={payment.state} />
          </div>
          <DescriptionList
            items={[
              { term: "Person", detail: <PersonCell person={payment.person} /> },
              { term: "Plan", detail: payment.planType },
              { term: "Paid", detail: at(payment.paidAt) },
              { term: "Ordered", detail: at(payment.orderedAt) },
              ...payment.lines.map(({ label, amount }) => ({ term: label, detail: rupees(amount) })),
              { term: "Provider", detail: payment.provider },
              { term: "Payment id", detail: <span className="break-all">{payment.paymentReference}</span> },
              { term: "Order id", detail: <span className="break-all">{payment.orderReference}</span> },
            ]}
          />
        </Card>
        <Card>
          <h2 className="mb-4 text-xl">Sessions</h2>
          <DescriptionList
            items={[
              { term: "Bought", detail: payment.sessions },
              { term: "Used", detail: payment.used },
              { term: "Booked", detail: payment.booked },
              { term: "Taken back", detail: payment.takenBack },
              { term: "Left", detail: payment.left },
              { term: "Refunded", detail: `${rupees(payment.refunded)} of ${rupees(payment.amount)}` },
            ]}
          />
          <p className="mt-3 text-sm text-ink-2">{remainingText(payment)}</p>
          {payment.askedRefunds.map((asked) => (
            <OpenApprovalNote key={asked.approvalId} approval={asked} action="for a refund" />
          ))}
          {isOwner && (
            <div className="mt-5 flex flex-wrap gap-3">
              {payment.left > 0 && <RefundSessions payment={payment} />}
              {payment.goodwillLimit >= 1 && payment.used > 0 && <RefundGoodwill payment={payment} />}
            </div>
          )}
        </Card>
      </div>
      <section aria-labelledby="refunds">
        <h2 id="refunds" className="mb-3 text-xl">
          Refunds
        </h2>
        <Card padded={false}>
          {payment.refunds.length === 0 ? (
            <EmptyState title="No refunds" />
          ) : (
            <Table
              caption="Refunds of this payment"
              rows={payment.refunds}
              rowKey={({ _id }) => _id}
              columns={[
                { key: "at", header: "Requested", cell: ({ createdAt }) => at(createdAt) },
                { key: "reason", header: "Reason", isHeading: true, cell: ({ reason }) => reason },
                {
                  key: "state",
                  header: "State",
                  cell: ({ state, refusal, sentAt }) => (
                    <>
                      <RefundPill state={state} />
                      {refusal !== null && <span className="block text-sm text-red">{refusal}</span>}
                      {sentAt !== null && <span className="block text-sm text-ink-3">{at(sentAt)}</span>}
                    </>
                  ),
                },
                {
                  key: "sessions",
                  header: "Sessions",
                  align: "end",
                  cell: describeSessions,
                },
                { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => rupees(amount) },
                {
                  key: "next",
                  header: "Next step",
                  cell: (refund) => (isOwner ? <NextStep refund={refund} /> : "None"),
                },
              ]}
            />
          )}
        </Card>
      </section>
    </div>
  );
}

function describeSessions({
  sessions,
  isUndecided,
  isPartOfOwed,
}: DeskPaymentDetail["refunds"][number]): string | number {
  if (isUndecided) return "Not decided";
  if (sessions > 0) return sessions;
  return isPartOfOwed ? "None (taken back before)" : "None (goodwill)";
}

function NextStep({ refund }: { refund: DeskPaymentDetail["refunds"][number] }) {
  if (refund.state !== "sent") return <RetryRefund refund={refund} />;
  if (!refund.isUndecided) return <>None</>;
  return (
    <ActionButton
      title="Leave the sessions"
      action={"POST /api/operator/refunds/:id/leave-sessions"}
      id={refund._id}
    >
      Leave the sessions
    </ActionButton>
  );
}

const refundDialog = {
  title: "Refund a payment",
  action: "POST /api/operator/refunds",
  confirmLabel: "Refund",
  danger: true,
} as const;

/** Chooses how many of the sessions that are left go back. */
function RefundSessions({ payment }: { payment: DeskPaymentDetail }) {
  const { _id, left, used, booked, takenBack, leftValues } = payment;
  const worth = (count: number) => leftValues.slice(0, count).reduce((sum, value) => sum + value, 0);
  const hint =
    used + booked + takenBack === 0
      ? "None of them was used, booked or taken back."
      : `${left} ${left === 1 ? "is" : "are"} left; the others are used, booked or were taken back.`;
  const choices = Object.fromEntries(
    leftValues.map((_, index) => [index + 1, `${index + 1} for ${rupees(worth(index + 1))}`]),
  );
  return (
    <ActionButton
      {...refundDialog}
      button={{ size: "md", variant: "danger" }}
      fields={[{ name: "sessions", label: "How many sessions", hint, type: "number", choices, value: left }]}
      input={({ sessions }) => ({ items: [{ paymentId: _id, sessions }] })}
      reasonHint="The buyer reads it in their list of sessions."
    >
      Refund sessions
    </ActionButton>
  );
}

/** Refunds money for sessions that are used and stay used. */
function RefundGoodwill({ payment: { _id, goodwillLimit } }: { payment: DeskPaymentDetail }) {
  const hint = `At most ${rupees(goodwillLimit)}, what was paid for the used sessions. They stay used.`;
  return (
    <ActionButton
      {...refundDialog}
      button={{ size: "md" }}
      fields={[{ name: "goodwill", label: "Rupees", hint, type: "number", value: goodwillLimit }]}
      input={({ goodwill }) => ({ items: [{ paymentId: _id, goodwill }] })}
      reasonHint="For operators only."
    >
      Refund out of goodwill
    </ActionButton>
  );
}
