import { z } from "zod";
import {
  isSmallPng,
  maxFigureAltCharacters,
  maxFigureBytes,
  maxRunFigures,
  maxRunMilliseconds,
  runOutputCharacters,
} from "./pad-run-limits.ts";

/* A run of the code pad: its output, and how it ended. It runs in the page of the participant who started
   it; the other one sees the result. */

export const runnableLanguages = ["python", "javascript", "sql"] as const;
export type RunnableLanguage = (typeof runnableLanguages)[number];

export const runOutcomes = ["finished", "failed", "stopped", "timed_out", "out_of_memory"] as const;
/** `failed`: the code ended with its own error, which the output shows. */
export type RunOutcome = (typeof runOutcomes)[number];

const runFigureSchema = z.strictObject({
  /** A PNG file in base64. */
  png: z
    .base64()
    .max(Math.ceil(maxFigureBytes / 3) * 4)
    .refine(isSmallPng, "This is not a PNG picture of an allowed size."),
  /** The figure's number, title and axes, for people who do not see it. */
  alt: z
    .string()
    .max(maxFigureAltCharacters)
    // PostgreSQL refuses both in JSON.
    .refine((text) => !/\p{Surrogate}|\0/u.test(text), "This text has half a character or a NUL."),
});
export type RunFigure = z.infer<typeof runFigureSchema>;

export const padRunResultSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  outcome: z.enum(runOutcomes),
  output: z.string().max(runOutputCharacters),
  /** Left out when the code drew none. */
  figures: z.array(runFigureSchema).max(maxRunFigures).optional(),
  /** Running time only, in whole milliseconds. */
  durationMs: z.int().min(0).max(maxRunMilliseconds),
});
export type PadRunResult = z.infer<typeof padRunResultSchema>;

/** `starting`: the language is being loaded or started, and the code itself does not run yet. */
export const runInProgressSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  phase: z.enum(["starting", "running"]),
});
export type RunInProgress = z.infer<typeof runInProgressSchema>;

/* The shared code pad of a room. Edits travel as Yjs document updates in base64, over the room's socket. */

/** The root of the shared document: one `Y.Text` of this name, and nothing else. */
export const padTextName = "code";

/** The languages of a pad; a new pad has the first. */
export const padLanguages = ["python", "sql", "javascript", "text"] as const;
export const padLanguageSchema = z.enum(padLanguages);
export type PadLanguage = z.infer<typeof padLanguageSchema>;

/** The longest text of a pad, in UTF-16 code units. */
export const maxPadCharacters = 200_000;
/** The longest piece of an update in one message, in characters of base64; a longer update is split. */
export const maxPadChunkCharacters = 60_000;
/** The largest update after joining its pieces, in bytes: a full pad in any script, and deleted text. */
export const maxPadUpdateBytes = 700_000;

const base64Schema = (max: number) => z.base64().min(4).max(max);
const yjsClockSchema = z.int().min(0);
const yjsClientIdSchema = z.int().min(0).max(0xffff_ffff);

/** A position that moves with the shared text: Yjs's relative position as JSON. */
const relativePositionSchema = z.strictObject({
  type: z.null(),
  tname: z.literal(padTextName),
  item: z.strictObject({ client: yjsClientIdSchema, clock: yjsClockSchema }).nullable(),
  assoc: z.int().min(-1).max(0),
});

const cursorSchema = z.strictObject({ anchor: relativePositionSchema, head: relativePositionSchema });
/** A participant's selection: from `anchor` to `head`, the position of the cursor. */
export type PadCursor = z.infer<typeof cursorSchema>;

export const padClientMessageSchemas = [
  /** The page's state of the document. The reply contains what the page lacks, and the server's own state. */
  z.strictObject({ type: z.literal("code-sync"), vector: base64Schema(16_000) }),
  /**
   * A document update; with `more` it continues in the next message. Only sent after `code-sync` was
   * answered.
   */
  z.strictObject({
    type: z.literal("code"),
    update: base64Schema(maxPadChunkCharacters),
    more: z.boolean(),
  }),
  z.strictObject({ type: z.literal("code-language"), language: padLanguageSchema }),
  /** From the interviewer only: whether the pad is read-only for the interviewee. */
  z.strictObject({ type: z.literal("code-read-only"), isReadOnly: z.boolean() }),
  /** The result of a run in this page. By the page's `id`, it counts once however often it is sent. */
  z.strictObject({ type: z.literal("run"), id: z.uuid(), run: padRunResultSchema }),
  /** The run in progress in this page; null when there is none. */
  z.strictObject({ type: z.literal("running"), running: runInProgressSchema.nullable() }),
  /** `client` is the page's number in the document; a page may send only its own number. */
  z.strictObject({ type: z.literal("cursor"), client: yjsClientIdSchema, cursor: cursorSchema.nullable() }),
] as const;

