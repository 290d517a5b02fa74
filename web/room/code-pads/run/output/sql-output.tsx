import type { Ref } from "react";
import { splitSqlOutput } from "./sql-table.ts";

/** The results of a run of SQL: each as a table, with messages and errors between them. */
export function SqlOutput({ output, ref }: { output: string; ref: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      aria-label="Output"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="grid min-h-0 justify-items-start gap-2 overflow-auto px-4 pt-1 pb-3 font-mono text-sm"
    >
      {splitSqlOutput(output).map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an output are never reordered
        if (part.kind === "text") return <Text key={index} text={part.text} />;
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an output are never reordered
        return <ResultTable key={index} columns={part.columns} rows={part.rows} />;
      })}
    </section>
  );
}

function Text({ text }: { text: string }) {
  return <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text.trimEnd()}</pre>;
}

function ResultTable({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <table className="border border-line text-left tabular">
      <thead>
        <tr className="bg-sunk">
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a result can have the same name
            <th key={index} scope="col" className="px-3 py-1 font-semibold whitespace-nowrap">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a result are never reordered
          <tr key={index} className="border-t border-line">
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a result can have the same name
              <td key={column} className="px-3 py-0.5 whitespace-pre">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
