import {
  checkOrder,
  listUnpaidOrders,
  previewOrderCheck,
  type UnpaidOrder,
} from "@greenroom/contract/desk/money/payments.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { useOperatorCall } from "../../access/use-operator-call.ts";
import { ActionDialog } from "../../actions/action-dialog.tsx";
import { useRefresh } from "../../actions/use-refresh.ts";
import { FilterBar, FilterPerson, FilterSelect } from "../../filters/filter-fields.tsx";
import { deskMeta } from "../../layout/desk-meta.ts";
import { amountColumn, personColumn } from "../../money/money-columns.tsx";
import { OrderPill } from "../../money/money-states.tsx";
import { type ActionResult, ResultNotice } from "../../results/result-notice.tsx";
import { DataTable } from "../../table/data-table.tsx";
import { useAddressFilter } from "../../table/use-address-filter.ts";
import { useDeskZone } from "../../time/desk-time.tsx";

export const meta = () => deskMeta("Unpaid orders");

/** Orders that nobody paid. */
export default function OrdersPage() {
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter(["person", "state"]);
  const orders = useInfiniteQuery(pageOptionsFor(listUnpaidOrders, values));
  const [checking, setChecking] = useState<UnpaidOrder | null>(null);
  const [result, setResult] = useState<ActionResult | null>(null);
  const at = (instant: string) => formatDateTime(new Date(instant), timeZone);
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
          options={[
            { value: "open", label: "Open" },
            { value: "given-up", label: "Given up" },
            { value: "failed", label: "Never opened at the provider" },
          ]}
          value={values.state}
          onChange={(state) => set({ state })}
        />
      </FilterBar>
      <DataTable
        caption="Unpaid orders"
        query={orders}
        rowId={({ _id }) => _id}
        itemsLabel="orders"
        empty={{ title: "No unpaid orders" }}
        columns={[
          { id: "at", header: "Ordered", cell: ({ createdAt }) => at(createdAt) },
          personColumn,
          { id: "plan", header: "Plan", cell: ({ planType }) => planType },
          {
            id: "state",
            header: "State",
            cell: ({ state, checks, nextCheckAt, lastDecline }) => (
              <>
                <OrderPill state={state} />
                <span className="block text-sm text-ink-3">
                  Asked {checks} time{checks === 1 ? "" : "s"}
                  {nextCheckAt !== null && `, next ${at(nextCheckAt)}`}
                </span>
                {lastDecline !== null && (
                  <span className="block text-sm text-ink-2">
                    Payment declined {at(lastDecline.at)}
                    {lastDecline.reason !== null && `: “${lastDecline.reason}”`}
                  </span>
                )}
              </>
            ),
          },
          amountColumn,
          {
            id: "next",
            header: "Next step",
            cell: (order) =>
              order.state === "failed" ? (
                "None: nobody could pay it"
              ) : (
                <Button size="sm" variant="quiet" onClick={() => setChecking(order)}>
                  Ask the provider
                </Button>
              ),
          },
        ]}
      />
      {checking !== null && (
        <CheckDialog orderId={checking._id} onDone={setResult} onClose={() => setChecking(null)} />
      )}
    </>
  );
}

interface CheckDialogProps {
  orderId: string;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

const changed = [listUnpaidOrders];

function CheckDialog({ orderId: id, onDone, onClose }: CheckDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(previewOrderCheck, { params: { id } }),
    [operatorCall, id],
  );
  return (
    <ActionDialog
      title="Ask whether an order was paid"
      loadPreview={loadPreview}
      confirmLabel="Ask the provider"
      onConfirm={async (action) => {
        const { msg } = await operatorCall(checkOrder, { params: { id }, body: action });
        onDone({ msg });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
