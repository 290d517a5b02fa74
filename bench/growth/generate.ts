import type pg from "pg";
import { type DataSize, type GeneratorStatement, idKinds } from "./data-size.ts";
import { bookingStatements } from "./generate-bookings.ts";
import { currentWorkStatements } from "./generate-current-work.ts";
import { moneyStatements } from "./generate-money.ts";
import { peopleStatements } from "./generate-people.ts";
import { traceStatements } from "./generate-traces.ts";

/**
 * Fills an empty, migrated database whose job queues exist. Triggers and foreign keys are off meanwhile, so
 * these statements write what triggers would (balances, the state of credits), and `operator verify` finds
 * nothing wrong.
 */
export async function generate(pool: pg.Pool, size: DataSize, print: (line: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set work_mem = '256MB'");
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query("set synchronous_commit = off");
    await client.query(`create or replace function growth_id(kind bigint, n bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex(kind), 2, '0') || lpad(to_hex(n), 10, '0') || '70008000000000000000')::uuid $$`);
    const constraints = await dropOverlapConstraints(client);
    const statements = [
      ...peopleStatements(size),
      ...bookingStatements(size),
      ...moneyStatements(size),
      ...traceStatements(size),
      ...currentWorkStatements,
      // Built at once they take a third of the time that they take row by row.
      ...constraints,
    ];
    for (const { makes, sql } of statements) {
      const start = performance.now();
      const { rowCount } = await client.query(expandIds(sql));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      print(`  ${makes.padEnd(34)} ${String(rowCount ?? 0).padStart(9)} rows ${seconds.padStart(7)} s`);
    }
    await client.query("drop table growth_bookings, growth_people; drop function growth_id(bigint, bigint)");
    await client.query("vacuum analyze");
  } finally {
    client.release(true); // Closing the connection discards its settings.
  }
}

/**
 * Drops the constraints that keep a person from being in two places at once; returns the statements that
 * restore them.
 */
async function dropOverlapConstraints(client: pg.PoolClient): Promise<GeneratorStatement[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'x' and conrelid in ('availability'::regclass, 'bookings'::regclass)`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, definition }) => ({
    makes: name,
    sql: `alter table ${table} add constraint ${name} ${definition}`,
  }));
}

function expandIds(sql: string): string {
  return sql.replace(/\bid\('(\w+)', /g, (_match, kind: keyof typeof idKinds) => {
    const number = idKinds[kind];
    if (number === undefined) throw new Error(`unknown kind of id "${kind}"`);
    return `growth_id(${number}, `;
  });
}
