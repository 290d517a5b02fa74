import {
  checkOrder,
  listUnpaidOrders,
  listUnpaidOrdersCsv,
} from "@greenroom/contract/desk/money/payments.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import { FilterBar, FilterPerson, FilterSelect } from "../../filters/filter-fields.tsx";
import { deskMeta, useDeskTime } from "../../layout/desk-parts.tsx";
import { amountColumn, OrderPill, personColumn } from "../../money/money-parts.tsx";
import { DataTable, useAddressFilter } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Unpaid orders");

/** Orders that nobody paid. */
export default function OrdersPage() {
  const { values, set } = useAddressFilter(["person", "state"]);
  const orders = useInfiniteQuery(pageOptionsFor(listUnpaidOrders, values));
  const [result, setResult] = useState<Result | null>(null);
  const at = useDeskTime();
  return (
    <>
      <PageHeader
        title="Unpaid orders"
        detail="We ask the provider about an open order four times within a day, then give it up."
      />
      <ResultNotice result={result} onResult={setResult} />
      <FilterBar label="Filter orders">
        <FilterPerson value={values.person} onChange={(person) => set({ person })} />
        <FilterSelect
          label="State"
          all="Every state"
          options={{ open: "Open", "given-up": "Given up", failed: "Never opened at the provider" }}
          value={values.state}
          onChange={(state) => set({ state })}
        />
      </FilterBar>
      <DataTable
        caption="Unpaid orders"
        query={orders}
        rowId={({ _id }) => _id}
        itemsLabel="orders"
        csv={{ endpoint: listUnpaidOrdersCsv, query: values }}
        empty={{ title: "No unpaid orders" }}
        columns={[
          { header: "Ordered", cell: ({ createdAt }) => at(createdAt) },
          personColumn,
          { header: "Plan", cell: ({ planType }) => planType },
          {
            header: "State",
            cell: ({ state, checks, nextCheckAt, lastDecline }) => (
              <>
                <OrderPill state={state} />
                <span className="block text-sm text-ink-3">
                  {`Asked ${countOf(checks, "time")}${nextCheckAt === null ? "" : `, next ${at(nextCheckAt)}`}`}
                </span>
                {lastDecline !== null && (
                  <span className="block text-sm text-ink-2">
                    {`Payment declined ${at(lastDecline.at)}${lastDecline.reason === null ? "" : `: “${lastDecline.reason}”`}`}
                  </span>
                )}
              </>
            ),
          },
          amountColumn,
          {
            header: "Next step",
            cell: (order) =>
              order.state === "failed" ? (
                "None: nobody could pay it"
              ) : (
                <ActionButton
                  title="Ask whether an order was paid"
                  action={checkOrder}
                  id={order._id}
                  confirmLabel="Ask the provider"
                  onDone={setResult}
                >
                  Ask the provider
                </ActionButton>
              ),
          },
        ]}
      />
    </>
  );
}
