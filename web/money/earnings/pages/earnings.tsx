import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Earning, HeldEarning } from "@greenroom/contract/money/earnings.ts";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage, networkMessages } from "../../../api/client.ts";
import { download } from "../../../api/files.ts";
import { pageOptionsFor, queryOptionsFor } from "../../../api/query-client.tsx";
import { useSite } from "../../../app/page-data.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { LoadMore, QueryContent } from "../../../app/query-content.tsx";
import { formatDate, formatDateTime, formatDay } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/session.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState, PageHeader, Pill, StatCard } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { StatusMessage } from "../../../ui/status.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";

export const meta = () => pageMeta("Earnings");

export default function EarningsPage() {
  return (
    <>
      <PageHeader
        title="Earnings"
        detail={
          <>
            You earn when you send your feedback. Write it under{" "}
            <Link to={paths.history} className="link">
              History
            </Link>
            .
          </>
        }
        aside={<ExportEarnings />}
      />
      <EarningsContent />
    </>
  );
}

const messages = {
  failed: "Failed to load your earnings.",
  network: networkMessages.unavailable,
};

const nothingPending = { amount: 0, interviews: 0 };

function EarningsContent() {
  const earnings = useInfiniteQuery(pageOptionsFor("GET /api/interviewer/earnings"));
  const timeZone = useTimeZone();
  return (
    <QueryContent query={earnings} loadingLabel="Loading your earnings…" messages={messages}>
      {({ pages }) => {
        const transactions = pages.flatMap(({ output }) => output.transactions);
        // Every page contains the sums; those of the first page are reloaded with each refresh.
        const sums = pages[0]?.output;
        return (
          <>
            <EarningsTotal total={sums?.totalEarnings ?? 0} pending={sums?.pending ?? nothingPending} />
            <PaymentTerms />
            {sums !== undefined && sums.toDeduct > 0 && (
              <p className="mb-6 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-amber">
                Your next payout is reduced by {formatRupees(sums.toDeduct, { decimals: true })}, which was
                paid to you and taken back afterwards. You can see the reason at the interview below.
              </p>
            )}
            <HeldEarnings held={sums?.held ?? []} timeZone={timeZone} />
            <h2 className="sr-only">Transactions</h2>
            <Card padded={false} className="overflow-hidden">
              {transactions.length === 0 ? (
                <NoEarnings />
              ) : (
                <EarningsTable transactions={transactions} timeZone={timeZone} />
              )}
            </Card>
            <LoadMore query={earnings} noun="earnings" />
          </>
        );
      }}
    </QueryContent>
  );
}

/** Interviews that ended early, which earn nothing until somebody has answered. */
function HeldEarnings({ held, timeZone }: { held: HeldEarning[]; timeZone: string }) {
  if (held.length === 0) return null;
  return (
    <section
      aria-labelledby="held-earnings"
      className="mb-6 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm"
    >
      <h2 id="held-earnings" className="font-text text-base font-semibold">
        On hold
      </h2>
      <ul className="mt-1 grid gap-1">
        {held.map(({ _id, startTime, userId, minutesTogether, reason }) => (
          <li key={_id} className="break-words">
            {formatDateTime(new Date(startTime), timeZone)}, {fullName(userId)}: ended after {minutesTogether}{" "}
            min
            {reason === null ? ". Say in History why it was short." : ` (“${reason}”).`} You earn when{" "}
            {userId.firstName} says that it was fine, or our team decides so.
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoEarnings() {
  return (
    <EmptyState
      title="No earnings yet"
      detail="Each interview you give is listed here. Offer a few slots to begin."
      action={
        <Link to={paths.calendar} className={buttonClass()}>
          Open my calendar
        </Link>
      }
    />
  );
}

interface EarningsTotalProps {
  /** In rupees; the server sums only credited earnings. */
  total: number;
  /** The part that waits for feedback; `amount` in rupees. */
  pending: { amount: number; interviews: number };
}

function EarningsTotal({ total, pending }: EarningsTotalProps) {
  return (
    <dl className="mb-6 grid gap-3 sm:grid-cols-2 sm:gap-4">
      <StatCard
        label="Total credited"
        value={formatRupees(total, { decimals: true })}
        detail="Credited once your feedback is in"
        status="ready"
      />
      <StatCard
        label="Pending"
        value={formatRupees(pending.amount, { decimals: true })}
        detail={pendingText(pending.interviews)}
        status="wait"
      />
    </dl>
  );
}

function pendingText(count: number): string {
  if (count === 0) return "No earning is waiting for your feedback";
  return count === 1
    ? "1 earning is waiting for your feedback"
    : `${count} earnings are waiting for your feedback`;
}

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

function EarningsTable({ transactions, timeZone }: EarningsTableProps) {
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
              {`Paid on ${formatDate(new Date(paidAt), timeZone)}${payoutReference ? `, reference: ${payoutReference}` : ""}`}
            </span>
          )}
          {voided !== null && (
            <span className="block text-sm text-ink-2">
              <span>
                {`Taken back on ${formatDate(new Date(voided.at), timeZone)}${voided.reason === null ? "" : `: ${voided.reason}`}`}
              </span>
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

/** What an interview earns, and when and where it is paid. */
function PaymentTerms() {
  const { interviewerSharePercent, nextPayout } = useSite();
  return (
    <div className="mb-6 grid max-w-prose gap-2 text-ink-2">
      <p>You get {interviewerSharePercent}% of what the candidate paid. Details in the CSV.</p>
      <p>
        {nextPayout !== null && `Next payout: ${formatDate(new Date(`${nextPayout}T12:00:00Z`), "UTC")}. `}
        <Destination />
      </p>
    </div>
  );
}

/** Where the money goes. Account Settings shows it too, so a failed load shows only the link there. */
function Destination() {
  const { data: details } = useQuery(queryOptionsFor("GET /api/interviewer/payout-details"));
  const timeZone = useTimeZone();
  const link = (text: string) => (
    <Link to={paths.interviewerAccount} className="link">
      {text}
    </Link>
  );
  // Keys, because a translated page has other texts than React knows: a sentence is replaced as a whole.
  if (details === undefined) return <span key="unknown">Where: see {link("Account")}.</span>;
  const { current, pending } = details;
  if (current !== null) {
    return (
      <span key="current">
        Paid to {current.account}. Change it under {link("Account")}.
      </span>
    );
  }
  if (pending !== null) {
    return (
      <span key="pending">
        Your payout details start {formatDateTime(new Date(pending.usableAt), timeZone)},{" "}
        {timeZoneLabel(timeZone, new Date(pending.usableAt))}.
      </span>
    );
  }
  return <span key="none">No payout details yet. {link("Add payout details")}</span>;
}

const exportMessages = {
  failed: "Failed to export your earnings.",
  network: networkMessages.unavailable,
};

/** Downloads the earnings and deductions as a CSV file. */
function ExportEarnings() {
  const exportCsv = useMutation({
    mutationFn: () => download("GET /api/interviewer/earnings.csv", "earnings.csv"),
  });
  return (
    <div className="grid justify-items-end gap-2">
      <Button variant="quiet" size="sm" pending={exportCsv.isPending} onClick={() => exportCsv.mutate()}>
        Export CSV
      </Button>
      <StatusMessage message={exportCsv.error && errorMessage(exportCsv.error, exportMessages)} tone="bad" />
    </div>
  );
}
