import { describe, expect, it } from "vitest";
import { splitSqlOutput, sqlTableLine, sqlTableRule } from "./sql-table.ts";

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
