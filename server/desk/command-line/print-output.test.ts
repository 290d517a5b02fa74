import { expect, it } from "vitest";
import type { CommandOutput } from "./commands.ts";
import { printOutput } from "./parse-command.ts";

async function print(output: CommandOutput, asJson?: boolean): Promise<string> {
  let text = "";
  for await (const part of printOutput(output, asJson)) text += part;
  return text;
}

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
  [
    "a page, with the way to the next",
    { rows: [{ id: 1 }], more: "More: --after x" },
    "id\n1\n\nMore: --after x",
  ],
])("prints %s", async (_case, output, text) => {
  expect(await print(output)).toBe(`${text}\n`);
});

it("prints for programs the rows alone", async () => {
  expect(await print({ rows: [{ id: 1 }], more: "More: --after x" }, true)).toBe('[{"id":1}]\n');
  expect(await print({ msg: "Done." }, true)).toBe('{"msg":"Done."}\n');
});

it("prints more rows than a call takes arguments", async () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  expect((await print({ rows })).split("\n")).toHaveLength(200_002);
});
