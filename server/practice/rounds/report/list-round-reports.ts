import type { Database } from "../../../kernel/db/database.ts";
import { presentReportOutcome } from "../../../review/reports/list-report-outcomes.ts";
import { selectRequests } from "./store.ts";

/** The outcomes of reports of practice rounds for the operator, latest request first, without their text. */
export async function listRoundReports(database: Database, page: { limit: number; offset: number }) {
  const rows = await selectRequests(database, page);
  return rows.map((row) => ({
    round: row.roundId,
    outcome: row.outcome,
    requested: row.requestedAt.toISOString(),
    requests: row.requests,
    ...presentReportOutcome(row),
  }));
}
