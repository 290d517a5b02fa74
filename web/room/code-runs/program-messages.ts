import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import type { RunFigure, RunOutcome } from "@greenroom/contract/room/code-pad.ts";
import {
  isSmallPng,
  maxFigureAltCharacters,
  maxFigureBytes,
  runOutputCharacters,
} from "@greenroom/contract/room/pad-run-limits.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import type { PackageFiles } from "./python-packages.ts";
import type { StartMessage } from "./sandbox.ts";

/* The messages between the page and the program, over a MessagePort. */

export interface RunRequest {
  code: string;
  /** The lines that the code reads with `input()`. */
  input: string;
  /** The tables that a run of SQL can query. */
  tables: readonly QuestionTable[];
  /** A run of SQL for a test: its output is the last result as JSON. */
  isTest?: boolean;
  /** The code whose imports are loaded, if it is a part of `code`. */
  packageCode?: string;
}

/** A run with everything that the program needs for it. */
export interface ProgramRequest extends RunRequest {
  packages: PackageFiles;
  /** Shown with the error when the code imports a module that is missing. */
  packageNote: string;
}

/** The outcomes that a program reports; only the page knows when it stopped a run. */
export type ProgramOutcome = Extract<RunOutcome, "finished" | "failed" | "out_of_memory">;

export type ProgramMessage =
  | StartMessage
  | { type: "started" }
  | { type: "output"; text: string }
  | ({ type: "figure" } & RunFigure)
  /** `isIntact`: the next code may run in the same place without finding anything of this run. */
  | { type: "ended"; outcome: ProgramOutcome; durationMs: number; isIntact: boolean };

const outcomes: readonly unknown[] = ["finished", "failed", "out_of_memory"] satisfies ProgramOutcome[];

/** The message in `data`, or null if it is invalid: untrusted code runs there and may send anything. */
export function parseProgramMessage(data: unknown): ProgramMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  const { type } = data;
  if (type === "ready" || type === "broken" || type === "started") return { type };
  if (type === "output" && "text" in data && typeof data.text === "string") return { type, text: data.text };
  if (type === "figure" && "png" in data && "alt" in data) return parseFigure(data.png, data.alt);
  if (type !== "ended" || !("outcome" in data) || !("durationMs" in data) || !("isIntact" in data))
    return null;
  const { outcome, durationMs, isIntact } = data;
  if (!outcomes.includes(outcome) || typeof durationMs !== "number" || !(durationMs >= 0)) return null;
  return { type, outcome: outcome as ProgramOutcome, durationMs, isIntact: isIntact === true };
}

function parseFigure(png: unknown, alt: unknown): ProgramMessage | null {
  if (typeof png !== "string" || typeof alt !== "string") return null;
  if (png.length > Math.ceil(maxFigureBytes / 3) * 4 || png.length % 4 !== 0) return null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(png) || !isSmallPng(png)) return null;
  return { type: "figure", png, alt: shortenAlt(alt) };
}

/** Never ends in half a character, which the server would refuse with the whole run. */
function shortenAlt(alt: string): string {
  const start = sanitizeOutput(alt.slice(0, 2 * maxFigureAltCharacters));
  return start.slice(0, maxFigureAltCharacters).replace(/\p{Surrogate}/gu, "");
}

const truncationNote = "\n… The output was longer than 20,000 characters: the rest is left out.";

/** The output to show, store and send: cut, and without characters that databases refuse. */
export function sanitizeOutput(raw: string): string {
  const text = raw.replaceAll("\0", "␀").replace(/\p{Surrogate}/gu, "\uFFFD");
  if (text.length <= runOutputCharacters) return text;
  return cutText(text, runOutputCharacters - truncationNote.length) + truncationNote;
}

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
