import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { idSchema } from "../core/ids.ts";
import { aiFeedbackSchema } from "../reports/report-shape.ts";

/* The report that a language model drafts about a practice round. */

/** `none`: no model takes part in the round, it is still open, or nothing was answered. */
export const roundReportStates = ["none", "waiting", "made", "failed"] as const;

export const getRoundReport = endpoint({
  method: "GET",
  path: "/api/practice/rounds/:id/report",
  access: "signed-in",
  limit: "practice-read-by-user",
  summary: "The report of my practice round, once its model has drafted it",
  params: z.strictObject({ id: idSchema }),
  output: z.object({
    state: z.enum(roundReportStates),
    /** Null unless it is made. */
    report: aiFeedbackSchema.nullable(),
    /** The hints that were used, one entry for each question of the report, in order. */
    hints: z.array(z.object({ title: z.string(), opened: z.int(), total: z.int() })),
  }),
});
