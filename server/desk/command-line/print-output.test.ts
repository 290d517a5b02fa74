import { expect, it } from "vitest";
import type { CommandOutput } from "./commands.ts";
import { printOutput } from "./parse-command.ts";

it.each<[string, CommandOutput, string]>([
  ["a sentence", { msg: "Done." }, "Done."],
  ["nothing", { rows: [] }, "There are none yet."],
  [
    "a table",
    {
      rows: [
        { email: "asha@test.example", sessions: 3 },
        { email: "li@test.example", sessions: 12 },
      ],
    },
    "email              sessions\nasha@test.example  3\nli@test.example    12",
  ],
])("prints %s", (_case, output, text) => {
  expect(printOutput(output)).toBe(text);
});

it("prints for programs the rows alone", () => {
  expect(printOutput({ rows: [{ id: 1 }] }, true)).toBe('[{"id":1}]');
  expect(printOutput({ msg: "Done." }, true)).toBe('{"msg":"Done."}');
});

it("prints more rows than a call takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  expect(printOutput({ rows }).split("\n")).toHaveLength(200_001);
});
