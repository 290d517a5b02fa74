import type pg from "pg";

/** The size of each table, its sequential scans since the database was made, and the rows that these have read. */
export type ScannedRows = ReadonlyMap<string, { rows: number; scans: number; scanned: number }>;

/** Asks every connection of the pool for its counts first, because they report them with a delay otherwise. */
export async function readScannedRows(pool: pg.Pool): Promise<ScannedRows> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query("select pg_stat_force_next_flush()")));
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ table: string; rows: number; scans: number; scanned: number }>(
    `select relid::regclass::text as table, n_live_tup::float8 as rows, seq_scan::float8 as scans, seq_tup_read::float8 as scanned
     from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, ...counts }) => [table, counts]));
}

/** Smaller tables may be scanned: an index would not make that faster. */
const mostRows = 5_000;

/** The tables of which one run, or without `runs` one scan, read many rows, with their number. */
export function compareScannedRows(before: ScannedRows, after: ScannedRows, runs?: number) {
  const scanned: Record<string, number> = {};
  for (const [table, counts] of after) {
    const earlier = before.get(table) ?? { scans: 0, scanned: 0 };
    const perRun = Math.round(
      (counts.scanned - earlier.scanned) / (runs ?? Math.max(1, counts.scans - earlier.scans)),
    );
    if (perRun > mostRows && counts.rows > mostRows) scanned[table] = perRun;
  }
  return scanned;
}
