import type pg from "pg";

/** The size of each table, and the rows that sequential scans have read of it since the database was made. */
export type ScannedRows = ReadonlyMap<string, { rows: number; scanned: number }>;

/** Asks every connection of the pool for its counts first, because they report them with a delay otherwise. */
export async function readScannedRows(pool: pg.Pool): Promise<ScannedRows> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query("select pg_stat_force_next_flush()")));
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ table: string; rows: number; scanned: number }>(
    `select relid::regclass::text as table, n_live_tup::float8 as rows, seq_tup_read::float8 as scanned
     from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, ...counts }) => [table, counts]));
}

/** Smaller tables may be scanned: an index would not make that faster. */
const mostRows = 5_000;

/** The tables of which one run scanned many rows, with their number. */
export function compareScannedRows(before: ScannedRows, after: ScannedRows, runs: number) {
  const scanned: Record<string, number> = {};
  for (const [table, counts] of after) {
    const perRun = Math.round((counts.scanned - (before.get(table)?.scanned ?? 0)) / runs);
    if (perRun > mostRows && counts.rows > mostRows) scanned[table] = perRun;
  }
  return scanned;
}
