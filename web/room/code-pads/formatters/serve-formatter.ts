import type { CodeEdit, CodeError, FormatMessage } from "../../code-runs/program-messages.ts";
import { serveRequests } from "../../code-runs/serve-requests.ts";

/** The code cannot be formatted because of an error in it. */
export class InvalidCodeError extends Error {
  readonly line: number | null;

  constructor({ message, line }: CodeError) {
    super(message);
    this.line = line;
  }
}

/** Formats whole programs. @throws {InvalidCodeError} */
export type FormatText = (code: string) => string | Promise<string>;

/** Formats each code that the page sends, with a formatter that starts with the files from the page. */
export function serveFormatter(start: (files: ArrayBuffer[]) => Promise<FormatText>): void {
  serveRequests<string, FormatMessage>(async (files, send) => {
    const format = await start(files);
    return async (code) => send(await answer(format, code));
  });
}

/** Deeply nested code can become a hundred times longer. No pad takes such a text, and it would block the page. */
const maxFormattedCharacters = 400_000;

async function answer(format: FormatText, code: string): Promise<FormatMessage> {
  try {
    if (code.trim() === "") return { type: "edits", edits: [] };
    const formatted = await format(code);
    if (formatted.length > maxFormattedCharacters) return { type: "failed" };
    return { type: "edits", edits: findEdits(code, formatted) };
  } catch (error) {
    if (error instanceof InvalidCodeError) return { type: "error", message: error.message, line: error.line };
    // For example, the code is nested too deeply for the stack.
    console.warn(error);
    return { type: "failed" };
  }
}

/** How far the next equal part is searched after a difference, in characters of both texts together. */
const searchDistance = 40;
/** The characters besides spaces that have to be equal after a long difference; fewer after a short one. */
const equalCharacters = 8;
/** Each edit takes about thirty bytes of an update, whose size is limited. */
const maxEdits = 2_000;

/**
 * The edits that turn code into its formatted form. Formatters move spaces and lines and change a few characters
 * between them, such as quotes and commas, so one pass finds small edits even in long texts.
 */
export function findEdits(before: string, after: string): CodeEdit[] {
  const edits: CodeEdit[] = [];
  let [from, fromAfter] = [0, 0];
  while (from < before.length || fromAfter < after.length) {
    if (from < before.length && before[from] === after[fromAfter]) {
      from += 1;
      fromAfter += 1;
      continue;
    }
    const [to, toAfter] = findNextEqual(before, from, after, fromAfter);
    edits.push({ from, to, insert: after.slice(fromAfter, toAfter) });
    [from, fromAfter] = [to, toAfter];
  }
  return joinEdits(edits, before);
}

/** The positions after a difference from which both texts are equal again, except for spaces. */
function findNextEqual(before: string, from: number, after: string, fromAfter: number): [number, number] {
  const [start, startAfter] = [skipSpaces(before, from), skipSpaces(after, fromAfter)];
  for (let distance = 0; distance <= searchDistance; distance += 1) {
    for (let removed = 0; removed <= distance; removed += 1) {
      const [to, toAfter] = [start + removed, startAfter + distance - removed];
      if (
        to <= before.length &&
        toAfter <= after.length &&
        isEqualFrom(before, to, after, toAfter, Math.min(Math.max(distance - 1, 1), equalCharacters))
      )
        return [to, toAfter];
    }
  }
  return [before.length, after.length];
}

function isEqualFrom(
  before: string,
  from: number,
  after: string,
  fromAfter: number,
  wanted: number,
): boolean {
  let [at, atAfter] = [from, fromAfter];
  for (let count = 0; count < wanted; count += 1) {
    [at, atAfter] = [skipSpaces(before, at), skipSpaces(after, atAfter)];
    if (at === before.length || atAfter === after.length)
      return at === before.length && atAfter === after.length;
    if (before[at] !== after[atAfter]) return false;
    at += 1;
    atAfter += 1;
  }
  return true;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Space, tab and line break. */
function isSpace(character: number): boolean {
  return character === 32 || character === 9 || character === 10;
}

/** Joins edits that touch; above the limit, each with its neighbors. */
function joinEdits(edits: readonly CodeEdit[], before: string): CodeEdit[] {
  const separate = joinWhere(edits, before, (edit, last) => edit.from === last.to);
  const size = Math.ceil(separate.length / maxEdits);
  return size < 2 ? separate : joinWhere(separate, before, (_edit, _last, index) => index % size > 0);
}

function joinWhere(
  edits: readonly CodeEdit[],
  before: string,
  isJoined: (edit: CodeEdit, last: CodeEdit, index: number) => boolean,
): CodeEdit[] {
  const joined: CodeEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const last = joined.at(-1);
    if (last !== undefined && isJoined(edit, last, index)) {
      last.insert += before.slice(last.to, edit.from) + edit.insert;
      last.to = edit.to;
    } else joined.push({ ...edit });
  }
  return joined;
}
