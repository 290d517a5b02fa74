import type { StartMessage } from "../run/sandbox.ts";

/* The messages between the page and a formatter, over a MessagePort. */

/** Replaces the characters from `from` to `to` of the code. */
export interface CodeEdit {
  from: number;
  to: number;
  insert: string;
}

/** `line` of the first error, counted from 1; null if the formatter does not report it. */
export interface CodeError {
  message: string;
  line: number | null;
}

export type FormatMessage =
  | StartMessage
  /** The edits that format the code, in order; none if the code was formatted already. */
  | { type: "edits"; edits: CodeEdit[] }
  | ({ type: "error" } & CodeError)
  /** The formatter itself failed, for example because the code is nested too deeply. */
  | { type: "failed" };

/** The longest explanation of an error that is shown. */
const maxMessageCharacters = 300;

/** The message in `data`, or null if it is invalid. */
export function parseFormatMessage(data: unknown): FormatMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  const { type } = data;
  if (type === "ready" || type === "broken" || type === "failed") return { type };
  if (type === "edits" && "edits" in data && isEditList(data.edits)) return { type, edits: data.edits };
  if (type !== "error" || !("message" in data) || !("line" in data)) return null;
  const { message, line } = data;
  if (typeof message !== "string" || (line !== null && !isIndex(line))) return null;
  return { type, message: message.slice(0, maxMessageCharacters), line };
}

function isEditList(value: unknown): value is CodeEdit[] {
  if (!Array.isArray(value)) return false;
  let end = 0;
  return value.every((edit: unknown) => {
    if (typeof edit !== "object" || edit === null) return false;
    const { from, to, insert } = edit as Record<keyof CodeEdit, unknown>;
    if (!isIndex(from) || !isIndex(to) || from < end || to < from) return false;
    end = to;
    return typeof insert === "string";
  });
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
