import { type LedgerEntry, listLedger } from "@greenroom/contract/money/credits.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { pageOptionsFor } from "../../../api/query-client.ts";
import { QueryListSection } from "../../../app/query-list-section.tsx";
import { formatDateTime } from "../../../format/format-time.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Table, type TableColumn } from "../../../ui/display/table.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { ledgerKindText, ledgerReasonText } from "../ledger-text.ts";

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
  const ledger = useInfiniteQuery(pageOptionsFor(listLedger));
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
