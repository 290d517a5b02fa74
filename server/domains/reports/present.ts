import { type AiFeedback, aiFeedbackSchema } from "@greenroom/contract/reports/report-shape.ts";

/** A stored report as the API returns it. Null for a format that only a later version of the server knows. */
export function presentAiFeedback(checked: unknown): AiFeedback | null {
  return aiFeedbackSchema.safeParse(checked).data ?? null;
}
