import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { listPurchases, type Purchase } from "@greenroom/contract/money/payments.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../../api/query-client.ts";
import { QueryListSection } from "../../../app/query-list-section.tsx";
import { formatDateTime } from "../../../format/format-time.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Table, type TableColumn } from "../../../ui/display/table.tsx";
import { Pill } from "../../../ui/status/pill.tsx";

function PurchasePill({ purchase: { status, amount, refunded = 0 } }: { purchase: Purchase }) {
  // A goodwill refund can give all the money back and leave the sessions.
  if (status === "refunded" || refunded >= amount) return <Pill status="off">Refunded</Pill>;
  return refunded > 0 ? <Pill status="off">Part refunded</Pill> : <Pill status="ready">Paid</Pill>;
}

/** The user's purchases with their receipts, and how much of each was refunded. */
export function PurchaseList() {
  const purchases = useInfiniteQuery(pageOptionsFor(listPurchases));
  const timeZone = useTimeZone();
  const columns: TableColumn<Purchase>[] = [
    { key: "when", header: "Paid", cell: (row) => formatDateTime(new Date(row.paidAt), timeZone) },
    {
      key: "plan",
      header: "Plan",
      cell: (row) => `${row.planType}, ${row.sessions} ${row.sessions === 1 ? "session" : "sessions"}`,
    },
    {
      key: "receipt",
      header: "Receipt",
      cell: (row) => (
        <Link to={paths.receipt(row._id)} className="link inline-flex min-h-6 items-center">
          <span className="sr-only">Receipt </span>
          <span className="break-all font-mono text-sm">{row.receipt}</span>
        </Link>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (row) => <PurchasePill purchase={row} />,
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      cell: ({ amount, refunded = 0 }) => (
        <>
          {formatRupees(amount)}
          {refunded > 0 && (
            <span className="block text-sm text-ink-2">{formatRupees(refunded)} refunded</span>
          )}
        </>
      ),
    },
  ];
  return (
    <QueryListSection
      title="Your purchases"
      query={purchases}
      failureMessage="Your purchases could not be loaded."
      itemsLabel="purchases"
      empty={{ title: "No purchases yet", detail: "Receipts for your plans appear here." }}
    >
      {(rows) => <Table caption="Your payments" columns={columns} rows={rows} rowKey={(row) => row._id} />}
    </QueryListSection>
  );
}
