import type { Cells, CommandOutput } from "./command.ts";

/** A command's output as people read it. */
export function printOutput(output: CommandOutput): string {
  if ("msg" in output) return output.msg;
  if ("file" in output) return output.file.trimEnd();
  if (output.rows.length === 0) return "There are none yet.";
  const split = output.rows.map((row) => {
    const entries = Object.entries(row);
    const cells = entries.flatMap(([name, value]) => (Array.isArray(value) ? [] : [[name, value] as const]));
    const tables = entries.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value] as const] : []));
    return { cells: Object.fromEntries(cells) as Cells, tables };
  });
  const below = split.flatMap(({ tables }) =>
    tables.map(([name, rows]) => `${name}:${rows.length === 0 ? " none" : `\n${printTable(rows)}`}`),
  );
  return [printTable(split.map(({ cells }) => cells)), ...below].join("\n\n");
}

/** Rows under their columns' names, each column as wide as it needs. */
function printTable(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((cells) => cells[index]?.length ?? 0)),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