/** A run as it is stored. `ranAt` is by the server's clock, in ISO 8601. */
export interface PadRun extends PadRunResult {
  id: string;
  senderId: string;
  ranAt: string;
}

/**
 * Pad messages from the server. `senderId` identifies the sender's connection, which a page cannot choose.
 */
export type PadServerMessage =
  | {
      type: "code-sync";
      update: string;
      vector: string;
      language: PadLanguage;
      /** While true, only the interviewer can change the pad. */
      isReadOnly: boolean;
      lastRun: PadRun | null;
    }
  | { type: "code-read-only"; isReadOnly: boolean }
  | { type: "run"; run: PadRun }
  | { type: "running"; senderId: string; running: RunInProgress | null }
  | { type: "code"; update: string }
  | { type: "code-language"; language: PadLanguage; senderId: string }
  | { type: "cursor"; senderId: string; client: number; cursor: PadCursor | null }
  /**
   * The last update was refused because it would make the pad too long, or because the pad is read-only for this
   * person. The page must discard its document and load it again.
   */
  | { type: "code-refused"; reason: "too-long" | "read-only" };

/* Names a failed run by its error. The programs in `web/room/code-pads/run/programs` write these outputs. */

interface Run {
  language: string;
  outcome: RunOutcome;
  output: string;
}

export function hasFailed({ outcome }: Pick<Run, "outcome">): boolean {
  return outcome !== "finished" && outcome !== "stopped";
}

/**
 * The line that names the error of a failed run, for example "KeyError: 'user'". The last line of the output often
 * does not: it is a place in the code, a hint, or a second line of the message. Empty without an error in the output.
 */
export function errorLine({ language, outcome, output }: Run): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const last = lines.at(-1) ?? "";
  // A run that was ended wrote no error of its own.
  if (outcome !== "failed") return last;
  const find = finders[language];
  return (find?.(lines) ?? last).trim();
}

type FindError = (lines: readonly string[]) => string | undefined;

const finders: Readonly<Record<string, FindError>> = {
  javascript: findJavascriptError,
  python: findPythonError,
  sql: (lines) => lines.findLast((line) => line.startsWith("ERROR: ")),
};

const javascriptFrame = /^\s+at .*\(?main\.js(:\d+)*\)?$/;
/** The first line of an error: "TypeError: …", "Uncaught 3". */
const javascriptError = /^(Uncaught |[\w$.]+: )/;

/** The error comes first, then its places in the code and what caused it. */
function findJavascriptError(lines: readonly string[]): string | undefined {
  const end = lines.findLastIndex((line) => !javascriptFrame.test(line) && !line.startsWith("Caused by "));
  const line = lines[end] ?? "";
  if (javascriptError.test(line)) return line;
  // The message may have several lines.
  return lines.slice(0, end).findLast((above) => /^[\w$.]*(Error|Exception): /.test(above)) ?? lines[end];
}

const tracebackStart = /^( {2}\+ Exception Group )?Traceback \(most recent call last\):$/;

/** The error is the first line after the last traceback's places in the code, which are indented. */
function findPythonError(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex((line) => tracebackStart.test(line));
  if (start < 0) return undefined;
  return lines
    .slice(start + 1)
    .map((line) => line.replace(/^ {2}\| /, ""))
    .find((line) => !line.startsWith(" "));
}

/* The changes of a code pad's text over an interview. Offsets and lengths count UTF-16 code units, as
   JavaScript strings do. */

/** A full text, or a replacement in the previous text. */
export const codeChangeSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ from: z.int().min(0), deleteCount: z.int().min(0), insert: z.string() }),
]);
export type CodeChange = z.infer<typeof codeChangeSchema>;

/** The text after a change. */
export function applyCodeChange(before: string, change: CodeChange): string {
  if ("text" in change) return change.text;
  return before.slice(0, change.from) + change.insert + before.slice(change.from + change.deleteCount);
}

/** The text after the change at `index`, from the nearest full text before it. */
export function rebuildCode(changes: readonly CodeChange[], index: number): string {
  let first = Math.min(index, changes.length - 1);
  while (first > 0 && !("text" in (changes[first] as CodeChange))) first -= 1;
  return changes.slice(Math.max(0, first), index + 1).reduce(applyCodeChange, "");
}
