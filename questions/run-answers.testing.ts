import { PGlite } from "@electric-sql/pglite";
import { loadPyodide } from "pyodide";
import type { SqlResult, SqlTable } from "./schema.ts";

/** A Python that runs one test of a question after the code under test. Every run has its own globals. */
export async function startPython() {
  const python = await loadPyodide();
  return {
    /** Null when the test passes, otherwise the last line of the error. */
    run(code: string, test: string): string | null {
      const globals = python.runPython("{'__name__': 'candidate'}");
      try {
        python.runPython(code, { globals });
        python.runPython(test, { globals });
        return null;
      } catch (error) {
        const lines = String(error instanceof Error ? error.message : error).trim();
        return lines.split("\n").at(-1) ?? lines;
      } finally {
        globals.destroy();
      }
    },
  };
}

const OIDS = { bool: 16, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, date: 1082 };
const TIMES = { timestamp: 1114, timestamptz: 1184, interval: 1186 };
const NUMERIC = 1700;

const asPrinted = (value: string) => value;
/** Drops the zeros at the end that PostgreSQL keeps after a division, so that 0.5000 equals 0.5. */
const asNumber = (value: string) => String(Number(value));
const parsers = {
  ...Object.fromEntries([...Object.values(OIDS), ...Object.values(TIMES)].map((oid) => [oid, asPrinted])),
  [NUMERIC]: asNumber,
  [OIDS.bool]: (value: string) => (value === "t" ? "true" : "false"),
};

/** A PostgreSQL that answers one query over freshly made tables. */
export async function startSql() {
  const database = await PGlite.create();
  return {
    async run(tables: SqlTable[], query: string): Promise<SqlResult | { error: string }> {
      await database.exec("begin");
      try {
        await database.exec(tables.map(fillTable).join("\n"));
        const { fields, rows } = await database.query<(string | null)[]>(query, [], {
          rowMode: "array",
          parsers,
        });
        return { columns: fields.map(({ name }) => name), rows };
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      } finally {
        await database.exec("rollback");
      }
    },
    stop: () => database.close(),
  };
}

function fillTable({ name, columns, rows }: SqlTable): string {
  const create = `create table ${name} (${columns.map((each) => `${each.name} ${each.type}`).join(", ")});`;
  const literal = (cell: string | null) => (cell === null ? "null" : `'${cell.replaceAll("'", "''")}'`);
  const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
  return rows.length === 0 ? create : `${create} insert into ${name} values ${values};`;
}
