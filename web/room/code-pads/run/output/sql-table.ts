/* Results of SQL in the text of a run: Markdown tables, which people can also read as text. */

/** One line of a table. A null is NULL. */
export function sqlTableLine(cells: readonly (string | null)[]): string {
  return `| ${cells.map((cell) => (cell === null ? "NULL" : escapeCell(cell))).join(" | ")} |\n`;
}

/** The line between the names of the columns and the rows. */
export function sqlTableRule(columns: number): string {
  return `|${" --- |".repeat(columns)}\n`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

export type OutputPart =
  | { kind: "text"; text: string }
  | { kind: "table"; columns: string[]; rows: string[][] };

/** Splits the output of a run of SQL into text and tables. A truncated table ends with its last whole line. */
export function splitSqlOutput(output: string): OutputPart[] {
  const parts: OutputPart[] = [];
  const lines = output.split("\n");
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    const cells = readLine(line);
    if (cells !== null && isRule(lines[index + 1])) parts.push({ kind: "table", columns: cells, rows: [] });
    else if (isRule(line) && last?.kind === "table" && last.rows.length === 0) continue;
    else if (cells !== null && last?.kind === "table" && cells.length === last.columns.length)
      last.rows.push(cells);
    else if (last?.kind === "text") last.text += `\n${line}`;
    else if (line !== "") parts.push({ kind: "text", text: line });
  }
  return parts;
}

function isRule(line: string | undefined): boolean {
  return line !== undefined && /^\|( --- \|)*$/.test(line);
}

function readLine(line: string): string[] | null {
  if (!line.startsWith("| ") || !line.endsWith(" |") || line.length < 4) return null;
  const cells = [""];
  const text = line.slice(2, -2);
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") {
      const escaped = text[at + 1] ?? "";
      cells.push(cells.pop() + ({ n: "\n", r: "\r" }[escaped] ?? escaped));
      at += 1;
    } else if (text.startsWith(" | ", at)) {
      cells.push("");
      at += 2;
    } else cells.push(`${cells.pop()}${text[at]}`);
  }
  return cells;
}

/** The last result of a run of SQL for tests, as JSON in the run's output. */
export interface SqlResult {
  columns: string[];
  rows: (string | null)[][];
  /** The error that ended the run; null if there was none. */
  error: string | null;
}
