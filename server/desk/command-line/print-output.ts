import type { Cells, CommandOutput } from "./command.ts";

/** A command's output as people read it, or with `asJson` as programs do, piece by piece. */
export async function* printOutput(output: CommandOutput, asJson = false): AsyncGenerator<string> {
  if ("file" in output) yield* output.file;
  else if (asJson) yield `${JSON.stringify("rows" in output ? output.rows : output)}\n`;
  else yield `${"msg" in output ? output.msg : printRows(output)}\n`;
}

function printRows({ rows, more }: Extract<CommandOutput, { rows: unknown }>): string {
  if (rows.length === 0) return "There are none yet.";
  return more === undefined ? printTable(rows) : `${printTable(rows)}\n\n${more}`;
}

/** Rows under their columns' names, each column as wide as it needs. */
function printTable(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  // Not Math.max(...lengths): a call takes some 100,000 arguments at most.
  const widths = columns.map((_column, index) =>
    lines.reduce((width, cells) => Math.max(width, cells[index]?.length ?? 0), 0),
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
