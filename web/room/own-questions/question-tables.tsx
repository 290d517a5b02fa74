import type { QuestionTable } from "@greenroom/contract/room/questions.ts";

/** The tables of a question. */
export function QuestionTables({ tables }: { tables: readonly QuestionTable[] }) {
  return tables.map(({ name, columns, rows }) => (
    <section
      key={name}
      aria-label={`Table ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="scroll-edges overflow-x-auto rounded-sm [contain:inline-size] border border-line"
    >
      <table className="w-full text-left text-sm tabular">
        <caption className="bg-sunk px-3 py-1.5 text-left font-mono font-semibold">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className="px-3 py-1.5 align-top font-mono font-semibold whitespace-nowrap max-sm:px-2"
              >
                {column.name} <span className="block font-normal text-ink-2">{column.type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a question are never reordered
            <tr key={index} className="border-t border-line">
              {row.map((cell, column) => (
                <td key={columns[column]?.name} className="px-3 py-1 font-mono whitespace-nowrap max-sm:px-2">
                  {cell ?? <span className="text-ink-2">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}
