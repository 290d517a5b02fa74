import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { computedFacts } from "./computed.ts";
import { findExcess } from "./level-limits.testing.ts";
import { loadQuestions, parseQuestion } from "./load.ts";
import { LEVELS, type Question, ROLES, TOPICS } from "./schema.ts";

describe("bank", async () => {
  const questions = await loadQuestions();
  const count = (belongs: (question: Question) => boolean) => questions.filter(belongs).length;
  const textOf = (question: Question) => JSON.stringify(question);

  describe("the question bank", () => {
    it("has enough questions, and enough with code", () => {
      expect(questions.length).toBeGreaterThanOrEqual(150);
      expect(count(({ kind }) => kind === "python")).toBeGreaterThanOrEqual(25);
      expect(count(({ kind }) => kind === "sql")).toBeGreaterThanOrEqual(20);
    });

    it.each(ROLES)("has at least 60 questions for the role %s, at every level", (role) => {
      expect(count(({ roles }) => roles.includes(role))).toBeGreaterThanOrEqual(60);
      for (const level of LEVELS) {
        expect(count((each) => each.roles.includes(role) && each.level === level)).toBeGreaterThanOrEqual(8);
      }
    });

    it.each(TOPICS)("has questions of every level on %s", (topic) => {
      for (const level of LEVELS) {
        expect(count((each) => each.topic === topic && each.level === level)).toBeGreaterThanOrEqual(2);
      }
    });

    it("has no two questions with the same title or prompt", () => {
      expect(new Set(questions.map(({ title }) => title)).size).toBe(questions.length);
      expect(new Set(questions.map(({ prompt }) => prompt)).size).toBe(questions.length);
    });

    it("was reviewed in the past", () => {
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      for (const { id, lastReviewed } of questions) expect(lastReviewed < tomorrow, id).toBe(true);
    });

    it("uses American spelling and writes percentages without a space", () => {
      const british =
        /\b(behaviour|colour|favour|judgement|labelled|modelling of|centre|cancelled|analyse[ds]?)\b/i;
      for (const question of questions) {
        const prose = [question.title, question.prompt, question.modelAnswer, ...question.commonErrors].join(
          "\n",
        );
        expect(prose, question.id).not.toMatch(british);
        expect(prose.replaceAll(/`[^`]*`/g, ""), question.id).not.toMatch(/\d %/);
      }
    });

    it("does not print the reference solution in what the candidate sees first", () => {
      for (const question of questions.filter((each) => each.kind !== "talk")) {
        const shown = `${question.prompt}\n${question.starterCode}`;
        expect(shown.includes(question.referenceSolution), question.id).toBe(false);
      }
    });

    it("gives every code question its tests as a source", () => {
      for (const question of questions) {
        const isTested = question.sources.some(({ kind }) => kind === "tests");
        expect(isTested, question.id).toBe(question.kind !== "talk");
      }
    });

    it("leaves no note to the author in a question", () => {
      for (const question of questions)
        expect(textOf(question), question.id).not.toMatch(/\b(TODO|FIXME|TBD|lorem)\b/i);
    });
  });
});

describe("levels", async () => {
  const questions = await loadQuestions();

  it("no code question needs more than its level allows", () => {
    const excess = questions.flatMap((question) =>
      findExcess(question).map((words) => `${question.id} (${question.level}): ${words}`),
    );
    expect(excess).toEqual([]);
  });
});

describe("computed", async () => {
  const questions = await loadQuestions();
  const computed = questions.filter(({ sources }) => sources.some(({ kind }) => kind === "computed"));

  it("has computed facts exactly for the questions that name them as a source", () => {
    expect(Object.keys(computedFacts).sort()).toEqual(computed.map(({ id }) => id).sort());
  });

  describe.each(computed)("the numbers of $id", (question) => {
    it("are those that are computed here", () => {
      const text = JSON.stringify(question);
      const facts = computedFacts[question.id]?.() ?? [];
      expect(facts).not.toEqual([]);
      for (const fact of facts) expect(text).toContain(fact);
    });
  });
});

describe("parse question", () => {
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
      ["a date that does not exist", /lastReviewed: .*/, "lastReviewed: 2026-11-31", /lastReviewed/],
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
});
