import { reasonSchema } from "@greenroom/contract/operator/actions.ts";

/** For a form's field: true, or what is wrong with the reason. */
export function checkReason(value: string): true | string {
  const result = reasonSchema.safeParse(value);
  return result.success || (result.error.issues[0]?.message ?? "Say why.");
}
