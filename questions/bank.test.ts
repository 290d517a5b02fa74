import { describe, expect, it } from "vitest";
import { loadQuestions } from "./load.ts";
import { LEVELS, type Question, ROLES, TOPICS } from "./schema.ts";

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
