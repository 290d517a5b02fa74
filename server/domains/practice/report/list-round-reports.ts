import type { Database } from "../../../db/database.ts";
import { presentMaking } from "../../reports/list-makings.ts";
import { selectRequests } from "./store.ts";

/** What became of the reports of practice rounds, latest request first, for the operator. Contains no words of them. */
export async function listRoundReports(database: Database, page: { limit: number; offset: number }) {
  const rows = await selectRequests(database, page);
  return rows.map((row) => ({
    round: row.roundId,
    outcome: row.outcome,
    requested: row.requestedAt.toISOString(),
    requests: row.requests,
    ...presentMaking(row),
  }));
}
