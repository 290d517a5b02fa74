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

const lights = {
  credited: { status: "ready", children: "Credited" },
  pending: { status: "wait", children: "Pending" },
  void: { status: "off", children: "Taken back" },
} as const;

/** An earning that was paid and then taken back makes a later payout smaller. */
function whereTakenOff(takenOffAt: string | null, timeZone: string): string {
  return takenOffAt === null
    ? "It comes off your next payout."
    : `It came off your payout of ${formatDate(takenOffAt, timeZone)}.`;
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
      isHeading: true,
      cell: ({ bookingId: { userId, startTime }, paidAt, voided }) => (
        <>
          <span className="font-medium">
            Interview with {fullName(userId)}, {formatDay(new Date(startTime), timeZone)}
          </span>
          {paidAt !== null && (
            <span className="block text-sm text-ink-2">Paid on {formatDate(paidAt, timeZone)}</span>
          )}
          {voided !== null && (
            <span className="block text-sm text-ink-2">
              Taken back on {formatDate(voided.at, timeZone)}
              {voided.reason !== null && `: ${voided.reason}`}
              {paidAt !== null && <span className="block">{whereTakenOff(voided.takenOffAt, timeZone)}</span>}
            </span>
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
      cell: ({ amount, status }) => {
        const rupees = formatRupees(amount, { decimals: true });
        if (status !== "void") return rupees;
        return (
          <>
            <span className="sr-only">Taken back: </span>
            <s className="text-ink-2">{rupees}</s>
          </>
        );
      },
    },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => <Pill {...lights[status]} />,
    },
  ];
  return <Table caption="Your earnings" columns={columns} rows={transactions} rowKey={(row) => row._id} />;
}
