import { z } from "zod";
import { idSchema } from "../kernel/endpoint.ts";
import { trimText } from "../kernel/text.ts";

/**
 * The reason for an operator's action. The audit log keeps it. Where the other person can read it, a screen says
 * so.
 */
export const reasonSchema = z
  .string({ error: "Say why." })
  .overwrite(trimText)
  .min(3, "Say why, in at least 3 characters.")
  .max(500, "A reason can be at most 500 characters long.");

/** The effects that an action would have, computed by the server from the current data. */
export const previewSchema = z.object({
  /** `{ label: "Sessions", text: "3 taken back: 8 left become 5" }`, in the order in which they are shown. */
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  /**
   * The text that the operator must type to confirm, where money leaves or many people are affected; null if none.
   */
  typedConfirmation: z.string().nullable(),
  /** Changes with everything that the preview depends on. The server refuses an action with an outdated version. */
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
