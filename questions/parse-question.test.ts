import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseQuestion } from "./parse-question.ts";

const file = (topic: string, id: string) =>
  readFile(path.join(import.meta.dirname, topic, `${id}.md`), "utf8");
const talk = { topic: "statistics-experiments", id: "rare-disease-screen" };
const sql = { topic: "sql", id: "customers-without-orders" };

async function changed(place: { topic: string; id: string }, from: string | RegExp, to: string) {
  const text = await file(place.topic, place.id);
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
  return () => parseQuestion({ ...place, text: other });
}

describe("reading a question", () => {
  it("takes the topic from the folder and the id from the name of the file", async () => {
    const question = parseQuestion({ ...talk, text: await file(talk.topic, talk.id) });
    expect(question).toMatchObject({ ...talk, kind: "talk", level: "junior", version: 2 });
    expect(question.hints).toHaveLength(3);
  });

  it("reads tables, tests and planted bugs of a code question", async () => {
    const question = parseQuestion({ ...sql, text: await file(sql.topic, sql.id) });
    if (question.kind !== "sql") throw new Error("not an SQL question");
    expect(question.tables[1]).toMatchObject({
      name: "orders",
      columns: [{ name: "id", type: "integer" }, {}, {}],
    });
    expect(question.tables[1]?.rows[2]).toEqual(["12", null, "paid"]);
    expect(question.hiddenTests[0]?.tables.map(({ name }) => name)).toEqual(["orders"]);
    expect(question.plantedBugs.map(({ name }) => name)).toContain("It compares names");
  });

  it.each([
    ["a missing section", /## Hints[\s\S]*?(?=## Follow-ups)/, "", /hints/],
    ["an unknown section", "## Hints", "## Clues", /"Clues" is not a section/],
    ["a fourth hint", "3. Which of these", "3. A hint too many.\n4. Which of these", /hints/],
    ["an unknown role", "data-analyst, ", "data-wizard, ", /roles\[0\]/],
    ["an unknown level", "level: junior", "level: expert", /level/],
    ["a criterion without its 3", /- \*\*3\*\* Gets there.*\n/, "", /criteria\[0\]\.three/],
    ["an unknown line of front matter", "level: junior", "level: junior\nmood: good", /mood: good/],
    [
      "a clarification that is not a pair",
      "- **May I use round numbers?**",
      "- May I use round numbers?",
      /term/,
    ],
    ["a date that does not exist", "lastReviewed: 2026-11-23", "lastReviewed: 2026-11-31", /lastReviewed/],
  ])("refuses %s and names the file and the field", async (_, from, to, message) => {
    const parse = await changed(talk, from, to);
    expect(parse).toThrow(message);
    expect(parse).toThrow("questions/statistics-experiments/rare-disease-screen.md");
  });

  it.each([
    ["a row with too few cells", "| 1 | Asha |\n", "| 1 |\n", /as many cells/],
    ["a test without a result", "#### Result", "#### Outcome", /no "#### Result"/],
    ["SQL tests in a question that names no language", "language: sql\n", "", /block of code/],
  ])("refuses %s", async (_, from, to, message) => {
    expect(await changed(sql, from, to)).toThrow(message);
  });

  it("reads a # inside a block of code as code", async () => {
    const parse = await changed(
      sql,
      "select id, name\nfrom customers\n```",
      "## not a heading\nselect 1\n```",
    );
    expect(parse()).toMatchObject({ starterCode: "## not a heading\nselect 1" });
  });
});
