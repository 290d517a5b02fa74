import { formatRupees } from "@greenroom/contract/money.ts";
import { listPurchases, type Purchase } from "@greenroom/contract/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { formatDayTime } from "../format-moment.ts";
import { useTimeZone } from "../use-time-zone.ts";
import { ListSection } from "./list-section.tsx";

/** What was paid, with its receipt. */
export function Purchases() {
  const purchases = useQuery(queryOf(listPurchases));
  const timeZone = useTimeZone();
  const columns: TableColumn<Purchase>[] = [
    { key: "when", header: "Paid", cell: (row) => formatDayTime(new Date(row.paidAt), timeZone) },
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
      cell: (row) =>
        row.status === "captured" ? <Pill status="ready">Paid</Pill> : <Pill status="wait">Refunded</Pill>,
    },
    { key: "amount", header: "Amount", align: "end", cell: (row) => formatRupees(row.amount) },
  ];
  return (
    <ListSection
      title="Your purchases"
      query={purchases}
      failure="Your purchases could not be loaded."
      empty={{ title: "Nothing bought yet", detail: "Receipts of your plans are kept here." }}
    >
      {(rows) => <Table caption="Your payments" columns={columns} rows={rows} rowKey={(row) => row._id} />}
    </ListSection>
  );
}
