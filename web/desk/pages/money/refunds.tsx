import { listUnsentRefunds, listUnsentRefundsCsv } from "@greenroom/contract/desk/money/payments.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/operator-calls.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import { FilterBar, FilterSelect } from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta } from "../../layout/desk-parts.tsx";
import { amountColumn, personColumn, RefundPill } from "../../money/money-parts.tsx";
import { RetryRefund } from "../../money/refund-dialogs.tsx";
import { DataTable, useAddressFilter } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Refunds");

/** Refunds whose money has not gone out. */
export default function RefundsPage() {
  const isOwner = useIsOwner();
  const { values, set } = useAddressFilter(["state"]);
  const refunds = useInfiniteQuery(pageOptionsFor(listUnsentRefunds, values));
  const [result, setResult] = useState<Result | null>(null);
  return (
    <>
      <PageHeader
        title="Refunds on their way"
        detail="The oldest first. A refund leaves this list when the provider has sent its money."
      />
      <ResultNotice result={result} onResult={setResult} />
      <FilterBar label="Filter refunds">
        <FilterSelect
          label="State"
          all="Every state"
          options={{ waiting: "On its way", refused: "Refused by the provider" }}
          value={values.state}
          onChange={(state) => set({ state })}
        />
      </FilterBar>
      <DataTable
        caption="Refunds on their way"
        query={refunds}
        rowId={({ _id }) => _id}
        itemsLabel="refunds"
        csv={{ endpoint: listUnsentRefundsCsv, query: values }}
        empty={{ title: "No refunds are waiting", detail: "All refunds have been sent." }}
        columns={[
          {
            header: "Requested",
            cell: ({ paymentId, createdAt }) => (
              <Link to={paths.operatorPayment(paymentId)} className="link whitespace-nowrap">
                <DeskTime at={createdAt} />
              </Link>
            ),
          },
          personColumn,
          {
            header: "State",
            cell: ({ state, refusal }) => (
              <>
                <RefundPill state={state} />
                {refusal !== null && <span className="block max-w-sm text-sm text-red">{refusal}</span>}
              </>
            ),
          },
          amountColumn,
          {
            header: "Next step",
            cell: (refund) =>
              isOwner ? <RetryRefund refund={refund} onDone={setResult} /> : "An owner can try it again",
          },
        ]}
      />
    </>
  );
}
