import clsx from "clsx";
import type { ReactNode } from "react";
import "./table.css";

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and other numbers. */
  align?: "start" | "end" | undefined;
  /** On a phone this column is the heading of the row's card, without its column's name; for longer text. */
  isHeading?: boolean | undefined;
  /** A checkbox, which a phone shows in the corner of the row's card. */
  isSelect?: boolean | undefined;
}

export interface TableProps<Row> {
  /** A description of the table, for screen readers only. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** The roles are explicit because a table with `display: block` (on a phone) loses its own. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const alignment = (column: TableColumn<Row>) =>
    column.align === "end" ? "text-right tabular" : "text-left";
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" className="stack-table w-full border-collapse text-base">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={clsx("px-5 py-3 text-sm font-semibold text-ink-3", alignment(column))}
            >
              <span className={column.isSelect ? "sr-only" : undefined}>{column.header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className="border-t border-line">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.header}
                data-heading={column.isHeading}
                data-select={column.isSelect}
                className={clsx("px-5 py-3.5 align-middle", alignment(column))}
              >
                {/* On a phone, the label and the content are at opposite ends of a line. */}
                <div className="min-w-0">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
