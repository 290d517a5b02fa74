import { afterAll, describe, expect, it } from "vitest";
import { loadQuestions } from "./load.ts";
import { startPython, startSql } from "./run-answers.testing.ts";
import type { PythonQuestion, SqlQuestion, SqlResult } from "./schema.ts";

describe("python", async () => {
  const python = await startPython();
  const questions = (await loadQuestions()).filter(
    (question): question is PythonQuestion => question.kind === "python",
  );

  /** The first test that the code does not pass, or null. */
  function firstFailure(question: PythonQuestion, code: string): string | null {
    for (const test of [...question.visibleTests, ...question.hiddenTests]) {
      const error = python.run(code, test.code);
      if (error !== null) return `${test.name}: ${error}`;
    }
    return null;
  }

  describe.each(questions)("the Python question $id", (question) => {
    it("has a reference solution that passes every test", () => {
      expect(firstFailure(question, question.referenceSolution)).toBeNull();
    });

    it("has starter code that still has something to do", () => {
      expect(firstFailure(question, question.starterCode)).not.toBeNull();
    });

    it.each(question.plantedBugs)("notices the planted bug: $name", ({ code }) => {
      expect(firstFailure(question, code)).not.toBeNull();
      expect(python.run(code, "pass"), "a planted bug must be valid Python").toBeNull();
    });
  });
});

describe("sql", async () => {
  const database = await startSql();
  afterAll(() => database.stop());
  const questions = (await loadQuestions()).filter(
    (question): question is SqlQuestion => question.kind === "sql",
  );

  /** The comparable form of a result: rows in order where the prompt asks for one, otherwise sorted. */
  function comparable({ columns, rows }: SqlResult, ordered: boolean) {
    const lines = rows.map((row) => JSON.stringify(row));
    return { columns, rows: ordered ? lines : lines.sort() };
  }

  async function outcomes(question: SqlQuestion, query: string) {
    const found = [];
    for (const { name, tables, expected } of [...question.visibleTests, ...question.hiddenTests]) {
      const replaced = new Map(tables.map((table) => [table.name, table]));
      const result = await database.run(
        question.tables.map((table) => replaced.get(table.name) ?? table),
        query,
      );
      const actual = "error" in result ? result : comparable(result, question.ordered);
      found.push({ name, actual, expected: comparable(expected, question.ordered) });
    }
    return found;
  }

  describe.each(questions)("the SQL question $id", (question) => {
    it("replaces only tables it has, with the same columns", () => {
      const shape = new Map(question.tables.map(({ name, columns }) => [name, columns]));
      for (const table of [...question.visibleTests, ...question.hiddenTests].flatMap(
        ({ tables }) => tables,
      )) {
        expect(table.columns).toEqual(shape.get(table.name));
      }
    });

    it("has a reference solution that passes every test", async () => {
      for (const { name, actual, expected } of await outcomes(question, question.referenceSolution)) {
        expect(actual, name).toEqual(expected);
      }
    });

    it("has starter code that still has something to do", async () => {
      const found = await outcomes(question, question.starterCode);
      expect(found.map(({ actual }) => actual)).not.toEqual(found.map(({ expected }) => expected));
    });

    it.each(question.plantedBugs)("notices the planted bug: $name", async ({ code }) => {
      const found = await outcomes(question, code);
      expect(found.map(({ actual }) => actual)).not.toEqual(found.map(({ expected }) => expected));
      for (const { name, actual } of found) {
        expect(
          "error" in actual ? actual.error : null,
          `${name}: a planted bug must be valid SQL`,
        ).toBeNull();
      }
    });
  });
});
