import type { Database } from "../../db/database.ts";
import { selectMakings } from "./store.ts";

/** The outcome of making each report, latest attempt first, for the operator. */
export async function listMakings(database: Database, page: { limit: number; offset: number }) {
  const rows = await selectMakings(database, page);
  return rows.map((row) => ({
    booking: row.bookingId,
    outcome: row.outcome,
    tried: row.lastTriedAt.toISOString(),
    tries: row.tries,
    version: row.version ?? "none",
    source: row.source === null ? "none" : row.source.kind === "measured" ? "measured" : row.source.name,
    points: row.shown === null ? "none" : `${row.shown} of ${row.checkedClaims}`,
    tokens: row.inputTokens === null ? "none" : row.inputTokens + (row.outputTokens ?? 0),
    dollars: row.costMicros === null ? "unknown" : (Number(row.costMicros) / 1_000_000).toFixed(4),
    disputes: row.disputes,
    useful: row.isUseful === null ? "not said" : row.isUseful ? "yes" : "no",
    problem: row.problem ?? "",
  }));
}
