const maxCells = 100;
const maxLineCharacters = 20_000;

/** One line of a CSV file with the number that an editor shows. */
export interface CsvLine {
  number: number;
  cells: string[];
}

/** What is wrong with a file, in a sentence; with the line, if it is about one. */
export class UnreadableFile extends Error {
  readonly line: number | undefined;
  constructor(problem: string, line?: number) {
    super(line === undefined ? problem : `Line ${line}: ${problem}`);
    this.line = line;
  }
}

/** UTF-8, or UTF-16 with its mark, which Excel calls Unicode. */
function decode(content: Uint8Array): string {
  const [first, second] = content;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw new UnreadableFile("This file is not text in UTF-8. Download it again as CSV.");
  }
}

/** A spreadsheet may separate by semicolons or tabs: the head has one of them, and has it most often. */
function findSeparator(text: string): string {
  const [head = ""] = text.slice(0, maxLineCharacters).split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}

/**
 * The lines of a CSV file (RFC 4180), those without any text left out. A formula is text like any other. Its time is
 * linear: it stops at the first line that is too long. Throws `UnreadableFile` for what is no CSV.
 */
export function* readCsv(content: Uint8Array): Generator<CsvLine> {
  const text = decode(content);
  const separator = findSeparator(text);
  let position = 0;
  let number = 1;
  while (position < text.length) {
    const start = number;
    const line = readLine(text, { start: position, number, separator });
    position = line.next;
    number += line.breaks;
    if (line.cells.every((cell) => cell === "")) continue;
    if (line.cells.some((cell) => cell.includes("\0"))) {
      throw new UnreadableFile("it has a character that is not allowed.", start);
    }
    yield { number: start, cells: line.cells };
  }
}

function readLine(
  text: string,
  { start, number, separator }: { start: number; number: number; separator: string },
) {
  const cells: string[] = [];
  const last = start + maxLineCharacters;
  let position = start;
  let breaks = 0;
  const separatorCode = separator.charCodeAt(0);
  const isEnd = (code: number) => code === separatorCode || code === 10 || code === 13;
  const checkLength = () => {
    if (position > last) throw new UnreadableFile("it is too long.", number);
  };
  for (;;) {
    let cell = "";
    if (text[position] === '"') {
      position += 1;
      for (;;) {
        const quote = text.indexOf('"', position);
        if (quote < 0) throw new UnreadableFile("a quotation mark is not closed.", number);
        cell += text.slice(position, quote);
        position = quote + 1;
        if (text[position] !== '"') break;
        cell += '"';
        position += 1;
        checkLength();
      }
      checkLength();
      breaks += cell.split("\n").length - 1;
      if (position < text.length && !isEnd(text.charCodeAt(position))) {
        throw new UnreadableFile("something follows a closing quotation mark.", number);
      }
    } else {
      const from = position;
      while (position < text.length && !isEnd(text.charCodeAt(position)) && position <= last) position += 1;
      checkLength();
      cell = text.slice(from, position);
    }
    cells.push(cell.trim());
    if (cells.length > maxCells) throw new UnreadableFile(`it has more than ${maxCells} columns.`, number);
    if (text[position] === separator) {
      position += 1;
      continue;
    }
    if (text[position] === "\r") position += 1;
    if (text[position] === "\n") position += 1;
    return { cells, next: position, breaks: breaks + 1 };
  }
}
