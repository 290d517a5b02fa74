import type { Difference } from "@greenroom/contract/desk/money/settlements.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { BreakableAddress, DescriptionList, PageHeader } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { OperatorQueryContent } from "../../access/operator-calls.tsx";
import { BackLink, deskMeta, useDeskTime } from "../../layout/desk-parts.tsx";
import { rupees } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Settlement file");

const kinds: Record<Difference["kind"], { label: string; next: string }> = {
  "missing-with-us": {
    label: "not in our books",
    next: "Look it up in the provider's dashboard: its amount may not be that of the order.",
  },
  "missing-with-provider": {
    label: "not in the file",
    next: "It may be in the previous or the next file, because the provider settles after a few days.",
  },
  "other-amount": {
    label: "different amount",
    next: "Compare the payment here with the provider's dashboard.",
  },
};

const choices = Object.fromEntries(
  Object.entries(kinds).map(([kind, { label }]) => [kind, label.charAt(0).toUpperCase() + label.slice(1)]),
);
const orDash = (amount: number | null) => (amount === null ? "–" : rupees(amount));

/** One settlement file and what differs from our books. */
export default function SettlementPage() {
  const { id = "" } = useParams();
  const params = { id };
  const file = useQuery(queryOptionsFor("GET /api/operator/settlements/:id", { params }));
  const at = useDeskTime();
  return (
    <>
      <BackLink to={paths.operatorMoneyPart("settlements")}>All files</BackLink>
      <PageHeader title="Settlement file" detail={file.data?.fileName} />
      <OperatorQueryContent query={file} loadingLabel="Loading the file…">
        {(data) => (
          <Card className="mb-5">
            <DescriptionList
              items={[
                { term: "Covers", detail: `${at(data.from)} to ${at(data.until)}` },
                { term: "Payments", detail: `${data.payments}: ${orDash(data.paid)}` },
                { term: "Refunds", detail: `${data.refunds}: ${orDash(data.refunded)}` },
                { term: "Fees and tax", detail: orDash(data.fees) },
                {
                  term: "Compared",
                  detail: (
                    <>
                      {at(data.uploadedAt)} by <BreakableAddress>{data.uploadedBy}</BreakableAddress>
                    </>
                  ),
                },
                { term: "Differences", detail: data.differences },
              ]}
            />
          </Card>
        )}
      </OperatorQueryContent>
      <DeskList
        list={"GET /api/operator/settlements/:id/differences"}
        params={params}
        caption="Differences"
        noun="differences"
        filters={[{ name: "kind", label: "Difference", all: "Every difference", choices }]}
        rowId={({ position }) => String(position)}
        empty={{ title: "No differences", detail: "The file and our books agree." }}
        columns={[
          {
            header: "Difference",
            isHeading: true,
            cell: (row) => (
              <>
                {row.entity === "refund" ? "Refund" : "Payment"}: {kinds[row.kind].label}
                <span className="block text-sm text-ink-3">{kinds[row.kind].next}</span>
              </>
            ),
          },
          {
            header: "Provider's id",
            cell: ({ reference, paymentId }) =>
              paymentId === null ? (
                <span className="break-all">{reference}</span>
              ) : (
                <Link to={paths.operatorPayment(paymentId)} className="link break-all">
                  {reference}
                </Link>
              ),
          },
          { header: "Line", align: "end", cell: ({ line }) => line ?? "–" },
          { header: "Ours", align: "end", cell: ({ ours }) => orDash(ours) },
          { header: "Theirs", align: "end", cell: ({ theirs }) => orDash(theirs) },
        ]}
      />
    </>
  );
}
