import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/operator-calls.tsx";
import { DeskTime, deskMeta } from "../../layout/desk-parts.tsx";
import { amountColumn, personColumn, RefundPill, RetryRefund } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Refunds");

const states = { waiting: "On its way", refused: "Refused by the provider" };

/** Refunds whose money has not gone out. */
export default function RefundsPage() {
  const isOwner = useIsOwner();
  return (
    <>
      <PageHeader
        title="Refunds on their way"
        detail="The oldest first. A refund leaves this list when the provider has sent its money."
      />
      <DeskList
        list={"GET /api/operator/refunds"}
        caption="Refunds on their way"
        noun="refunds"
        filters={[{ name: "state", label: "State", all: "Every state", choices: states }]}
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
            cell: (refund) => (isOwner ? <RetryRefund refund={refund} /> : "An owner can try it again"),
          },
        ]}
      />
    </>
  );
}
