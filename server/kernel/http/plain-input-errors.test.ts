import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await app.signUpInterviewer()).token;
});
afterAll(() => app.close());

const id = "0190a5b8-7c00-7000-8000-00000000000f";

describe("input that a schema refuses without a sentence of its own", () => {
  // The app of this file has set the sentences for every schema.
  it.each<[string, z.ZodType, unknown, string]>([
    ["a field that is missing", z.object({ day: z.string() }), {}, '"day" is missing.'],
    ["a field of another type", z.object({ day: z.string() }), { day: 5 }, '"day" must be text.'],
    ["a list that is none", z.object({ days: z.array(z.int()) }), { days: "x" }, '"days" must be a list.'],
    [
      "a text that is too long",
      z.object({ day: z.string().max(3) }),
      { day: "long" },
      '"day" must be at most 3 characters long.',
    ],
    [
      "a number that is too small",
      z.object({ page: z.int().min(1) }),
      { page: 0 },
      '"page" must be at least 1.',
    ],
    ["half a number", z.object({ page: z.int() }), { page: 0.5 }, '"page" must be a whole number.'],
    [
      "a list that is too long",
      z.object({ a: z.array(z.int()).max(1) }),
      { a: [1, 2] },
      '"a" must have at most 1 entry.',
    ],
    [
      "one wrong entry",
      z.object({ a: z.array(z.int()) }),
      { a: [1, "2"] },
      'Entry 2 of "a" must be a number.',
    ],
    [
      "an unknown choice",
      z.object({ kind: z.enum(["in", "out"]) }),
      { kind: "x" },
      "must be one of in, out.",
    ],
    [
      "a wrong form",
      z.object({ from: z.iso.date() }),
      { from: "today" },
      '"from" does not have the right form.',
    ],
    [
      "nothing of several forms",
      z.object({ a: z.union([z.string(), z.null()]) }),
      { a: 1 },
      '"a" is not valid.',
    ],
    ["no object", z.object({}), "x", "The request must be an object."],
  ])("says what is wrong with %s", (_, schema, input, sentence) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toContain(sentence);
  });

  it("keeps a sentence that the schema has", () => {
    expect(z.object({ a: z.string("Write it.") }).safeParse({}).error?.issues[0]?.message).toBe("Write it.");
  });

  it.each<[string, string, object | undefined, string, string]>([
    ["GET", `/practice/drills/${"x".repeat(150)}`, undefined, "setId", "This is not the id of a drill."],
    ["GET", "/practice/drills/A", undefined, "setId", "This is not the id of a drill."],
    [
      "POST",
      `/practice/cards/${"x".repeat(150)}.code/reveal`,
      undefined,
      "cardId",
      "This is not the id of a card.",
    ],
    [
      "PUT",
      `/practice/answers/${id}/tests`,
      { visible: 3, hidden: { passed: 1, total: 1 }, failed: [] },
      "visible",
      "The test results must say how many tests passed, of how many.",
    ],
    [
      "POST",
      `/practice/answers/${id}/explanation`,
      { text: "x", speech: "fast" },
      "speech",
      "The measurements of the speech are the words and two numbers of seconds.",
    ],
    [
      "PUT",
      `/rooms/${id}/asked-questions/${id}/marks`,
      { scores: "5", note: "", outcome: null },
      "scores",
      "The scores must be a list, with one score for each criterion.",
    ],
    [
      "POST",
      `/rooms/${id}/utterances`,
      { id, text: "x", language: "en", startedSecondsAgo: 601, durationSeconds: 1 },
      "startedSecondsAgo",
      "The words can have started 0 to 600 seconds ago.",
    ],
    [
      "POST",
      `/rooms/${id}/marks`,
      { id, label: "good", secondsAgo: "now" },
      "secondsAgo",
      "A moment can be 0 to 120 seconds ago.",
    ],
  ])("refuses %s %s", async (method, path, body, field, msg) => {
    const answer = await app.call(method, `/api${path}`, { token, ...(body && { body }) });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, "invalid_input", msg]);
    expect(answer.body.details[0]).toEqual({ path: field, msg });
  });
});
