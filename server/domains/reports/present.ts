import { earlierReportSchema } from "@greenroom/contract/feedback.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  nothingMeasured,
} from "@greenroom/contract/reports/report-shape.ts";

interface ReportRow {
  report: unknown;
  checked: unknown;
  createdAt: Date;
}

/**
 * A stored report as the API returns it. A report from before claims were checked is returned as text, without
 * claims. Null for a format that only a later version of the server knows.
 */
export function presentAiFeedback({ report, checked, createdAt }: ReportRow): AiFeedback | null {
  if (checked !== null) return aiFeedbackSchema.safeParse(checked).data ?? null;
  const earlier = earlierReportSchema.safeParse(report).data;
  if (earlier === undefined) return null;
  return {
    areas: [],
    claims: [],
    checked: 0,
    verified: 0,
    shown: 0,
    source: { kind: "model", name: "", promptVersion: "" },
    measured: nothingMeasured,
    scores: [],
    plan: [],
    madeAt: createdAt.toISOString(),
    isLate: false,
    earlier,
  };
}
