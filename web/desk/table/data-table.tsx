import clsx from "clsx";
import "../../ui/table.css";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { ListPage } from "../../api/client.ts";
import { LoadMore } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { checkboxClass } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import {
  DownloadButton,
  DownloadProblem,
  OperatorQueryContent,
  useIsOwner,
  useOperatorDownload,
} from "../access/operator-calls.tsx";

export interface DataColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and other numbers. */
  align?: "start" | "end";
  /** On a phone this column is the heading of the row's card. */
  isHeading?: boolean;
  /** The name under which the server sorts by this column. */
  sortBy?: string;
}

interface DataTableProps<Row extends object> {
  /** A description of the table, for screen readers. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row[]>>>;
  rowId: (row: Row) => string;
  /** The plural name of the list's entries: "payments". */
  itemsLabel: string;
  empty: { title: string; detail?: string };
  /** `column.desc` or `column.asc`, as in the address. */
  sort?: string | undefined;
  onSortChange?: (sort: string) => void;
  /** Shown above the table while rows are selected; rows can be selected only when this is set. */
  selectionActions?: (rows: Row[], clear: () => void) => ReactNode;
  rowLabel?: (row: Row) => string;
  /** The list's CSV call, for owners, with the filters that are set. */
  csv?: CsvExportProps;
}

interface CsvExportProps {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
}

/** A list of the desk: the server sorts, filters and pages; rows are cards on a phone. */
export function DataTable<Row extends object>({
  caption,
  columns,
  query,
  rowId,
  itemsLabel,
  empty,
  sort,
  onSortChange,
  selectionActions,
  rowLabel = rowId,
  csv,
}: DataTableProps<Row>) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  /** The header that was pressed last. Its table is replaced while another order is loading, and the focus lost. */
  const pressed = useRef<{ sortBy: string; button: Element } | null>(null);
  function returnFocus(sortBy: string, button: HTMLButtonElement | null) {
    if (button === null || pressed.current?.sortBy !== sortBy || pressed.current.button === button) return;
    pressed.current = null;
    if (document.activeElement === document.body) button.focus();
  }
  function toggle(id: string) {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  }
  const rows = query.data?.pages.flatMap(({ output }) => output) ?? [];
  const selected = rows.filter((row) => selectedIds.has(rowId(row)));
  const isSelectable = selectionActions !== undefined;
  const alignment = ({ align }: DataColumn<Row>) => (align === "end" ? "text-right" : "text-left");

  return (
    <>
      {selected.length > 0 && (
        <div className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-md border border-green-line bg-green-tint px-4 py-2.5">
          <p role="status" className="font-semibold">
            {selected.length} selected
          </p>
          {selectionActions?.(selected, () => setSelectedIds(new Set()))}
        </div>
      )}
      <OperatorQueryContent query={query} loadingLabel={`Loading ${itemsLabel}…`}>
        {() => (
          <Card padded={false} className="overflow-hidden">
            {rows.length === 0 ? (
              <EmptyState headingLevel={2} {...empty} />
            ) : (
              <ScrollBox label={caption}>
                {/* biome-ignore-start lint/a11y/noRedundantRoles: a table with `display: block` (on a phone) loses its own */}
                <table role="table" className="stack-table w-full border-collapse text-base">
                  <caption className="sr-only">{caption}</caption>
                  <thead role="rowgroup">
                    <tr role="row">
                      {isSelectable && (
                        <th role="columnheader" scope="col" className="w-13 py-3 pl-2">
                          <span className="sr-only">Select</span>
                        </th>
                      )}
                      {columns.map((column) => {
                        const { header, sortBy } = column;
                        const isDescending = sort === `${sortBy}.desc`;
                        const isSorted = isDescending || sort === `${sortBy}.asc`;
                        const Arrow = isDescending ? ArrowDown : ArrowUp;
                        return (
                          <th
                            key={header}
                            role="columnheader"
                            scope="col"
                            aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
                            className={clsx("px-4 py-3 text-sm font-semibold text-ink-3", alignment(column))}
                          >
                            {sortBy === undefined ? (
                              header
                            ) : (
                              <button
                                ref={(button) => returnFocus(sortBy, button)}
                                type="button"
                                onClick={({ currentTarget }) => {
                                  pressed.current = { sortBy, button: currentTarget };
                                  onSortChange?.(`${sortBy}.${isDescending ? "asc" : "desc"}`);
                                }}
                                className="inline-flex min-h-9 items-center gap-1.5 rounded-sm hover:text-ink"
                              >
                                {header}
                                {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
                              </button>
                            )}
                          </th>
                        );
                      })}
                    </tr>
                  </thead>
                  <tbody role="rowgroup">
                    {rows.map((row) => (
                      <tr key={rowId(row)} role="row" className="border-t border-line">
                        {isSelectable && (
                          <td role="cell" data-select className="pl-2 align-middle">
                            <label className="grid size-11 cursor-pointer place-items-center">
                              <input
                                type="checkbox"
                                aria-label={`Select ${rowLabel(row)}`}
                                checked={selectedIds.has(rowId(row))}
                                onChange={() => toggle(rowId(row))}
                                className={checkboxClass}
                              />
                            </label>
                          </td>
                        )}
                        {columns.map((column) => (
                          <td
                            key={column.header}
                            role="cell"
                            data-label={column.header}
                            data-heading={column.isHeading}
                            className={clsx(
                              "px-4 py-3 align-middle",
                              alignment(column),
                              column.align === "end" && "tabular",
                            )}
                          >
                            {/* On a phone, the label and the content are at opposite ends of a line. */}
                            <div className="min-w-0">{column.cell(row)}</div>
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
                {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
              </ScrollBox>
            )}
          </Card>
        )}
      </OperatorQueryContent>
      <LoadMore query={query} noun={itemsLabel} />
      {csv !== undefined && rows.length > 0 && <CsvExport {...csv} />}
    </>
  );
}

function CsvExport({ endpoint, params, query }: CsvExportProps) {
  const operatorDownload = useOperatorDownload();
  const save = useMutation({ mutationFn: () => operatorDownload(endpoint, null, params, query) });
  if (!useIsOwner()) return null;
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

interface SelectionEndProps {
  count: number;
  /** The most rows that one action accepts. */
  max: number;
  onClear: () => void;
}

/** The end of the bar over selected rows: a hint when they are too many, and a button that selects none. */
export function SelectionEnd({ count, max, onClear }: SelectionEndProps) {
  return (
    <>
      {count > max && <span className="text-sm text-ink-2">At most {max} at once.</span>}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Select none
      </Button>
    </>
  );
}

/**
 * The filters of a list, kept in the address: a reload, a link and the back button keep them. An empty value removes
 * the filter.
 */
export function useAddressFilter<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === "" ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, string>>;

  function set(changes: Partial<Record<Name, string | null>>) {
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes) as [Name, string | null][]) {
          if (value === null || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return { values, set };
}
