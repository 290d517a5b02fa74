import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import type { Earning } from "@greenroom/contract/money/earnings.ts";
import { formatDate, formatDay } from "../../../format/format-day.ts";
import { fullName } from "../../../format/full-name.ts";
import { Table, type TableColumn } from "../../../ui/display/table.tsx";
import { Pill } from "../../../ui/status/pill.tsx";

interface EarningsTableProps {
  transactions: readonly Earning[];
  timeZone: string;
}

const statusPills = {
  credited: { status: "ready", children: "Credited" },
  pending: { status: "wait", children: "Pending" },
  void: { status: "off", children: "Taken back" },
} as const;

const withoutInterviewTexts = {
  "late-cancellation": "They canceled too late for a free cancellation, so you are paid.",
  "no-show": "They did not attend, so you are paid for the time you held.",
} as const;

/** An earning that was paid and then taken back is deducted from a later payout. */
function deductedText(takenOffAt: string | null, timeZone: string): string {
  return takenOffAt === null
    ? "It will be deducted from your next payout."
    : `It was deducted from your payout of ${formatDate(new Date(takenOffAt), timeZone)}.`;
}

export function EarningsTable({ transactions, timeZone }: EarningsTableProps) {
  const columns: TableColumn<Earning>[] = [
    {
      key: "details",
      header: "Details",
      isHeading: true,
      cell: ({ bookingId: { userId, startTime }, paidAt, payoutReference, voided, without }) => (
        <>
          <span className="font-medium">
            Interview with {fullName(userId)}, {formatDay(new Date(startTime), timeZone)}
          </span>
          {without !== null && voided === null && (
            <span className="block text-sm text-ink-2">{withoutInterviewTexts[without]}</span>
          )}
          {paidAt !== null && (
            <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">
              Paid on {formatDate(new Date(paidAt), timeZone)}
              {payoutReference ? `, reference: ${payoutReference}` : ""}
            </span>
          )}
          {voided !== null && (
            <span className="block text-sm text-ink-2">
              Taken back on {formatDate(new Date(voided.at), timeZone)}
              {voided.reason !== null && `: ${voided.reason}`}
              {paidAt !== null && <span className="block">{deductedText(voided.takenOffAt, timeZone)}</span>}
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
          {formatDate(new Date(row.creditedAt ?? row.createdAt), timeZone)}
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
      cell: ({ status }) => <Pill {...statusPills[status]} />,
    },
  ];
  return <Table caption="Your earnings" columns={columns} rows={transactions} rowKey={(row) => row._id} />;
}
