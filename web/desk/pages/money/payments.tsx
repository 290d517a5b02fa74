import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import {
  type DeskPayment,
  listDeskPayments,
  listDeskPaymentsCsv,
} from "@greenroom/contract/desk/money/payments.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { planTypes } from "@greenroom/contract/money/plans.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/operator-calls.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import {
  dayRange,
  FilterBar,
  FilterDay,
  FilterPerson,
  FilterSelect,
  FilterText,
} from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta, useDeskZone } from "../../layout/desk-parts.tsx";
import { fullRefundProblem, PaymentPill, personColumn, rupees } from "../../money/money-parts.tsx";
import { RefundDialog } from "../../money/refund-dialogs.tsx";
import { DataTable, SelectionEnd, useAddressFilter } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Payments");

const filterNames = ["person", "reference", "state", "plan", "from", "to"] as const;

/** Payments, newest first. */
export default function PaymentsPage() {
  const timeZone = useDeskZone();
  const isOwner = useIsOwner();
  const { values, set } = useAddressFilter(filterNames);
  const { from, to, ...filter } = values;
  const query = { ...filter, ...dayRange(from, to, timeZone) };
  const payments = useInfiniteQuery(pageOptionsFor(listDeskPayments, query));
  const [chosen, setChosen] = useState<{ rows: DeskPayment[]; clear: () => void } | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  return (
    <>
      <PageHeader title="Payments" detail="Newest first." />
      <ResultNotice result={result} onResult={setResult} />
      <FilterBar label="Filter payments">
        <FilterPerson value={values.person} onChange={(person) => set({ person })} />
        <FilterText
          label="Reference"
          hint="A receipt, or the provider's id"
          value={values.reference}
          onChange={(reference) => set({ reference })}
        />
        <FilterSelect
          label="State"
          all="Every state"
          options={{ captured: "Paid or partly refunded", refunded: "Refunded" }}
          value={values.state}
          onChange={(state) => set({ state })}
        />
        <FilterSelect
          label="Plan"
          all="Every plan"
          options={Object.fromEntries(planTypes.map((plan) => [plan, plan]))}
          value={values.plan}
          onChange={(plan) => set({ plan })}
        />
        <FilterDay label="From" value={from} onChange={(day) => set({ from: day })} />
        <FilterDay label="To" value={to} onChange={(day) => set({ to: day })} />
      </FilterBar>
      <DataTable
        caption="Payments"
        query={payments}
        rowId={({ _id }) => _id}
        rowLabel={({ receipt }) => receipt}
        itemsLabel="payments"
        csv={{ endpoint: listDeskPaymentsCsv, query }}
        empty={{ title: "No payments", detail: "Change the filters to see more." }}
        {...(isOwner
          ? {
              selectionActions: (rows: DeskPayment[], clear: () => void) => (
                <>
                  <Button
                    size="sm"
                    variant="danger"
                    disabled={rows.length > maxActionRows || rows.some(({ notInFull }) => notInFull !== null)}
                    onClick={() => setChosen({ rows, clear })}
                  >
                    Refund them in full
                  </Button>
                  <FullRefundProblem rows={rows} />
                  <SelectionEnd count={rows.length} max={maxActionRows} onClear={clear} />
                </>
              ),
            }
          : {})}
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
      {chosen !== null && (
        <RefundDialog
          items={chosen.rows.map(({ _id }) => ({ paymentId: _id, sessions: "all" }))}
          onDone={(done) => {
            setResult(done);
            chosen.clear();
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** Why the selected payments cannot all be refunded in full. */
function FullRefundProblem({ rows }: { rows: readonly DeskPayment[] }) {
  const problem = rows.map(fullRefundProblem).find((text) => text !== null);
  return problem && <span className="text-sm text-ink-2">{problem}</span>;
}
