import { questionLevels, questionRoles, questionTopics } from "@greenroom/contract/room/question-options.ts";
import { LEVELS, ROLES, TOPICS } from "@greenroom/questions/schema.ts";
import { expect, it } from "vitest";
import { openQuestionBank } from "./bank.ts";

it("is read once, and finds a question by its id", async () => {
  const bank = await openQuestionBank();
  expect(bank.all.length).toBeGreaterThanOrEqual(150);
  const [first] = bank.all;
  expect(bank.find(first?.id ?? "")).toBe(first);
  expect(bank.find("no-such-question")).toBeUndefined();
  expect(await openQuestionBank()).toBe(bank);
});

it("has the roles, topics and levels that the contract names", () => {
  expect(questionRoles).toEqual(ROLES);
  expect(questionTopics).toEqual(TOPICS);
  expect(questionLevels).toEqual(LEVELS);
});

it("finds a question by its title, but for case, spaces and a mark at its end", async () => {
  const bank = await openQuestionBank();
  const [first] = bank.all;
  expect(bank.findByTitle(` ${first?.title.toUpperCase().replaceAll(" ", "  ")}? `)).toBe(first);
  expect(bank.findByTitle("No such question")).toBeUndefined();
});
