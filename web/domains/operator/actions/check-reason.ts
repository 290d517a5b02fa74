import { reasonSchema } from "@greenroom/contract/operator/actions.ts";

/** Validates the reason for a form's field: true, or the error message. */
export function checkReason(value: string): true | string {
  const result = reasonSchema.safeParse(value);
  return result.success || (result.error.issues[0]?.message ?? "Say why.");
}
