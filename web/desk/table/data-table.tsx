import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { EndpointName, ListName, OutputOf } from "../../api/endpoints.ts";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { LoadMore } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { checkboxClass } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import {
  DownloadButton,
  DownloadProblem,
  OperatorQueryContent,
  useIsOwner,
  useOperatorDownload,
} from "../access/operator-calls.tsx";
import { dayRange, Filters, type ListFilter, useAddressFilter } from "../filters/filter-fields.tsx";
import { useDeskZone } from "../layout/desk-parts.tsx";

export type DeskColumn<Row> = Omit<TableColumn<Row>, "key">;

type RowOf<List extends ListName> = OutputOf<List> extends readonly (infer Row)[] ? Row & object : never;
type Values = Partial<Record<string, string>>;

interface DeskListProps<List extends ListName> {
  list: List;
  params?: Record<string, string>;
  /** A description of the table, for screen readers. */
  caption: string;
  /** The plural name of the list's entries: "payments". */
  noun: string;
  filters?: readonly ListFilter[];
  /** The query for the filters that are set, unless they are those of the contract. */
  toQuery?: (values: Values) => Values;
  columns: readonly DeskColumn<RowOf<List>>[];
  rowId?: (row: RowOf<List>) => string;
  empty: { title: string; detail?: string };
  selection?: Selection<RowOf<List>>;
}

/** A list of which rows can be selected. */
interface Selection<Row> {
  label: (row: Row) => string;
  canSelect?: (row: Row) => boolean;
  /** Beside the number of selected rows. */
  actions: (rows: Row[], clear: () => void) => ReactNode;
}

/** A list of the desk: the server filters and pages it; rows are cards on a phone. */
export function DeskList<List extends ListName>({
  list,
  params,
  caption,
  noun,
  filters = [],
  toQuery = (values) => values,
  columns,
  rowId = (row) => (row as unknown as { _id: string })._id,
  empty,
  selection,
}: DeskListProps<List>) {
  type Row = RowOf<List>;
  const timeZone = useDeskZone();
  const { values } = useAddressFilter();
  const set = Object.fromEntries(filters.map(({ name, value }) => [name, values[name] ?? value]));
  const { from, to, ...filter } = toQuery(set);
  const query = { ...filter, ...dayRange(from, to, timeZone) };
  const pages = useInfiniteQuery({
    ...pageOptionsFor(list, query, params),
    // Most reads are a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const rows = pages.data?.pages.flatMap(({ output }) => output as Row[]) ?? [];
  const selectable = selection === undefined ? [] : rows.filter(selection.canSelect ?? (() => true));
  const selected = selectable.filter((row) => selectedIds.has(rowId(row)));
  const clear = () => setSelectedIds(new Set());
  function toggle(id: string) {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  }
  const selectColumn: DeskColumn<Row> = {
    header: "Select",
    isSelect: true,
    cell: (row) =>
      selectable.includes(row) && (
        <label className="grid size-11 sm:-m-3 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${selection?.label(row)}`}
            checked={selectedIds.has(rowId(row))}
            onChange={() => toggle(rowId(row))}
            className={checkboxClass}
          />
        </label>
      ),
  };

  return (
    <>
      {filters.length > 0 && <Filters noun={noun} filters={filters} />}
      {selected.length > 0 ? (
        <div className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-md border border-green-line bg-green-tint px-4 py-2.5">
          <p role="status" className="font-semibold">
            {selected.length} selected
          </p>
          {selection?.actions(selected, clear)}
          {selected.length > maxActionRows && (
            <span className="text-sm text-ink-2">At most {maxActionRows} at once.</span>
          )}
          <Button size="sm" variant="ghost" onClick={clear}>
            Select none
          </Button>
        </div>
      ) : (
        selectable.length > 1 && (
          <Button
            size="sm"
            variant="ghost"
            className="mb-3"
            onClick={() => setSelectedIds(new Set(selectable.map(rowId)))}
          >
            Select all {selectable.length}
          </Button>
        )
      )}
      <OperatorQueryContent query={pages} loadingLabel={`Loading ${noun}…`}>
        {() => (
          <Card padded={false} className="overflow-hidden sm:[&_td]:px-4 sm:[&_th]:px-4">
            {rows.length === 0 ? (
              <EmptyState headingLevel={2} {...empty} />
            ) : (
              <ScrollBox label={caption}>
                <Table
                  caption={caption}
                  rows={rows}
                  rowKey={rowId}
                  columns={[...(selection === undefined ? [] : [selectColumn]), ...columns].map((column) => ({
                    ...column,
                    key: column.header,
                  }))}
                />
              </ScrollBox>
            )}
          </Card>
        )}
      </OperatorQueryContent>
      <LoadMore query={pages} noun={noun} />
      {rows.length > 0 && <CsvExport csv={`${list}.csv` as EndpointName} {...{ params, query }} />}
    </>
  );
}

interface CsvExportProps {
  csv: EndpointName;
  isCsvForAll?: boolean;
  params?: Record<string, string> | undefined;
  query?: Record<string, string | undefined>;
}

/** The rows of a list as a file. */
export function CsvExport({ csv, isCsvForAll = false, params, query }: CsvExportProps) {
  const operatorDownload = useOperatorDownload();
  const save = useMutation({ mutationFn: () => operatorDownload(csv, null, params, query) });
  if (!useIsOwner() && !isCsvForAll) return null;
  return (
    <div className="mt-3">
      <DownloadButton save={save} size="sm" />
      <DownloadProblem save={save} className="mt-3" />
    </div>
  );
}

/**
 * Makes content that is too wide scroll sideways, by keyboard too, and shows a hint. While all of it is in sight, Tab
 * does not stop at it.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {isCut && <p className="px-4 py-2 text-sm text-ink-3">Scroll sideways to see all of it.</p>}
      <section ref={box} aria-label={label} tabIndex={isCut ? 0 : undefined} className="overflow-x-auto">
        {children}
      </section>
    </>
  );
}
