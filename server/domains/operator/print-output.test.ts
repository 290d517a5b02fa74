import { expect, it } from "vitest";
import type { CommandOutput } from "./command.ts";
import { printOutput } from "./print-output.ts";

it.each<[string, CommandOutput, string]>([
  ["a sentence", { msg: "Done." }, "Done."],
  ["a file, without the line that follows it", { file: "a,b\n1,2\n" }, "a,b\n1,2"],
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
  [
    "a row with tables of its own",
    { rows: [{ id: 1, refunds: [{ rupees: 10, reason: "Ill" }], notes: [] }] },
    "id\n1\n\nrefunds:\nrupees  reason\n10      Ill\n\nnotes: none",
  ],
])("prints %s", (_case, output, text) => {
  expect(printOutput(output)).toBe(text);
});
