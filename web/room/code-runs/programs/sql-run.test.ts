import { PGlite } from "@electric-sql/pglite";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  SqlJson,
  type SqlOutput,
  SqlTables,
  splitSqlOutput,
  sqlTableLine,
  sqlTableRule,
} from "../sql-results.ts";
import { resetDatabase, SqlRun } from "./sql-run.ts";

describe("sql run", () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await PGlite.create();
  });
  afterAll(() => database.close());

  const people: QuestionTable = {
    name: "people",
    columns: [
      { name: "id", type: "integer" },
      { name: "name", type: "text" },
    ],
    rows: [
      ["1", "O'Neil"],
      ["2", null],
    ],
  };

  async function run(
    code: string,
    tables: QuestionTable[] = [people],
    Format: new (output: { write(text: string): void }) => SqlOutput = SqlTables,
  ) {
    let output = "";
    const write = (text: string) => {
      output += text;
    };
    await resetDatabase(database, tables);
    const outcome = await new SqlRun(database, new Format({ write })).run(code);
    return { outcome, output };
  }

  describe("a run of SQL", () => {
    it.each([
      [
        "select * from people order by id",
        "| id | name |\n| --- | --- |\n| 1 | O'Neil |\n| 2 | NULL |\n(2 rows)\n",
      ],
      [
        "select 1 as one; select 'a|b' as two",
        "| one |\n| --- |\n| 1 |\n(1 row)\n| two |\n| --- |\n| a\\|b |\n(1 row)\n",
      ],
      ["select where false", "SELECT 0\n"],
      ["insert into people values (3, 'Ada')", "INSERT 0 1\n"],
      [
        "create table t (x int); insert into t values (1); table t",
        "CREATE TABLE\nINSERT 0 1\n| x |\n| --- |\n| 1 |\n(1 row)\n",
      ],
      ["", "Nothing to run.\n"],
      ["-- only a comment", "Nothing to run.\n"],
      ["do $$ begin raise notice 'hello'; end $$", "NOTICE: hello\nDO\n"],
    ])("prints the results of %j", async (code, output) => {
      expect(await run(code)).toEqual({ outcome: "finished", output });
    });

    it("shows the first 200 rows, and counts the others", async () => {
      const { outcome, output } = await run("select n from generate_series(1, 5000) n");
      expect(outcome).toBe("finished");
      expect(output.split("\n").filter((line) => /^\| \d+ \|$/.test(line))).toHaveLength(200);
      expect(output).toContain("(the first 200 of 5,000 rows)");
    });

    it("prints an error with its place, and keeps the output before it", async () => {
      const { outcome, output } = await run("select 1 as one; select nam from people");
      expect(outcome).toBe("failed");
      expect(output).toContain("| 1 |");
      expect(output).toContain('ERROR: column "nam" does not exist');
      expect(output).toMatch(/HINT: .*people\.name/);
      expect(output).toContain("At line 1, character 25.");
    });

    it("counts the lines and characters before an error as an editor does", async () => {
      const { output } = await run("select '🙂';\nselect 1;\nselect '🙂', nam from people");
      expect(output).toContain("At line 3, character 13.");
    });

    it("reports that the database failed, so that the next run gets another one", async () => {
      const broken = await PGlite.create();
      const output = new SqlTables({ write: () => undefined });
      await expect(new SqlRun(broken, output).run("copy (select 1) to program 'true'")).rejects.toThrow(
        "PostgreSQL failed",
      );
    });

    it("finds no data of the previous run, however that ended", async () => {
      await run(
        "begin; delete from people; create schema other; set search_path to other; create table left_over (x int)",
      );
      await run("begin; select no_such_column");
      const { outcome, output } = await run(
        "select count(*) from people; select to_regclass('other.left_over') as gone; show search_path",
      );
      expect(outcome).toBe("finished");
      expect(output).toContain("| 2 |");
      expect(output).toContain("| NULL |");
      expect(output).toContain("public");
      expect((await run("select * from people", [])).output).toContain('relation "people" does not exist');
    });
  });

  describe("a run of SQL for a test", () => {
    const runTest = async (code: string) => JSON.parse((await run(code, [people], SqlJson)).output);

    it("has the last result, with values as the question bank writes them", async () => {
      expect(await runTest("select 1; select id, name, id > 1 as big, id / 4.0 as part from people")).toEqual(
        {
          columns: ["id", "name", "big", "part"],
          rows: [
            ["1", "O'Neil", "false", "0.25"],
            ["2", null, "true", "0.5"],
          ],
          error: null,
        },
      );
    });

    it("has the error of a query that fails, and nothing of a query that is empty", async () => {
      expect((await runTest("select nothing")).error).toContain('column "nothing" does not exist');
      expect(await runTest("")).toEqual({ columns: [], rows: [], error: null });
    });
  });
});

const table = (columns: string[], rows: (string | null)[][]) =>
  sqlTableLine(columns) + sqlTableRule(columns.length) + rows.map(sqlTableLine).join("");

describe("the output of SQL", () => {
  it.each([
    ["one value", ["x"], [["1"]]],
    [
      "bars, backslashes and line ends",
      ["a|b", "c\\d"],
      [
        ["| x |", "line\nnext\r"],
        ["\\|", " "],
      ],
    ],
    ["empty values", ["x", "y"], [["", ""]]],
    ["no rows", ["x", "y"], []],
  ])("has the same table again with %s", (_name, columns, rows) => {
    expect(splitSqlOutput(`${table(columns, rows)}(some rows)\n`)).toEqual([
      { kind: "table", columns, rows },
      { kind: "text", text: "(some rows)\n" },
    ]);
  });

  it("has text and tables in their order", () => {
    const output = `INSERT 0 1\n${table(["x"], [["1"]])}(1 row)\n${table(["y"], [[null]])}(1 row)\nERROR: no`;
    expect(splitSqlOutput(output)).toEqual([
      { kind: "text", text: "INSERT 0 1" },
      { kind: "table", columns: ["x"], rows: [["1"]] },
      { kind: "text", text: "(1 row)" },
      { kind: "table", columns: ["y"], rows: [["NULL"]] },
      { kind: "text", text: "(1 row)\nERROR: no" },
    ]);
  });

  it("can be read when a table was truncated", () => {
    const cut = table(
      ["x", "y"],
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ).slice(0, -5);
    expect(splitSqlOutput(cut)).toMatchObject([{ kind: "table", rows: [["1", "2"]] }, { kind: "text" }]);
  });
});
