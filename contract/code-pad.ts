import { z } from "zod";
import { type RunResult, runResultSchema } from "./code-runs.ts";

/* The shared code pad of a room. What is typed travels as Yjs document updates in base64, over the room's socket. */

/** The root of the shared document: one `Y.Text` of this name, and nothing else. */
export const padTextName = "code";

/** What a pad can be written in; the first is what a new pad is in. */
export const padLanguages = ["python", "sql", "javascript", "text"] as const;
export const padLanguageSchema = z.enum(padLanguages);
export type PadLanguage = z.infer<typeof padLanguageSchema>;

/** Longest text of a pad, in UTF-16 code units. */
export const padCharacters = 200_000;
/** Longest piece of an update in one message, in characters of base64; a longer update goes in several pieces. */
export const padPieceCharacters = 60_000;
/** Longest update that is put together of pieces, in bytes: a full pad in any script, with room for what was deleted. */
export const padUpdateBytes = 700_000;

const base64Schema = (max: number) => z.base64().min(4).max(max);
const clockSchema = z.int().min(0);
const clientSchema = z.int().min(0).max(0xffff_ffff);

/** A place in the shared text that moves with it: Yjs's relative position as JSON. */
const positionSchema = z.strictObject({
  type: z.null(),
  tname: z.literal(padTextName),
  item: z.strictObject({ client: clientSchema, clock: clockSchema }).nullable(),
  assoc: z.int().min(-1).max(0),
});

const cursorSchema = z.strictObject({ anchor: positionSchema, head: positionSchema });
/** Somebody's selection: from `anchor` to `head`, where the cursor stands. */
export type PadCursor = z.infer<typeof cursorSchema>;

/** What a page says of the pad. */
export const padClientMessages = [
  /** "This is what I have": answered with what is missing here, and with what the server has. */
  z.strictObject({ type: z.literal("code-sync"), vector: base64Schema(16_000) }),
  /** A document update; with `more` it goes on in the next one. Only said after `code-sync` was answered. */
  z.strictObject({
    type: z.literal("code"),
    update: base64Schema(padPieceCharacters),
    more: z.boolean(),
  }),
  z.strictObject({ type: z.literal("code-language"), language: padLanguageSchema }),
  /** `client` is the page's number in the document: one page speaks for one number only. */
  /** What came of a run in this page; `id` is the page's: a run told of again after a cut is the same run. */
  z.strictObject({ type: z.literal("run"), id: z.uuid(), run: runResultSchema }),
  z.strictObject({ type: z.literal("cursor"), client: clientSchema, cursor: cursorSchema.nullable() }),
] as const;

/** A run as it is kept. `ranAt` is the server's clock, in ISO 8601. */
export interface PadRun extends RunResult {
  id: string;
  senderId: string;
  ranAt: string;
}

/** What the server says of the pad. `senderId` is whose socket it came over, which no page can choose. */
export type PadServerMessage =
  | { type: "code-sync"; update: string; vector: string; language: PadLanguage; lastRun: PadRun | null }
  | { type: "run"; run: PadRun }
  | { type: "code"; update: string }
  | { type: "code-language"; language: PadLanguage; senderId: string }
  | { type: "cursor"; senderId: string; client: number; cursor: PadCursor | null }
  /** The last update would make the pad too long and was not taken: what the page holds is to be thrown away and asked for anew. */
  | { type: "code-refused" };
