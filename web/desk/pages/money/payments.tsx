import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { type DeskPayment, listDeskPayments } from "@greenroom/contract/desk/money/payments.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { planTypes } from "@greenroom/contract/money/plans.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/use-is-owner.ts";
import {
  dayRange,
  FilterBar,
  FilterDay,
  FilterPerson,
  FilterSelect,
  FilterText,
} from "../../filters/filter-fields.tsx";
import { deskMeta } from "../../layout/desk-meta.ts";
import { personColumn } from "../../money/money-columns.tsx";
import { PaymentPill } from "../../money/money-states.tsx";
import { RefundDialog } from "../../money/refunds/refund-dialog.tsx";
import { fullRefundProblem } from "../../money/refunds/refund-facts.ts";
import { type ActionResult, ResultNotice } from "../../results/result-notice.tsx";
import { DataTable } from "../../table/data-table.tsx";
import { SelectionEnd } from "../../table/selection-end.tsx";
import { useAddressFilter } from "../../table/use-address-filter.ts";
import { useDeskZone } from "../../time/desk-time.tsx";

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
  const [result, setResult] = useState<ActionResult | null>(null);
  const items = useMemo(
    () => chosen?.rows.map(({ _id }) => ({ paymentId: _id, sessions: "all" as const })) ?? [],
    [chosen],
  );

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
          options={[
            { value: "captured", label: "Paid or partly refunded" },
            { value: "refunded", label: "Refunded" },
          ]}
          value={values.state}
          onChange={(state) => set({ state })}
        />
        <FilterSelect
          label="Plan"
          all="Every plan"
          options={planTypes.map((plan) => ({ value: plan, label: plan }))}
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
            id: "paid",
            header: "Paid",
            cell: ({ _id, paidAt }) => (
              <Link to={paths.operatorPayment(_id)} className="link whitespace-nowrap">
                {formatDateTime(new Date(paidAt), timeZone)}
              </Link>
            ),
          },
          personColumn,
          {
            id: "plan",
            header: "Plan",
            cell: ({ planType, sessions }) => `${planType}, ${countOf(sessions, "session")}`,
          },
          { id: "state", header: "State", cell: ({ state }) => <PaymentPill state={state} /> },
          {
            id: "amount",
            header: "Amount",
            align: "end",
            cell: ({ amount, refunded }) => (
              <>
                {formatRupees(amount, { decimals: true })}
                {refunded > 0 && (
                  <span className="block text-sm text-ink-3">
                    {formatRupees(refunded, { decimals: true })} refunded
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      {chosen !== null && (
        <RefundDialog
          items={items}
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
