import type { Earning } from "@greenroom/contract/earnings.ts";
import { formatRupees } from "@greenroom/contract/money.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { formatDay } from "../../../ui/time/format-day.ts";
import { dateFormatter } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";

interface EarningsTableProps {
  transactions: readonly Earning[];
  timeZone: string;
}

/** `20 Nov 2026`: money is looked up long after, so its day has a year. */
function formatDate(iso: string, timeZone: string): string {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  return dateFormatter(timeZone, options).format(new Date(iso));
}

export function EarningsTable({ transactions, timeZone }: EarningsTableProps) {
  const columns: TableColumn<Earning>[] = [
    {
      key: "details",
      header: "Details",
      cell: ({ bookingId: { userId, startTime }, paidAt }) => (
        <>
          <span className="font-medium">
            Interview with {fullName(userId)}, {formatDay(new Date(startTime), timeZone)}
          </span>
          {paidAt !== null && (
            <span className="block text-sm text-ink-2">Paid on {formatDate(paidAt, timeZone)}</span>
          )}
        </>
      ),
    },
    {
      key: "date",
      header: "Date",
      cell: (row) => (
        <span className="whitespace-nowrap tabular">
          {formatDate(row.creditedAt ?? row.createdAt, timeZone)}
        </span>
      ),
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      cell: (row) => formatRupees(row.amount, { decimals: true }),
    },
    {
      key: "status",
      header: "Status",
      cell: (row) =>
        row.status === "credited" ? <Pill status="ready">Credited</Pill> : <Pill status="wait">Pending</Pill>,
    },
  ];
  return <Table caption="Your earnings" columns={columns} rows={transactions} rowKey={(row) => row._id} />;
}
