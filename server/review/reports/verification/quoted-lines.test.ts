import { expect, it } from "vitest";
import { ran, recordOf } from "../records.testing.ts";
import { quotedLines } from "./quoted-lines.ts";

const code = "def mean(xs):\n    if not xs:\n        return 0\n\n    return sum(xs) / len(xs)\n";
const [run] = recordOf([ran(60, "finished", { code, output: "ndcg 0.83\nndcg 0.91\r\nmean 0.87\n" })]).items;

it.each([
  ["with its breaks and without the common indentation", "if not xs: return 0", "if not xs:\n    return 0"],
  ["with its empty lines", "return 0 return sum(xs) / len(xs)", "    return 0\n\nreturn sum(xs) / len(xs)"],
  ["of output", "0.83 ndcg 0.91 mean", "0.83\nndcg 0.91\nmean"],
  ["of one line as it is", "return sum(xs) / len(xs)", undefined],
  ["that the item does not have", "return max(xs) or 0", undefined],
  ["without words", "", undefined],
])("shows a quote %s", (_, quote, lines) => {
  if (run === undefined) throw new Error("the record has no item");
  expect(quotedLines(run, quote)).toBe(lines);
});

it.each([
  ["shortens a stretch of blank lines to one", "\n".repeat(1_900), "alpha =\n\ncompute(rows)"],
  ["counts other line breaks, too", `${" \r".repeat(900)}\n\u2028\n`, "alpha =\n\ncompute(rows)"],
  ["of more than 40 lines is shown as it is", "\n#".repeat(40), undefined],
])("%s", (_, between, lines) => {
  const [long] = recordOf([
    ran(60, "finished", { code: `alpha =${between}\ncompute(rows)\n`, output: "" }),
  ]).items;
  if (long === undefined) throw new Error("the record has no item");
  expect(quotedLines(long, `alpha =${between} compute(rows)`)).toBe(lines);
});
