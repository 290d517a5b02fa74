import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import {
  isSmallPng,
  maxFigureAltCharacters,
  maxFigureBytes,
  runOutputCharacters,
} from "@greenroom/contract/room/pad-run-limits.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import { z } from "zod";
import type { PackageFiles } from "./python-packages.ts";

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

const startSchemas = [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("broken") }),
] as const;

/** What a program sends: untrusted code runs there and may send anything. */
const programMessageSchema = z.discriminatedUnion("type", [
  ...startSchemas,
  z.object({ type: z.literal("started") }),
  z.object({ type: z.literal("output"), text: z.string() }),
  z.object({
    type: z.literal("figure"),
    png: z
      .base64()
      .max(Math.ceil(maxFigureBytes / 3) * 4)
      .refine(isSmallPng),
    alt: z.string().transform(shortenAlt),
  }),
  z.object({
    type: z.literal("ended"),
    /** Only the page knows when it stopped a run. */
    outcome: z.enum(["finished", "failed", "out_of_memory"]),
    durationMs: z.number().min(0),
    /** The next code may run in the same place without finding anything of this run. */
    isIntact: z.boolean(),
  }),
]);
export type ProgramMessage = z.infer<typeof programMessageSchema>;
export type ProgramOutcome = Extract<ProgramMessage, { type: "ended" }>["outcome"];

/** The message in `data`, or null if it is invalid. */
export function parseProgramMessage(data: unknown): ProgramMessage | null {
  return programMessageSchema.safeParse(data).data ?? null;
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

const indexSchema = z.int().min(0);
/** Replaces the characters from `from` to `to` of the code. */
const editSchema = z.object({ from: indexSchema, to: indexSchema, insert: z.string() });
export type CodeEdit = z.infer<typeof editSchema>;

const maxMessageCharacters = 300;

const formatMessageSchema = z.discriminatedUnion("type", [
  ...startSchemas,
  z.object({
    type: z.literal("edits"),
    /** The edits that format the code, in order; none if the code was formatted already. */
    edits: z
      .array(editSchema)
      .refine((edits) => edits.every(({ from, to }, at) => from >= (edits[at - 1]?.to ?? 0) && to >= from)),
  }),
  z.object({
    type: z.literal("error"),
    message: z.string().transform((message) => message.slice(0, maxMessageCharacters)),
    /** Of the first error, counted from 1; null if the formatter does not report it. */
    line: indexSchema.nullable(),
  }),
  /** The formatter itself failed, for example because the code is nested too deeply. */
  z.object({ type: z.literal("failed") }),
]);
export type FormatMessage = z.infer<typeof formatMessageSchema>;
export type CodeError = Pick<Extract<FormatMessage, { type: "error" }>, "message" | "line">;

/** The message in `data`, or null if it is invalid. */
export function parseFormatMessage(data: unknown): FormatMessage | null {
  return formatMessageSchema.safeParse(data).data ?? null;
}
