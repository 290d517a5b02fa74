import { AppError } from "../../../core/errors.ts";

const maxCells = 100;
const maxLineCharacters = 20_000;
/** So many lines are read before other work of the process gets its turn. */
const linesPerTurn = 2_000;

/** One line of a CSV file with the number that an editor shows. */
export interface CsvLine {
  number: number;
  cells: string[];
}

export function lineError(line: number, problem: string): AppError {
  return new AppError("invalid_input", { msg: `Line ${line}: ${problem}`, details: { line } });
}

/**
 * The lines of a CSV file (RFC 4180, UTF-8), empty ones left out. A formula is text like any other. Throws
 * `invalid_input` with the line's number for what is no CSV.
 */
export async function* readCsv(content: Buffer): AsyncGenerator<CsvLine> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    const msg = "This file is not text in UTF-8. Download it again as CSV.";
    throw new AppError("invalid_input", { msg, cause });
  }
  let position = 0;
  let number = 1;
  for (let count = 1; position < text.length; count += 1) {
    const start = number;
    const line = readLine(text, position, start);
    position = line.next;
    number += line.breaks;
    if (line.cells.length > 1 || line.cells[0] !== "") {
      checkCells(line.cells, start);
      yield { number: start, cells: line.cells };
    }
    if (count % linesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

function readLine(text: string, start: number, number: number) {
  const cells: string[] = [];
  let position = start;
  let breaks = 0;
  for (;;) {
    let cell = "";
    if (text[position] === '"') {
      position += 1;
      for (;;) {
        const quote = text.indexOf('"', position);
        if (quote < 0) throw lineError(number, "a quotation mark is not closed.");
        cell += text.slice(position, quote);
        position = quote + 1;
        if (text[position] !== '"') break;
        cell += '"';
        position += 1;
      }
      breaks += cell.split("\n").length - 1;
      if (position < text.length && !/[,\r\n]/.test(text[position] ?? "")) {
        throw lineError(number, "something follows a closing quotation mark.");
      }
    } else {
      const end = endOfCell(text, position);
      cell = text.slice(position, end);
      position = end;
    }
    cells.push(cell.trim());
    if (cells.length > maxCells) throw lineError(number, `it has more than ${maxCells} columns.`);
    if (position - start > maxLineCharacters) throw lineError(number, "it is too long.");
    if (text[position] === ",") {
      position += 1;
      continue;
    }
    if (text[position] === "\r") position += 1;
    if (text[position] === "\n") position += 1;
    return { cells, next: position, breaks: breaks + 1 };
  }
}

function endOfCell(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

function checkCells(cells: readonly string[], number: number): void {
  if (cells.some((cell) => cell.includes("\0"))) {
    throw lineError(number, "it has a character that is not allowed.");
  }
}
