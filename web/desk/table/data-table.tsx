import clsx from "clsx";
import "../../ui/table.css";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from "@tanstack/react-query";
import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
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
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and other numbers. */
  align?: "start" | "end";
  /** On a phone this column is the heading of the row's card. */
  isHeading?: boolean;
  /** The server can sort by this column, under the column's id. */
  isSortable?: boolean;
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

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, columnVisibilityFeature });

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
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  /** The header that was pressed last. Its table is replaced while another order is loading, and the focus lost. */
  const pressed = useRef<{ id: string; button: Element } | null>(null);
  function returnFocus(id: string, button: HTMLButtonElement | null) {
    if (button === null || pressed.current?.id !== id || pressed.current.button === button) return;
    pressed.current = null;
    if (document.activeElement === document.body) button.focus();
  }
  const rows = query.data?.pages.flatMap(({ output }) => output) ?? [];
  const sorting = readSort(sort);
  const table = useTable({
    features,
    data: rows,
    columns: columns.map(({ id, isSortable = false }) => ({
      id,
      accessorFn: (row: Row) => row,
      enableSorting: isSortable,
    })),
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableRowSelection: selectionActions !== undefined,
    state: { sorting, rowSelection },
    onRowSelectionChange: setRowSelection,
    onSortingChange: (change) => {
      const [first] = typeof change === "function" ? change(sorting) : change;
      if (first !== undefined) onSortChange?.(`${first.id}.${first.desc ? "desc" : "asc"}`);
    },
  });
  const selected = rows.filter((row) => rowSelection[rowId(row)] === true);
  const columnById = new Map(columns.map((column) => [column.id, column]));
  const isSelectable = selectionActions !== undefined;

  return (
    <>
      {selected.length > 0 && (
        <div className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-md border border-green-line bg-green-tint px-4 py-2.5">
          <p role="status" className="font-semibold">
            {selected.length} selected
          </p>
          {selectionActions?.(selected, () => setRowSelection({}))}
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
                    {table.getHeaderGroups().map((group) => (
                      <tr key={group.id} role="row">
                        {isSelectable && (
                          <th role="columnheader" scope="col" className="w-13 py-3 pl-2">
                            <span className="sr-only">Select</span>
                          </th>
                        )}
                        {group.headers.map(({ id, column }) => {
                          const { header, align } = columnById.get(column.id) ?? { header: column.id };
                          const direction = column.getIsSorted();
                          return (
                            <th
                              key={id}
                              role="columnheader"
                              scope="col"
                              aria-sort={
                                direction === "asc"
                                  ? "ascending"
                                  : direction === "desc"
                                    ? "descending"
                                    : undefined
                              }
                              className={clsx(
                                "px-4 py-3 text-sm font-semibold text-ink-3",
                                align === "end" ? "text-right" : "text-left",
                              )}
                            >
                              {column.getCanSort() ? (
                                <button
                                  ref={(button) => returnFocus(column.id, button)}
                                  type="button"
                                  onClick={(event) => {
                                    pressed.current = { id: column.id, button: event.currentTarget };
                                    column.getToggleSortingHandler()?.(event);
                                  }}
                                  className="inline-flex min-h-9 items-center gap-1.5 rounded-sm hover:text-ink"
                                >
                                  {header}
                                  {direction === "asc" && <ArrowUp aria-hidden="true" className="size-3.5" />}
                                  {direction === "desc" && (
                                    <ArrowDown aria-hidden="true" className="size-3.5" />
                                  )}
                                </button>
                              ) : (
                                header
                              )}
                            </th>
                          );
                        })}
                      </tr>
                    ))}
                  </thead>
                  <tbody role="rowgroup">
                    {table.getRowModel().rows.map((row) => (
                      <tr key={row.id} role="row" className="border-t border-line">
                        {isSelectable && (
                          <td role="cell" data-select className="pl-2 align-middle">
                            <label className="grid size-11 cursor-pointer place-items-center">
                              <input
                                type="checkbox"
                                aria-label={`Select ${rowLabel(row.original)}`}
                                checked={row.getIsSelected()}
                                onChange={row.getToggleSelectedHandler()}
                                className={checkboxClass}
                              />
                            </label>
                          </td>
                        )}
                        {columns.map((column) => (
                          <td
                            key={column.id}
                            role="cell"
                            data-label={column.header}
                            data-heading={column.isHeading}
                            className={clsx(
                              "px-4 py-3 align-middle",
                              column.align === "end" ? "text-right tabular" : "text-left",
                            )}
                          >
                            {/* On a phone, the label and the content are at opposite ends of a line. */}
                            <div className="min-w-0">{column.cell(row.original)}</div>
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

function readSort(sort: string | undefined): SortingState {
  const [id, direction] = sort?.split(".") ?? [];
  return id === undefined || id === "" ? [] : [{ id, desc: direction !== "asc" }];
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
