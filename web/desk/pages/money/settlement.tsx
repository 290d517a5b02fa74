import {
  type Difference,
  exportDifferences,
  getSettlementFile,
  listDifferences,
} from "@greenroom/contract/desk/money/settlements.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { callForPage, type ListPage } from "../../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { DescriptionList, PageHeader } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { OperatorQueryContent } from "../../access/operator-query-content.tsx";
import { useOperatorDownload } from "../../access/use-operator-call.ts";
import { DownloadButton, DownloadProblem } from "../../actions/download-button.tsx";
import { FilterBar, FilterSelect } from "../../filters/filter-fields.tsx";
import { BackLink } from "../../layout/back-link.tsx";
import { deskMeta } from "../../layout/desk-meta.ts";
import { DataTable } from "../../table/data-table.tsx";
import { useAddressFilter } from "../../table/use-address-filter.ts";
import { useDeskZone } from "../../time/desk-time.tsx";

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

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const rupees = (amount: number | null) => (amount === null ? "–" : formatRupees(amount, { decimals: true }));
const pageRows = "50";

/** One settlement file and what differs from our books. */
export default function SettlementPage() {
  const { id = "" } = useParams();
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter(["kind"]);
  const params = { id };
  const file = useQuery(queryOptionsFor(getSettlementFile, { params }));
  const kind = (Object.keys(kinds) as Difference["kind"][]).find((value) => value === values.kind);
  const differences = useInfiniteQuery<
    ListPage<Difference[]>,
    Error,
    InfiniteData<ListPage<Difference[]>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...queryKeyFor(listDifferences), id, kind],
    queryFn: ({ signal, pageParam }) =>
      callForPage(listDifferences, {
        params,
        query: { kind, limit: pageRows, after: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
  const operatorDownload = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => operatorDownload(exportDifferences, "settlement-differences.csv", params),
  });
  const at = (instant: string) => formatDateTime(new Date(instant), timeZone);
  return (
    <>
      <BackLink to={paths.operatorMoneyPart("settlements")}>All files</BackLink>
      <PageHeader
        title="Settlement file"
        detail={file.data?.fileName}
        aside={<DownloadButton save={save} />}
      />
      <DownloadProblem save={save} className="mb-4" />
      <OperatorQueryContent query={file} loadingLabel="Loading the file…">
        {(data) => (
          <Card className="mb-5">
            <DescriptionList
              items={[
                {
                  term: "Covers",
                  detail: `${at(data.from)} to ${at(data.until)}`,
                },
                { term: "Payments", detail: `${data.payments}: ${rupees(data.paid)}` },
                { term: "Refunds", detail: `${data.refunds}: ${rupees(data.refunded)}` },
                { term: "Fees and tax", detail: rupees(data.fees) },
                { term: "Compared", detail: `${at(data.uploadedAt)} by ${data.uploadedBy}` },
                { term: "Differences", detail: data.differences },
              ]}
            />
          </Card>
        )}
      </OperatorQueryContent>
      <FilterBar label="Filter differences">
        <FilterSelect
          label="Difference"
          all="Every difference"
          options={Object.entries(kinds).map(([value, { label }]) => ({ value, label: capitalize(label) }))}
          value={kind}
          onChange={(next) => set({ kind: next })}
        />
      </FilterBar>
      <DataTable
        caption="Differences"
        query={differences}
        rowId={({ position }) => String(position)}
        itemsLabel="differences"
        empty={{ title: "No differences", detail: "The file and our books agree." }}
        columns={[
          {
            id: "kind",
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
            id: "reference",
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
          { id: "line", header: "Line", align: "end", cell: ({ line }) => line ?? "–" },
          { id: "ours", header: "Ours", align: "end", cell: ({ ours }) => rupees(ours) },
          { id: "theirs", header: "Theirs", align: "end", cell: ({ theirs }) => rupees(theirs) },
        ]}
      />
    </>
  );
}
