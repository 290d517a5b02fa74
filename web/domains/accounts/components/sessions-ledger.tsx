import { type LedgerEntry, listLedger } from "@greenroom/contract/credits.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api/queries.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { formatDayTime } from "../format-moment.ts";
import { useTimeZone } from "../use-time-zone.ts";
import { ListSection } from "./list-section.tsx";

const kinds = {
  grant: { word: "Bought", status: "ready" },
  spend: { word: "Spent", status: "off" },
  return: { word: "Returned", status: "ready" },
  refund: { word: "Refunded", status: "wait" },
} as const;

/** Every session bought, spent, returned or refunded: how the number at the foot of the sidebar came to be. */
export function SessionsLedger() {
  const ledger = useQuery(queryOf(listLedger));
  const timeZone = useTimeZone();
  const columns: TableColumn<LedgerEntry>[] = [
    { key: "when", header: "When", cell: (entry) => formatDayTime(new Date(entry.createdAt), timeZone) },
    {
      key: "what",
      header: "What",
      cell: (entry) => (
        <Pill cue={false} status={kinds[entry.kind].status}>
          {kinds[entry.kind].word}
        </Pill>
      ),
    },
    { key: "why", header: "Why", cell: (entry) => entry.reason },
    { key: "sessions", header: "Sessions", align: "end", cell: (entry) => signed(entry.delta) },
    { key: "left", header: "Left", align: "end", cell: (entry) => entry.balance },
  ];
  return (
    <ListSection
      title="Your sessions"
      query={ledger}
      failure="Your sessions could not be loaded."
      empty={{ title: "No sessions yet", detail: "What you buy and book is written here, line by line." }}
    >
      {(rows) => (
        <Table
          caption="Every session bought, spent, returned or refunded"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
        />
      )}
    </ListSection>
  );
}

/** With a true minus, so that screen readers say it. */
function signed(delta: number): string {
  return delta > 0 ? `+${delta}` : `−${Math.abs(delta)}`;
}
