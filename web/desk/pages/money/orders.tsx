import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { personFilter } from "../../filters/filter-fields.tsx";
import { deskMeta, useDeskTime } from "../../layout/desk-parts.tsx";
import { amountColumn, OrderPill, personColumn } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Unpaid orders");

const states = { open: "Open", "given-up": "Given up", failed: "Never opened at the provider" };

/** Orders that nobody paid. */
export default function OrdersPage() {
  const at = useDeskTime();
  return (
    <>
      <PageHeader
        title="Unpaid orders"
        detail="We ask the provider about an open order four times within a day, then give it up."
      />
      <DeskList
        list={"GET /api/operator/orders"}
        caption="Unpaid orders"
        noun="orders"
        filters={[personFilter, { name: "state", label: "State", all: "Every state", choices: states }]}
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
            cell: ({ _id, state }) =>
              state === "failed" ? (
                "None: nobody could pay it"
              ) : (
                <ActionButton
                  title="Ask whether an order was paid"
                  action={"POST /api/operator/orders/:id/check"}
                  id={_id}
                  confirmLabel="Ask the provider"
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
