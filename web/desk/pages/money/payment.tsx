import { type DeskPaymentDetail, getDeskPayment } from "@greenroom/contract/desk/money/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DescriptionList, EmptyState, PageHeader } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { Table } from "../../../ui/table.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import { BackLink, deskMeta, PersonCell, useDeskTime } from "../../layout/desk-parts.tsx";
import {
  OpenApprovalNote,
  PaymentPill,
  RefundPill,
  remainingText,
  rupees,
} from "../../money/money-parts.tsx";
import { RefundGoodwill, RefundSessions, RetryRefund } from "../../money/refund-dialogs.tsx";

export const meta = () => deskMeta("Payment");

/** One payment: order, sessions, refunds and actions. */
export default function PaymentPage() {
  const { id = "" } = useParams();
  const payment = useQuery(queryOptionsFor(getDeskPayment, { params: { id } }));
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
  const [refunding, setRefunding] = useState<"sessions" | "goodwill" | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const at = useDeskTime();
  return (
    <div className="grid gap-5">
      <ResultNotice result={result} onResult={setResult} />
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
              {payment.left > 0 && (
                <Button variant="danger" onClick={() => setRefunding("sessions")}>
                  Refund sessions
                </Button>
              )}
              {payment.goodwillLimit >= 1 && payment.used > 0 && (
                <Button variant="quiet" onClick={() => setRefunding("goodwill")}>
                  Refund out of goodwill
                </Button>
              )}
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
                  cell: ({ sessions }) => (sessions === 0 ? "None (goodwill)" : sessions),
                },
                { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => rupees(amount) },
                {
                  key: "next",
                  header: "Next step",
                  cell: (refund) =>
                    refund.state !== "sent" && isOwner ? (
                      <RetryRefund refund={refund} onDone={setResult} />
                    ) : (
                      "None"
                    ),
                },
              ]}
            />
          )}
        </Card>
      </section>
      {refunding === "sessions" && (
        <RefundSessions payment={payment} onDone={setResult} onClose={() => setRefunding(null)} />
      )}
      {refunding === "goodwill" && (
        <RefundGoodwill payment={payment} onDone={setResult} onClose={() => setRefunding(null)} />
      )}
    </div>
  );
}
