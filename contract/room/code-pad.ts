import { z } from "zod";
import {
  type PadRunResult,
  padRunResultSchema,
  type RunInProgress,
  runInProgressSchema,
} from "./pad-runs.ts";

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
/**
 * The largest update after joining its pieces, in bytes: a full pad in any script, with room for deleted
 * text.
 */
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

/** Pad messages from a page. */
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
  /**
   * The result of a run in this page. The page chooses `id`, so that a run that is sent again after a
   * reconnect counts once.
   */
  z.strictObject({ type: z.literal("run"), id: z.uuid(), run: padRunResultSchema }),
  /**
   * The run in progress in this page, repeated while it lasts; null when there is none. A page sends it only to a
   * server whose `code-sync` has `tellsRunning`, and gets the other page's only after it sent its own.
   */
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
