import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import type { LedgerEntry, Purchase } from "@greenroom/contract/money/payments.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { QueryListSection } from "../../app/query-content.tsx";
import { formatDateTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Pill } from "../../ui/content.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";

function PurchasePill({ purchase: { status, amount, refunded = 0 } }: { purchase: Purchase }) {
  // A goodwill refund can give all the money back and leave the sessions.
  if (status === "refunded" || refunded >= amount) return <Pill status="off">Refunded</Pill>;
  return refunded > 0 ? <Pill status="off">Part refunded</Pill> : <Pill status="ready">Paid</Pill>;
}

/** The user's purchases with their receipts, and how much of each was refunded. */
export function PurchaseList() {
  const purchases = useInfiniteQuery(pageOptionsFor("GET /api/user/purchases"));
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

const entryStatus = {
  grant: "ready",
  spend: "off",
  return: "ready",
  refund: "wait",
  "taken-back": "off",
} as const;

/**
 * Every session that was bought, used, returned or refunded, which explains the number at the bottom of the
 * sidebar.
 */
export function CreditLedger() {
  const ledger = useInfiniteQuery(pageOptionsFor("GET /api/user/credits"));
  const timeZone = useTimeZone();
  const columns: TableColumn<LedgerEntry>[] = [
    { key: "when", header: "When", cell: (entry) => formatDateTime(new Date(entry.createdAt), timeZone) },
    {
      key: "what",
      header: "What",
      cell: (entry) => (
        <Pill dot={false} status={entryStatus[entry.kind]}>
          {ledgerKindText(entry)}
        </Pill>
      ),
    },
    { key: "why", header: "Why", cell: ledgerReasonText },
    { key: "sessions", header: "Sessions", align: "end", cell: (entry) => formatSignedCount(entry.delta) },
    { key: "left", header: "Left", align: "end", cell: (entry) => entry.balance },
  ];
  return (
    <QueryListSection
      title="Your sessions"
      query={ledger}
      failureMessage="Your sessions could not be loaded."
      itemsLabel="entries"
      empty={{ title: "No sessions yet", detail: "Every session you buy or use is listed here." }}
    >
      {(rows) => (
        <Table
          caption="Every session bought, used, returned or refunded"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
        />
      )}
    </QueryListSection>
  );
}

/** Uses a real minus sign, which screen readers read aloud. */
function formatSignedCount(delta: number): string {
  if (delta === 0) return "0";
  return delta > 0 ? `+${delta}` : `−${Math.abs(delta)}`;
}

/**
 * The reason of a ledger entry, without what its other columns show. Entries never change, so those of earlier
 * versions still repeat the kind and the count: `Bought Pro: 3 sessions`, `Refunded: Double payment`.
 */
export function ledgerReasonText({ reason }: Pick<LedgerEntry, "reason">): string {
  const bought = /^Bought (\w+): \d+ sessions?$/.exec(reason);
  if (bought) return `${bought[1]} plan`;
  return reason.replace(/^Refunded: /, "");
}

/** The kind of an entry. A grant with a plan was bought; any other grant was given. */
export function ledgerKindText({ kind, reason }: Pick<LedgerEntry, "kind" | "reason">): string {
  if (kind === "grant") return /^Bought | plan$/.test(reason) ? "Bought" : "Added";
  return { spend: "Spent", return: "Returned", refund: "Refunded", "taken-back": "Taken back" }[kind];
}
