import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Database } from "../../kernel/db/database.ts";
import { selectReportOutcomes } from "./making/store.ts";

/** The outcome of making each report, latest attempt first, for the operator. */
export async function listReportOutcomes(database: Database, page: { limit: number; offset: number }) {
  const rows = await selectReportOutcomes(database, page);
  return rows.map((row) => ({
    booking: row.bookingId,
    outcome: row.outcome,
    tried: row.lastTriedAt.toISOString(),
    tries: row.tries,
    version: row.version ?? "none",
    ...presentReportOutcome(row),
  }));
}

interface ReportOutcome {
  source: AiFeedback["source"] | null;
  shown: number | null;
  checkedClaims: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicros: string | number | bigint | null;
  disputes: number;
  isUseful: boolean | null;
  problem: string | null;
}

/** The cost of a report and the answers to it, as texts for the operator. */
export function presentReportOutcome(outcome: ReportOutcome) {
  const { source, shown, checkedClaims, inputTokens, outputTokens, costMicros } = outcome;
  return {
    source: source === null ? "none" : source.kind === "measured" ? "measured" : source.name,
    points: shown === null ? "none" : `${shown} of ${checkedClaims}`,
    tokens: inputTokens === null ? "none" : inputTokens + (outputTokens ?? 0),
    dollars: costMicros === null ? "unknown" : (Number(costMicros) / 1_000_000).toFixed(4),
    disputes: outcome.disputes,
    useful: outcome.isUseful === null ? "not said" : outcome.isUseful ? "yes" : "no",
    problem: outcome.problem ?? "",
  };
}
