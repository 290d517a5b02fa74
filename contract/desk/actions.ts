import { z } from "zod";
import {
  type Access,
  type Confirmation,
  type Endpoint,
  endpoint,
  idSchema,
  messageSchema,
  pageQueryShape,
} from "../kernel/endpoint.ts";
import { trimText } from "../kernel/plain-text.ts";
import { isUsableText, optionalLine } from "../kernel/text.ts";

/* What an operator does at the desk, always in two calls: a preview of what it would do now, and the action itself. */

/**
 * The reason for an operator's action. The audit log keeps it. Where the other person can read it, a screen says
 * so.
 */
export const reasonSchema = z
  .string({ error: "Enter a reason." })
  .overwrite(trimText)
  .min(3, "Enter a reason.")
  .max(500, "A reason can be at most 500 characters long.")
  .refine(isUsableText, "The reason has a character that cannot be used.");

/** The effects that an action would have, computed by the server from the current data. */
export const previewSchema = z.object({
  /** `{ label: "Sessions", text: "3 taken back: 8 left become 5" }`, in the order in which they are shown. */
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  /**
   * The text that the operator must type to confirm, where money leaves or many people are affected; null if none.
   */
  typedConfirmation: z.string().nullable(),
  /** Changes with the data that the preview depends on. The server refuses an action with an outdated version. */
  version: z.string(),
});
export type Preview = z.infer<typeof previewSchema>;

/** The body of an action that was previewed. */
export const confirmedActionSchema = z.object({
  reason: reasonSchema,
  /** The `version` of the preview that the operator saw. */
  version: z.string().max(100),
  /** The operator's typed confirmation, if the preview asked for one. */
  typed: z.string().trim().max(100).optional(),
});
export type ConfirmedAction = z.infer<typeof confirmedActionSchema>;

/** The action that restores what was there before. It is previewed and confirmed as every other one. */
export const undoSchema = z.object({
  path: z.string().startsWith("/api/operator/"),
  body: z.record(z.string(), z.unknown()),
  /** What it does, if that is not to undo everything that was done. */
  label: z.string().nullable(),
});
export type Undo = z.infer<typeof undoSchema>;

export const actionResultSchema = messageSchema.extend({
  /** Set when nothing has happened yet, because a second operator has to approve it. */
  approvalId: idSchema.nullable(),
  undo: undoSchema.nullable(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

interface ActionInput<Shape extends z.ZodRawShape, Answer extends z.ZodRawShape> {
  access: Access;
  /** Imperative: "Block a person". */
  summary: string;
  /** The fields of the action itself, if it has any. */
  shape?: Shape;
  confirmation?: Confirmation;
  /** What the answer has besides the result. */
  answer?: Answer;
}

/** The two calls of an action. */
export interface DeskAction {
  preview: Endpoint;
  perform: Endpoint;
}

/** Declares an action of the desk. Its path contains `:id` if it concerns one record. */
export function deskAction<
  const Path extends `/${string}`,
  const Shape extends z.ZodRawShape = Record<never, never>,
  Answer extends z.ZodRawShape = Record<never, never>,
>(
  path: Path,
  { access, summary, shape = {} as Shape, confirmation = "acting", answer }: ActionInput<Shape, Answer>,
) {
  const call = { access, confirmation };
  return {
    preview: endpoint(`POST ${path}/preview`, {
      ...call,
      limit: "desk-preview-by-user",
      summary: `Preview: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      body: z.strictObject(shape),
      output: previewSchema,
    }),
    perform: endpoint(`POST ${path}`, {
      ...call,
      limit: "desk-action-by-user",
      summary,
      body: z.strictObject({ ...shape, ...confirmedActionSchema.shape }),
      output: actionResultSchema.extend((answer ?? {}) as Answer),
    }),
  };
}

interface ListInput<Filters extends z.ZodRawShape, Row extends z.ZodType> {
  summary: string;
  filters?: Filters;
  row: Row;
  limit?: NonNullable<Endpoint["limit"]>;
  /** Null for a list that shows nothing about people. */
  confirmation?: null;
}

/**
 * Declares a list of the desk that has pages, with its rows as CSV under the same filters. Only owners take that much
 * personal data away at once. Its path contains `:id` if it belongs to one record.
 */
export function deskList<
  const Path extends `/${string}`,
  Row extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>(path: Path, { summary, filters, row, limit, confirmation }: ListInput<Filters, Row>) {
  const query = z.strictObject({ ...pageQueryShape, ...(filters as Filters) });
  return {
    ...endpoint(`GET ${path}`, {
      access: "operator",
      summary,
      query,
      output: z.array(row),
      ...(limit && { limit }),
      ...(confirmation === null && { confirmation }),
    }),
    csv: endpoint(`GET ${path}.csv`, {
      access: "owner",
      confirmation: "acting",
      limit: "desk-export-by-user",
      summary: `As CSV: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      query,
    }),
  };
}

/** The most rows of one CSV file of a list. */
export const maxCsvRows = 5_000;

/** The most rows that one action may change. */
export const maxActionRows = 50;

/** The ids of an action's rows. `row`: "A booking"; `action`: "bookings can be canceled". */
export const actionIdsSchema = ({ row, action }: { row: string; action: string }) =>
  z
    .array(idSchema)
    .min(1, `Choose ${row.charAt(0).toLowerCase()}${row.slice(1)}.`)
    .max(maxActionRows, `At most ${maxActionRows} ${action} at once.`)
    .refine((ids) => new Set(ids).size === ids.length, `${row} can be in the list only once.`);

/**
 * True if the typed text is what the preview asks for, in capital or small letters, which phones choose for themselves.
 * An amount matches in any usual notation: 149.8, ₹149.80.
 */
export function isTypedConfirmation(wanted: string, typed: string): boolean {
  const text = typed.trim();
  if (!/^\d+(\.\d+)?$/.test(wanted)) return text.toLowerCase() === wanted.toLowerCase();
  const digits = text.replace(/[₹,\s]/g, "");
  return /^\d+(\.\d+)?$/.test(digits) && Number(digits) === Number(wanted);
}

/** A person whom a line or a step names: one whom it concerns, or an operator who works on it. */
export const namedPersonSchema = z.object({ _id: idSchema, name: z.string() });
export type NamedPerson = z.infer<typeof namedPersonSchema>;

/** A person in a row of the desk. */
export const deskPersonSchema = namedPersonSchema.extend({ email: z.string() });
export type DeskPerson = z.infer<typeof deskPersonSchema>;

/** Part of a name or an address, or an id. */
export const personSearch = optionalLine({ label: "Person", max: 100 }).optional();
